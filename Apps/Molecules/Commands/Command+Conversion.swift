import Chemistry
import FoundationEssentials
import Glibc
import Reprise

extension Command {
  static let convert = Command(
    "convert", operands: "IN[#N] OUT", help: "write a file in the format that OUT's ending names",
    options: [
      Option(
        "to", .required("FORMAT"), help: "mol, sdf, rxn, rdf, el, ds or cdx, whatever OUT's ending"),
      Option("v3000", help: "write V3000 connection tables"),
      Option("force", help: "replace OUT if it exists"),
    ]
  ) { arguments in
    guard arguments.operands.count == 2 else {
      throw UsageError(
        "convert needs two files", advice: "For example: molecules convert drugs.sdf drugs.ds.")
    }
    let input = try InputFile(arguments.operands[0])
    // In OUT, "#" is part of the name.
    let path = FilePath.absolute(arguments.operands[1])
    let format = try Command.format(arguments.value("to") ?? ending(of: path))
    guard path != input.path, !isSameFile(path, input.path) else {
      throw UsageError("IN and OUT are the same file", advice: "Give OUT another name.")
    }
    var document = input.file.document ?? ChemicalDocument(input.file.format)
    document.date = input.file.date
    document.records = try (input.numbers.map { Array($0) } ?? []).map { try input.record($0) }
    document.format = format
    if let problem = format.absence(in: document.records, of: input.name) {
      throw UnreadableFile(problem, path: input.path)
    }
    let written = document.written(
      as: format, version: arguments.has("v3000") ? .v3000 : .smallest)
    try OutputFile(path: path).write(written.bytes, replacing: arguments.has("force"))
    let problems = input.problems + document.records.flatMap(\.problems) + written.problems
    return Output(
      "\(written.count.counted(("record", "records"))) written to \(SafeText.visible(path)).\n",
      note: note(problems))
  }

  private static func isSameFile(_ one: String, _ other: String) -> Bool {
    var (first, second) = (stat(), stat())
    return stat(one, &first) == 0 && stat(other, &second) == 0
      && first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }

  private static func ending(of path: String) -> String {
    URL(fileURLWithPath: path).pathExtension
  }

  private static func format(_ ending: String) throws -> ChemicalFormat {
    let format = ChemicalFormat.allCases.first { $0.extensions.contains(ending.lowercased()) }
    guard let format else {
      throw UsageError(
        ending.isEmpty ? "OUT's name doesn't say its format" : "“\(ending)” isn't a format",
        advice: "Use mol, sdf, rxn, rdf, el, ds or cdx, or name it with --to.")
    }
    return format
  }

  static func note(_ problems: [FormatError]) -> String? {
    problems.joined(\.description, separator: "\n")
  }
}

extension ChemicalFormat {
  fileprivate func absence(in records: [Record], of name: String) -> FormatError? {
    let noun =
      switch self {
      case .molfile, .sketchEl: records.contains { $0.molecule != nil } ? nil : "molecule"
      case .rxnfile: records.contains { $0.reaction != nil } ? nil : "reaction"
      case .sdfile:
        records.contains { $0.molecule != nil || !$0.fields.isEmpty || $0.unread != nil }
          ? nil : "molecule"
      case .cdx: records.contains { $0.structure != .none } ? nil : "structure"
      case .rdfile, .dataSheet:
        records.isEmpty || records.contains { $0.structure != .none || !$0.fields.isEmpty }
          || records.contains { !$0.registry.isEmpty } ? nil : "structure"
      }
    guard let noun else { return nil }
    let reason = records.first { $0.structure == .none }?.problems.first?.description
    return FormatError(
      .whole, "\(name) has no \(noun) to write.",
      advice: reason ?? "Choose a format that can hold it.")
  }
}
