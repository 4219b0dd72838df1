import Files
import Foundation

/// Opens documents with other programs: offers them, remembers the choice, hands a copy out, and takes the terminal back.
///
///     let openWith = OpenWith(of: "molecules", environment: environment)
///     let menu = openWith.menu(for: .init(.sdfile))
///     let result = try openWith.open(bytes, named: "aspirin", as: type, with: menu.programs[0])
public struct OpenWith: Sendable {
  private let application: String
  private let environment: [String: String]
  private let finder: ProgramFinder
  /// A program that ends sooner has handed the document to a window that was open already, which may not have read it yet.
  var longestHandover = Duration.seconds(10)

  /// Creates an opener for an application.
  public init(
    of application: String, environment: [String: String], family: [KnownApplication] = []
  ) {
    self.application = application
    self.environment = environment
    finder = ProgramFinder(for: application, environment: environment, family: family)
  }

  /// The result of opening a document.
  public enum Result: Hashable, Sendable {
    /// The program had the terminal and has ended; the document's bytes if the program has changed them, and the folder of what it has saved
    /// beside the copy, or, if a signal ended it, may have had no time to save: vi's `.swp`. The folder stays for a week.
    case ended(ForegroundProcess.End, changed: [UInt8]?, unsaved: String? = nil)
    /// The program has a window of its own; the copy is removed when the program ends, or a day later. One in which something was saved stays for a
    /// week.
    case window(copy: String)
  }

  /// The programs for a type. Reads many files, so don't call it on the main thread.
  public func menu(for type: DocumentType) -> ProgramMenu {
    let chosen = try? ChosenPrograms(of: application, environment: environment)
    let found = finder.find(for: type)
    return ProgramMenu(
      found.programs, always: chosen?.program(for: type), note: found.note)
  }

  /// Remembers a program for a type, or forgets it with nil. Throws `FileError`.
  public func always(use program: DocumentProgram?, for type: DocumentType) throws {
    try ChosenPrograms(of: application, environment: environment).choose(program, for: type)
  }

  /// Opens a document with a program: as a copy in a private folder, under the extension of its type.
  ///
  /// A program that needs the terminal has it, and the calling thread waits. The folder is removed when the program ends; if it has handed the
  /// copy to a window that was open already, a day later. Where it can't be told what the program has made of the copy, the folder stays and
  /// `UnreadCopy` names the copy. Throws `DocumentError`, `FileError` or `UnreadCopy`.
  public func open(
    _ bytes: [UInt8], named name: String, as type: DocumentType, with program: DocumentProgram,
    handover: ForegroundProcess = ForegroundProcess(), onStop: () -> Void = {}
  ) throws -> Result {
    let directory = try TemporaryDocuments(of: application, environment: environment)
    // It goes with its owner, unless it is left to a window or to the person.
    defer { withExtendedLifetime(directory) {} }
    let path = try directory.write(bytes, named: OpenWith.fileName(name, of: type))
    directory.markAsGiven()
    let words = program.words(opening: path, mimeType: type.mimeTypes.first ?? "")
    guard program.needsTerminal else {
      let began = ContinuousClock.now
      try WindowProgram.start(words, environment: environment) {
        if ContinuousClock.now - began > longestHandover { directory.removeUnlessSaved() }
      }
      directory.leaveToWindow()
      return .window(copy: path)
    }
    let end = try handover.run(words, environment: environment, onStop: onStop)
    var unsaved: String?
    if directory.hasMore(than: path, isFinished: end.signal == nil) {
      directory.leaveToPerson()
      unsaved = directory.path
    }
    // What a program leaves in the place of the copy is read as any file; one that it has deleted or made a link of isn't.
    guard OpenWith.isLeft(path) else { return .ended(end, changed: nil, unsaved: unsaved) }
    do {
      let now = try PrivateFile(path).read(limit: max(64 << 20, bytes.count * 4))
      return .ended(end, changed: now.flatMap { $0 == bytes ? nil : $0 }, unsaved: unsaved)
    } catch {
      // It may be all that there is of what somebody has typed.
      directory.leaveToPerson()
      let reason = error.brief
      throw UnreadCopy(path: path, program: program.name, reason: reason)
    }
  }

  /// Tells whether there is something in the place of a copy that isn't a link.
  private static func isLeft(_ path: String) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0 else { return errno != ENOENT && errno != ENOTDIR }
    return status.st_mode & S_IFMT != S_IFLNK
  }

  /// A folder for what has nowhere else to go: `$TMPDIR`, or else `/tmp`.
  public var spareDirectory: String { TemporaryDocuments.spare(environment) }

  /// A file name that no shell, program or terminal takes for anything else, and that ends as those of a type do.
  ///
  ///     OpenWith.plainName("2,2'-bipyridine", of: DocumentType(.molfile))  // 2_2_-bipyridine.mol
  public static func plainName(_ name: String, of type: DocumentType) -> String {
    TemporaryDocuments.plain(fileName(name, of: type))
  }

  /// A file name that ends as those of a type do.
  static func fileName(_ name: String, of type: DocumentType) -> String {
    let ending = DocumentRegistry.fileExtension(of: name)
    guard let usual = type.extensions.first, !type.extensions.contains(ending) else { return name }
    return (name.isEmpty ? "document" : name) + "." + usual
  }
}
