import Documents
import Foundation
import Testing

/// A person reads what is wrong, and what helps.
@Suite struct DocumentErrorTests {
  @Test(
    "Document errors say what happened and what to do",
    arguments: [
      (
        .foreign(name: "a", .empty, namesake: "Emacs has such files.", known: ["SDfile"]),
        "a is empty.", "These can be opened: SDfile."
      ),
      (
        .foreign(name: "a", .text, namesake: "Emacs has such files.", known: ["SDfile", "RXN"]),
        "a isn't opened: it is a text. Emacs has such files.", "These can be opened: SDfile, RXN."
      ),
      (
        .foreign(name: "a", .compressed("gzip", program: "gunzip"), namesake: nil, known: []),
        "a isn't opened: it is compressed with gzip.", "Unpack it with gunzip first."
      ),
      (
        .foreign(name: "a", .encoded("UTF-16"), namesake: nil, known: []),
        "a isn't opened: it is a text in UTF-16.", "Save it as UTF-8."
      ),
      (
        .foreign(name: "a", .xml(root: "note"), namesake: nil, known: ["CML"]),
        "a isn't opened: it is an XML document with the root element “note”.",
        "These can be opened: CML."
      ),
      (
        .notAFile(path: "/a", what: "a folder"), "/a isn't opened: it is a folder.",
        "Name a plain file, or pipe its contents in and give - as the file."
      ),
      (
        .tooMany(limit: 10), "At most 10 files can be opened together.",
        "Name fewer files, or the directory that they are in."
      ),
      (
        .tooLarge(name: "a", limit: 2 << 20),
        "a is larger than 2 MiB, the limit.", "Split it."
      ),
      (
        .system("written", path: "/a", code: ENOSPC),
        "/a can't be written: No space left on device.",
        "Free some space."
      ),
      (
        .system("read", path: "/a", code: ENOENT), "/a can't be read: No such file or directory.",
        "Check the name."
      ),
      (
        .system("read", path: "/a", code: EACCES), "/a can't be read: Permission denied.",
        "Check the path and its permissions."
      ),
      (
        .noInput, "Nothing is piped to standard input; it is the terminal.",
        "Pipe a document in, or name a file."
      ),
      (
        .program(name: "vi", reason: "there is no such program"),
        "vi can't be started: there is no such program.", "Choose another program."
      ),
      (
        .notTaken(application: "molecules", reason: "it is locked"),
        "The running molecules didn't open the document: it is locked.",
        "Bring it to the front (fg, if it is suspended), or open another --session."
      ),
    ] as [(DocumentError, String, String)])
  func eachProblemIsSaidWithWhatHelps(problem: DocumentError, words: String, advice: String) {
    #expect(problem.errorDescription == words)
    #expect(problem.recoverySuggestion == advice)
  }
}
