import Controllers
public import Documents
import Files
import Foundation
public import Screens

/// Opens documents with other programs: the way from a key to a list of programs, to one of them, and back to the same frame.
///
/// ```swift
/// let opener = DocumentOpener(
///   OpenWith(of: "notes", environment: environment), keepingChangesIn: directory)
/// KeyBinding("o", label: "open with", help: "Open the note with another program") { navigator in
///   opener.open(note, otherwise: Route.programs(for: id), navigator)
/// }
/// ```
///
/// The list of programs is a screen of the application's own, made by `programs(for:)`, so that it comes back like any other.
@MainActor public struct DocumentOpener {
  /// A document that is asked for when it is needed, from wherever the application has it.
  public typealias Source = @MainActor @Sendable () async throws -> OutgoingDocument

  let openWith: OpenWith
  /// The folder for what programs have made of a document.
  private let directory: String
  /// True if the person may choose a program for always.
  let keepsChoices: Bool

  /// Creates an opener.
  ///
  /// - Parameters:
  ///   - openWith: The finder of programs, and what hands the documents to them.
  ///   - folder: The folder in which a document that a program has changed is kept, as a new file.
  ///   - keepsChoices: False if nothing may be written about the person's choice of a program.
  public init(_ openWith: OpenWith, keepingChangesIn directory: String, keepsChoices: Bool = true) {
    self.openWith = openWith
    self.directory = directory
    self.keepsChoices = keepsChoices
  }

  /// The list of the programs for a document.
  public func programs(for document: @escaping Source) -> OpenWithController {
    OpenWithController(self, document)
  }

  /// Opens a document with the program that the person wants always to be used; where there is none, opens the list of programs.
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

  /// Opens a document with a program, and closes the screen that was asked for it.
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

  /// The programs for a type: many files are read for that, so they are found away from the main
  /// thread.
  func menu(for type: DocumentType) async -> ProgramMenu {
    await DocumentOpener.menu(openWith, type)
  }

  private nonisolated static func menu(
    _ openWith: OpenWith, _ type: DocumentType
  ) async -> ProgramMenu {
    openWith.menu(for: type)
  }

  /// Hands a document over. `close` is called once its bytes are there, so that the screen below is the one that a kill comes back to.
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

  /// Runs the program, and says what has become of it; nothing if there is nothing to say.
  private func outcome(
    of bytes: [UInt8], _ document: OutgoingDocument, _ program: DocumentProgram
  ) -> String {
    do {
      // As with Ctrl-Z in the application itself: the shell's fg continues both.
      let result = try openWith.open(
        bytes, named: document.name, as: document.type, with: program,
        onStop: { JobControl.stop() })
      let (end, changed, unsaved): (ForegroundProcess.End, [UInt8]?, String?)
      switch result {
      case .window(let copy):
        return "\(program.name) is open. What it saves stays in \(copy) for a week."
      case .ended(let ended, let bytes, let rest): (end, changed, unsaved) = (ended, bytes, rest)
      }
      let sentences = [
        end.sentence(program.name), changed.map { kept($0, document, program) },
        unsaved.map { directory in
          end.signal == nil
            ? "What it has saved beside its copy stays in \(directory) for a week."
            : "What it hadn't saved may be in \(directory), for a week."
        },
      ]
      return sentences.compactMap(\.self).joined(separator: " ")
    } catch {
      let report = StatusMessage(problem: "", error)
      return [report.text, report.advice].compactMap(\.self).joined(separator: " ")
    }
  }

  /// Keeps what a program has made of a document: its folder is gone already, and nobody should lose what they have typed.
  private func kept(
    _ bytes: [UInt8], _ document: OutgoingDocument, _ program: DocumentProgram
  ) -> String {
    let ending = document.type.extensions.first ?? "txt"
    let name = OpenWith.plainName(document.name, of: document.type)
    let stem = name.hasSuffix("." + ending) ? String(name.dropLast(ending.count + 1)) : name
    let has = "\(program.name) has changed its copy"
    do {
      let path = try PrivateFile.create("\(directory)/\(stem)", ending: ending, bytes)
      return "\(has); it is kept as \(path)."
    } catch {
      let reason = StatusMessage(problem: "", error).text
      // Where the person is nothing can be written, or the disk is full.
      guard
        let path = try? PrivateFile.create(
          "\(openWith.spareDirectory)/\(stem)", ending: ending, bytes)
      else { return "\(has), which is lost: \(reason)" }
      return "\(has); it is kept as \(path), because: \(reason)"
    }
  }
}

extension ForegroundProcess.End {
  /// A sentence about an end that isn't the usual one; nil for that.
  fileprivate func sentence(_ name: String) -> String? {
    if let signal { return "\(name) was ended by signal \(signal)." }
    guard case .exit(let code) = self, code != 0 else { return nil }
    if code == DocumentProgram.failedTest { return "\(name) can't be used here." }
    // The shell's own.
    return code == 127 ? "\(name) isn't there." : "\(name) has ended with code \(code)."
  }
}
