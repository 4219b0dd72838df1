public import Core
import FoundationEssentials
import Glibc

/// Opens documents in other programs: lists programs, stores the user's choice, writes a temporary
/// copy, and runs the program.
///
///     let openWith = OpenWith(of: "molecules", environment: environment)
///     let menu = openWith.menu(for: .init(.sdfile))
///     let result = try openWith.open(bytes, named: "aspirin", as: type, with: menu.programs[0])
public struct OpenWith: Sendable {
  private let application: String
  private let environment: [String: String]
  private let finder: ProgramFinder
  /// A program that ends within this time may have passed the file to a running instance that
  /// hasn't read it yet, so the copy isn't deleted at once.
  var longestHandover = Duration.seconds(10)

  /// Creates an opener that stores the user's choices in the directory of the given application and
  /// finds programs with the given environment variables.
  public init(of application: String, environment: [String: String]) {
    self.application = application
    self.environment = environment
    finder = ProgramFinder(for: application, environment: environment)
  }

  /// The result of opening a document in another program.
  public enum Result: Hashable, Sendable {
    /// The program ran in the terminal and ended.
    ///
    /// `changed` contains the document if the program modified it. `unsaved` is the path of a
    /// directory with other files that the program saved, such as vi's `.swp` after a signal ended
    /// it. That directory is retained for a week.
    case ended(ForegroundProcess.End, changed: [UInt8]?, unsaved: String? = nil)
    /// The program opened a window and may still be running. `copy` is the path of the temporary
    /// copy.
    ///
    /// The copy is deleted when the program ends. If that is within ten seconds, or after this
    /// process has ended, a later process deletes the copy after a day. If the program saved
    /// something in the copy's directory, the directory is retained for a week.
    case window(copy: String)
  }

  /// Returns the programs that can open documents of a type. It reads many files, so don't call it
  /// on the main thread.
  public func menu(for type: DocumentType) -> ProgramMenu {
    let chosen = try? ChosenPrograms(of: application, environment: environment)
    let found = finder.find(for: type)
    return ProgramMenu(
      found.programs, always: chosen?.program(for: type), note: found.note)
  }

  /// Stores the program that the user always wants to use for a type of document; `nil` removes the
  /// stored choice. Throws `FileError` if the choice can't be stored.
  public func always(use program: DocumentProgram?, for type: DocumentType) throws {
    try ChosenPrograms(of: application, environment: environment).choose(program, for: type)
  }

  /// Opens a copy of a document in a program. The copy is in a private directory and has the
  /// extension of its type.
  ///
  /// A terminal program runs in the foreground while the calling thread waits. The directory is
  /// deleted afterwards, except as `Result` describes. If the copy can't be read back, the
  /// directory is retained and `UnreadCopy` contains the path. Throws `DocumentError`, `FileError`
  /// or `UnreadCopy`.
  public func open(
    _ bytes: [UInt8], named name: String, as type: DocumentType, with program: DocumentProgram,
    foreground: ForegroundProcess = ForegroundProcess(), onStop: () -> Void = {}
  ) throws -> Result {
    let directory = try TemporaryDocuments(of: application, environment: environment)
    // The directory is deleted on release, unless it was left to a window or to the user.
    defer { withExtendedLifetime(directory) {} }
    let path = try directory.write(bytes, named: OpenWith.fileName(name, of: type))
    directory.markAsGiven()
    let arguments = program.arguments(opening: path)
    guard program.needsTerminal else {
      let began = ContinuousClock.now
      try WindowProgram.start(arguments, environment: environment) {
        if ContinuousClock.now - began > longestHandover { directory.removeUnlessSaved() }
      }
      directory.leaveToWindow()
      return .window(copy: path)
    }
    let end = try foreground.run(arguments, environment: environment, onStop: onStop)
    var unsaved: String?
    if directory.hasMore(than: path, isFinished: end.signal == nil) {
      directory.leaveToUser()
      unsaved = directory.path
    }
    // The program may have replaced the copy by another file, which is read. A deleted copy or a
    // link isn't.
    guard OpenWith.isLeft(path) else { return .ended(end, changed: nil, unsaved: unsaved) }
    do {
      let now = try PrivateFile(path).read(limit: max(64 << 20, bytes.count * 4))
      return .ended(end, changed: now.flatMap { $0 == bytes ? nil : $0 }, unsaved: unsaved)
    } catch {
      // The copy may be the only version of the user's changes.
      directory.leaveToUser()
      let reason = error.brief
      throw UnreadCopy(path: path, program: program.name, reason: reason)
    }
  }

  /// A link isn't read.
  private static func isLeft(_ path: String) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0 else { return errno != ENOENT && errno != ENOTDIR }
    return status.st_mode & S_IFMT != S_IFLNK
  }

  /// The directory for files that have no other location: `$TMPDIR` if it is safe and writable,
  /// otherwise `/tmp`.
  public var spareDirectory: String { TemporaryDocuments.spare(environment) }

  /// Returns a file name that is safe for shells, programs and terminals and has the extension of a
  /// type.
  ///
  ///     OpenWith.plainName("2,2'-bipyridine", of: DocumentType(.molfile))  // 2_2_-bipyridine.mol
  public static func plainName(_ name: String, of type: DocumentType) -> String {
    TemporaryDocuments.plain(fileName(name, of: type))
  }

  static func fileName(_ name: String, of type: DocumentType) -> String {
    let ending = DocumentRegistry.fileExtension(of: name)
    guard let usual = type.extensions.first, !type.extensions.contains(ending) else { return name }
    return (name.isEmpty ? "document" : name) + "." + usual
  }
}

/// A program left a copy that can't be read back. It is retained: it may have the user's changes.
package struct UnreadCopy: Error, Hashable, Sendable {
  public let path: String
  public let program: String
  /// The reason: "it is larger than 67108864 bytes".
  public let reason: String
}

extension UnreadCopy: LocalizedError {
  public var errorDescription: String? {
    "The copy that \(program) had can't be read back; it is still at \(path): \(reason)."
  }

  public var recoverySuggestion: String? { "Move it elsewhere within a week." }
}

enum WindowProgram {
  /// Calls `onEnd` on a separate thread when the program has ended.
  static func start(
    _ arguments: [String], environment: [String: String], onEnd: @escaping @Sendable () -> Void
  ) throws(DocumentError) {
    guard let name = arguments.first, let path = SearchPath(environment).program(name) else {
      throw .program(name: arguments.first ?? "The program", reason: "there is no such program")
    }
    do throws(POSIXError) {
      let process = try Subprocess(arguments, path: path, environment: environment)
      BlockingThread.start {
        process.wait()
        onEnd()
      }
    } catch {
      throw .program(name: name, reason: error.reason)
    }
  }
}
