import Chemistry
import Depictions
import FoundationEssentials
import Reprise

extension Command {
  static let draw = Command(
    "draw", .oneRecord(for: "draw"), help: "draw one record's structure in characters",
    options: [
      Option("width", .required("COLUMNS"), help: "at most so many columns (80)"),
      Option("height", .required("LINES"), help: "at most so many lines (24)"),
      Option("zoom", .required("PERCENT"), help: "enlarge it; 100 shows the whole"),
      Option("turn", .required("DEGREES"), help: "turn it in its plane, clockwise"),
    ]
  ) { operand, arguments in
    let input = try InputFile(operand)
    let (record, number) = try input.only(for: "draw")
    let size = Size(
      rows: try arguments.number("height", 1...1000) ?? 24,
      columns: try arguments.number("width", 4...1000) ?? 80)
    let viewpoint = Viewpoint(
      zoom: Double(try arguments.number("zoom", 5...10_000) ?? 100) / 100,
      roll: Double(try arguments.number("turn", -360...360) ?? 0))
    let script: Depiction.Script = arguments.has("ascii") ? .ascii : .braille
    let drawn = PreparedStructure(record).map {
      Depiction($0, size: size, from: viewpoint, in: script)
    }
    guard let picture = drawn, !picture.isEmpty else {
      let problem = drawn == nil ? record.problems.first : nil
      throw NothingToDraw(
        name: input.name, number: number, problem: problem,
        others: Array(record.problems.dropFirst(problem == nil ? 0 : 1)) + input.problems)
    }
    return Output(picture.text + "\n", note: note(record.problems + input.problems))
  }
}

/// The error for a record without a structure, or without coordinates.
struct NothingToDraw: ExitCoded {
  let name: String
  let number: Int
  /// The reason; `nil` if coordinates are missing.
  let problem: FormatError?
  let others: [FormatError]
  var exitCode: ExitCode { .data }

  var errorDescription: String? {
    let reason = problem?.errorDescription ?? "the file gives no coordinates for it."
    return "Record \(number) of \(name) can't be drawn: \(reason)"
  }

  var recoverySuggestion: String? {
    let advice = problem?.advice ?? "Save the file again with a layout program."
    return [advice, Command.note(others)].compactMap(\.self).joined(separator: "\n")
  }
}
