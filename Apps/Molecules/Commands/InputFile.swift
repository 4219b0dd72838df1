import Chemistry
import FoundationEssentials
import Glibc
import Reprise

struct InputFile: Sendable {
  let path: String
  /// The operand as the user typed it.
  let name: String
  let file: ChemicalFile
  /// The number of a single record, from 1; `nil` for all.
  let number: Int?

  /// A problem, if the content contradicts the name; otherwise `nil`.
  private let footer: FormatError?

  /// `drugs.sdf#12` names a record. Throws `UnreadableFile` or `UsageError`.
  init(_ operand: String) throws {
    guard operand != "-" else {
      throw UsageError(
        "commands take files, not -",
        advice: "Save what is piped in as a file, or open it: molecules -.")
    }
    let reference = RecordReference(
      operand, directory: FileManager.default.currentDirectoryPath)
    path = reference.path
    number = reference.number
    name = operand
    do {
      file = try ChemicalFile(path: path)
    } catch let problem as FormatError {
      throw UnreadableFile(InodeIdentity.problem(of: path) ?? problem, path: path)
    }
    footer = InodeIdentity.footer(of: path).map {
      FormatError(.whole, $0.sentence, advice: "Give it the ending .\($0.ending).")
    }
  }

  var numbers: ClosedRange<Int>? {
    if let number { return number...number }
    return file.count > 0 ? 1...file.count : nil
  }

  var problems: [FormatError] { (file.document?.problems ?? []) + (footer.map { [$0] } ?? []) }

  /// Counted from 1. If the record can't be read, its `problems` have the error.
  func record(_ number: Int) throws -> Record {
    guard (1...max(1, file.count)).contains(number), file.count > 0 else {
      // In "drugs.sdf#7", the file is drugs.sdf.
      let end = self.number == nil ? nil : name.lastIndex(of: "#")
      let file = end.map { String(name[..<$0]) } ?? name
      throw RecordGone(id: RecordID(number: number), file: file, count: self.file.count)
    }
    do {
      return try file.record(number - 1)
    } catch let problem as FormatError {
      throw UnreadableFile(problem, path: path)
    }
  }

  func only(for command: String) throws -> (record: Record, number: Int) {
    guard let number else {
      guard file.count == 1 else {
        throw UsageError(
          "\(name) has \(file.count.counted(("record", "records")))",
          advice: "Say which, counted from 1: molecules \(command) '\(name)#1'.")
      }
      return (try record(1), 1)
    }
    return (try record(number), number)
  }
}

struct UnreadableFile: ExitCoded {
  let problem: FormatError
  let exitCode: ExitCode

  init(_ problem: FormatError, path: String) {
    self.problem = problem
    exitCode =
      switch FileReadability(path: path) {
      case .granted: .data
      case .missing: .noInput
      case .refused: .inputOutput
      }
  }

  init(_ gone: RecordGone) {
    problem = FormatError(
      .whole, gone.errorDescription ?? "", advice: gone.recoverySuggestion ?? "")
    exitCode = .noInput
  }

  /// The error for a file whose name isn't UTF-8. `name` has invalid bytes replaced.
  init(unreachable name: String) {
    problem = FormatError(
      .whole, "\(name) can't be read: its name isn't UTF-8.", advice: "Give it another name.")
    exitCode = .inputOutput
  }

  var errorDescription: String? { problem.errorDescription }
  var recoverySuggestion: String? { problem.advice }
}

extension OperandRule where Value == String {
  static func oneRecord(for command: String) -> OperandRule {
    .one("FILE[#N]", needs: "one record", advice: "Name it: molecules \(command) 'FILE#12'.")
  }
}

extension Arguments {
  func number(_ option: String, _ range: ClosedRange<Int>) throws -> Int? {
    guard let text = value(option) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw UsageError(
        "--\(option) \(text) isn't possible",
        advice: "Choose a number from \(range.lowerBound) to \(range.upperBound).")
    }
    return number
  }
}
