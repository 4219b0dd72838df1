import Controllers
import Core
public import Documents
import Glibc
public import Screens

/// Opens documents in other programs: shows a list of programs, runs the chosen one, and restores
/// the screen afterwards.
///
/// ```swift
/// let opener = DocumentOpener(
///   OpenWith(of: "notes", environment: environment), savingChangesIn: directory)
/// KeyBinding("o", label: "open with", help: "Open the note with another program") { navigator in
///   opener.open(note, otherwise: Route.programs(for: id), navigator)
/// }
/// ```
///
/// The list of programs is a screen of the application, created by `programs(for:)`, so it is
/// restored like any other.
@MainActor public struct DocumentOpener {
  /// A function that loads the document to open. It is called each time the document or its type is
  /// needed: when the list of programs is loaded, and again when a program is chosen.
  public typealias Source = @MainActor @Sendable () async throws -> OutgoingDocument

  let openWith: OpenWith
  /// The directory for documents that a program has changed.
  private let directory: String
  /// Whether the user can choose a program permanently.
  let savesChoices: Bool

  /// Creates an opener for documents of an application.
  ///
  /// - Parameters:
  ///   - openWith: Finds the installed programs and starts them.
  ///   - directory: The directory for changed documents. If a program changes a document, the
  ///     result is saved there as a new file, or in `OpenWith.spareDirectory` if that fails.
  ///   - savesChoices: Whether the user can choose a preferred program permanently.
  public init(_ openWith: OpenWith, savingChangesIn directory: String, savesChoices: Bool = true) {
    self.openWith = openWith
    self.directory = directory
    self.savesChoices = savesChoices
  }

  /// Creates a screen that lists the programs that can open a document. It is the screen of the
  /// route passed to `open(_:otherwise:_:)`.
  public func programs(for document: @escaping Source) -> OpenWithController {
    OpenWithController(self, document)
  }

  /// Opens a document in the program that the user prefers for its type. If there is none, opens a
  /// screen with the list of programs.
  ///
  /// - Parameters:
  ///   - document: Loads the document.
  ///   - route: The route of the list of programs, whose screen `programs(for:)` creates.
  ///   - navigator: The navigator of the current screen.
  public func open(
    _ document: @escaping Source, otherwise route: some AppRoute, _ navigator: Navigator
  ) {
    navigator.run("open with") {
      do {
        let outgoing = try await document()
        guard let program = await menu(for: outgoing.type).always else {
          return navigator.push(route)
        }
        try await hand(outgoing, to: program, navigator)
      } catch {
        navigator.notify(StatusMessage(problem: "", error).text)
      }
    }
  }

  /// Opens a document in a program and closes the list of programs.
  func open(
    _ document: @escaping Source, with program: DocumentProgram, closing navigator: Navigator
  ) {
    navigator.run("open with") {
      do {
        let outgoing = try await document()
        try await hand(outgoing, to: program, navigator) { navigator.pop() }
      } catch {
        navigator.notify(StatusMessage(problem: "", error).text)
      }
    }
  }

  /// The programs for a type, found off the main thread because many files are read.
  nonisolated func menu(for type: DocumentType) async -> ProgramMenu {
    openWith.menu(for: type)
  }

  /// Opens a document. `close` is called once its bytes are loaded, so that after a kill the screen
  /// below the list is restored.
  private func hand(
    _ document: OutgoingDocument, to program: DocumentProgram, _ navigator: Navigator,
    close: @MainActor () -> Void = {}
  ) async throws {
    let bytes = try await document.bytes()
    close()
    guard program.needsTerminal else {
      return navigator.notify(outcome(of: bytes, document, program))
    }
    navigator.lendTerminal { navigator in
      let sentence = outcome(of: bytes, document, program)
      if !sentence.isEmpty { navigator.notify(sentence) }
    }
  }

  /// Runs the program. Returns a sentence about the result, empty if there is nothing to report.
  private func outcome(
    of bytes: [UInt8], _ document: OutgoingDocument, _ program: DocumentProgram
  ) -> String {
    do {
      // Ctrl-Z stops this process as well; the shell's `fg` continues both.
      let result = try openWith.open(
        bytes, named: document.name, as: document.type, with: program,
        onStop: { JobControl.stop() })
      switch result {
      case .window(let copy):
        return "\(program.name) is open. What it saves stays in \(copy) for a week."
      case .ended(let end, let changed, let unsaved):
        let sentences = [
          end.sentence(program.name), changed.map { saveChanges($0, document, program) },
          unsaved.map { directory in
            end.signal == nil
              ? "What it has saved beside its copy stays in \(directory) for a week."
              : "What it hadn't saved may be in \(directory), for a week."
          },
        ]
        return sentences.compactMap(\.self).joined(separator: " ")
      }
    } catch {
      let report = StatusMessage(problem: "", error)
      return [report.text, report.advice].compactMap(\.self).joined(separator: " ")
    }
  }

  /// Saves the document that a program has changed as a new file, because the temporary copy is
  /// deleted already.
  private func saveChanges(
    _ bytes: [UInt8], _ document: OutgoingDocument, _ program: DocumentProgram
  ) -> String {
    let ending = document.type.extensions.first ?? "txt"
    let name = OpenWith.plainName(document.name, of: document.type)
    let stem = name.hasSuffix("." + ending) ? String(name.dropLast(ending.count + 1)) : name
    let has = "\(program.name) has changed its copy"
    do {
      let path = try PrivateFile.create("\(directory)/\(stem)", ending: ending, bytes)
      return "\(has); it is saved as \(path)."
    } catch {
      let reason = StatusMessage(problem: "", error).text
      // The directory isn't writable, or the disk is full.
      guard
        let path = try? PrivateFile.create(
          "\(openWith.spareDirectory)/\(stem)", ending: ending, bytes)
      else { return "\(has), which is lost: \(reason)" }
      return "\(has); it is saved as \(path), because: \(reason)"
    }
  }
}

extension ForegroundProcess.End {
  /// A sentence about an unusual end; `nil` if the program exited with code 0.
  fileprivate func sentence(_ name: String) -> String? {
    if let signal { return "\(name) was killed by signal \(signal)." }
    guard case .exit(let code) = self, code != 0 else { return nil }
    if code == DocumentProgram.cannotRun { return "\(name) can't be used here." }
    // The shell's code for a command that isn't found.
    return code == 127 ? "\(name) isn't there." : "\(name) exited with code \(code)."
  }
}

/// A document to open in another program. Its bytes are loaded on demand.
///
///     OutgoingDocument(DocumentType(.sdfile), name: "aspirin") { try file.source(12) }
public struct OutgoingDocument: Sendable {
  /// The type of the document. It determines the programs that can open it and the extension of its
  /// file.
  public let type: DocumentType
  /// The name of the document, with or without an extension, from which the file's name is made.
  public let name: String
  let bytes: @Sendable () async throws -> [UInt8]

  /// Creates a document from its type, its name and a function that loads its bytes, which isn't
  /// called on the main thread.
  public init(
    _ type: DocumentType, name: String, bytes: @escaping @Sendable () async throws -> [UInt8]
  ) {
    self.type = type
    self.name = name
    self.bytes = bytes
  }
}
