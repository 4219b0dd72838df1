import Accounts
import Documents
import Foundation
import Testing

@testable import Reprise

/// The words and numbers in which this machine, deliveries and problems are told.
@MainActor @Suite struct WordsTests {
  @Test("A session's author is the logged-in user at this machine")
  func theAuthorIsWhoeverIsLoggedIn() {
    let host = ThisMachine.name
    #expect(ThisMachine.author(["LOGNAME": "ada", "USER": "eve"]) == "ada@\(host)")
    #expect(ThisMachine.author(["USER": "eve"]) == "eve@\(host)")
    #expect(ThisMachine.author(["LOGNAME": "", "USER": "eve"]) == "user \(geteuid())@\(host)")
    #expect(ThisMachine.author([:]) == "user \(geteuid())@\(host)")
    #expect((1...63).contains(host.count) && host.allSatisfy { $0.isASCII && $0 != "." })
    #expect(ThisMachine.process.hasPrefix("process \(getpid())"))
  }

  @Test(
    "An open request is named by its document or count",
    arguments: [
      (OpenRequest(documents: [.init(path: "/a/b.mol")]), "b.mol", true),
      (OpenRequest(documents: [.init(path: "/a/b.sdf", part: "12")]), "b.sdf#12", true),
      (OpenRequest(documents: [.init(path: "/")]), "/", true),
      (OpenRequest(urls: ["molecules://open"]), "molecules://open", true),
      (
        OpenRequest(documents: [.init(path: "/b.mol")], urls: ["molecules://open"]), "2 files",
        false
      ),
      (OpenRequest(documents: [.init(path: "/a.mol"), .init(path: "/b.mol")]), "2 files", false),
    ])
  func aDeliveryIsNamed(delivery: OpenRequest, words: String, isOne: Bool) {
    #expect(delivery.description == words)
    #expect(delivery.isOne == isOne)
  }

  @Test("Every document error has its exit code") func everyProblemWithADocumentHasItsExitCode() {
    let codes: [(DocumentError, ExitCode)] = [
      (.foreign(name: "a", .empty, namesake: nil, known: []), .data),
      (.notAFile(path: "/a", what: "a folder"), .data), (.tooLarge(name: "a", limit: 1), .data),
      (.tooMany(limit: 1), .usage),
      (.system("read", path: "/a", code: ENOENT), .noInput),
      (.system("read", path: "/a", code: ENOTDIR), .noInput),
      (.system("read", path: "/a", code: EACCES), .noPermission),
      (.system("read", path: "/a", code: EPERM), .noPermission),
      (.system("read", path: "/a", code: EIO), .inputOutput), (.noInput, .usage),
      (.program(name: "a", reason: "b"), .unavailable),
      (.notTaken(application: "a", reason: "b"), .temporaryFailure),
    ]
    for (problem, code) in codes { #expect(ExitCode(problem) == code, "\(problem)") }
    #expect(ExitCode(MemoryBudgetExceeded()) == .data)
  }

  /// So many MiB were read.
  @Test(
    "Reading progress is printed at every 16 MiB",
    arguments: [
      (0, nil, nil), (1, nil, nil), (15, nil, nil), (16, nil, "app: reading, 16 MiB\r"),
      (17, nil, nil), (31, 64, nil), (32, 64, "app: reading, 32 of 64 MiB\r"), (33, 64, nil),
    ] as [(Int, Int?, String?)])
  func readingIsToldOfAtEverySixteenMebibytes(read: Int, total: Int?, line: String?) {
    let progress = ReadingProgress("app")
    #expect(progress.line(read << 20, total.map { $0 << 20 }) == line)
  }
}
