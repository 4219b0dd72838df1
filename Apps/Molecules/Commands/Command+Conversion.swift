import Chemistry
import Foundation
import Reprise

extension Command {
  /// The command that writes a file, or a record of it, in another format.
  static let convert = Command(
    "convert", operands: "IN[#N] OUT", help: "write a file in the format that OUT's ending names",
    options: [
      Option(
        "to", .required("FORMAT"), help: "mol, sdf, rxn, rdf, el, ds or cdx, whatever OUT's ending"),
      Option("v3000", help: "write V3000 connection tables"),
      Option("force", help: "replace OUT if it is there"),
    ]
  ) { arguments in
    guard arguments.operands.count == 2 else {
      throw UsageProblem(
        "convert needs two files", advice: "Write: molecules convert drugs.sdf drugs.ds.")
    }
    let input = try InputFile(arguments.operands[0])
    let path = RecordReference(
      arguments.operands[1], folder: FileManager.default.currentDirectoryPath
    ).path
    let format = try Command.format(arguments.value("to") ?? ending(of: path))
    guard path != input.path else {
      throw UsageProblem("IN and OUT are the same file", advice: "Give OUT another name.")
    }
    var document = input.file.document ?? ChemicalDocument(input.file.format)
    document.date = input.file.date
    document.records = try (input.numbers.map { Array($0) } ?? []).map { try input.record($0) }
    document.format = format
    let written = document.written(
      as: format, version: arguments.has("v3000") ? .v3000 : .smallest)
    do {
      try Data(written.bytes).write(
        to: URL(fileURLWithPath: path),
        options: arguments.has("force") ? [.atomic] : [.withoutOverwriting])
    } catch {
      throw Unwritable(path: path, isThere: FileStamp(path: path) != nil)
    }
    let problems = input.problems + document.records.flatMap(\.problems) + written.problems
    return Output(
      "\(document.records.count.counted(("record", "records"))) written to \(path).\n",
      note: note(problems))
  }

  private static func ending(of path: String) -> String {
    URL(fileURLWithPath: path).pathExtension
  }

  private static func format(_ ending: String) throws -> ChemicalFormat {
    let format = ChemicalFormat.allCases.first { $0.extensions.contains(ending.lowercased()) }
    guard let format else {
      throw UsageProblem(
        ending.isEmpty ? "OUT's name doesn't say its format" : "“\(ending)” is no format",
        advice: "There are: mol, sdf, rxn, rdf, el, ds, cdx. Or say it with --to.")
    }
    return format
  }

  /// The first few of the problems, each once, since thousands of the same help nobody; nil without any.
  static func note(_ problems: [Problem]) -> String? {
    guard !problems.isEmpty else { return nil }
    var seen: Set<String> = []
    let lines = problems.map(\.description).filter { seen.insert($0).inserted }
    let shown = lines.prefix(5)
    let rest = lines.count - shown.count
    return (shown + (rest > 0 ? ["\(rest.grouped) more."] : [])).joined(separator: "\n")
  }
}

/// A file that convert can't write.
private struct Unwritable: ExitCoded {
  let path: String
  let isThere: Bool
  var exitCode: ExitCode { .cannotCreate }
  var errorDescription: String? {
    isThere ? "\(path) is there already." : "\(path) can't be written."
  }
  var recoverySuggestion: String? {
    isThere
      ? "Choose another name, or replace it with --force." : "Check the folder and its permissions."
  }
}
