/// A file of records, some of whose lines have a meaning wherever they are.
enum Container {
  case sdfile, rdfile

  private func isTaken(_ line: TextLine) -> Bool {
    switch self {
    case .sdfile: SDfileReader.isEnd(line) || SDfileReader.isHead(line)
    case .rdfile: RDfileReader.isKeyword(line)
    }
  }

  /// Makes a structure's text safe for the file: a name or comment that looks like one of the
  /// file's own lines gets a blank in front.
  func text(of structure: String, _ name: String, _ problems: inout FormatErrors) -> String {
    // A fast path: most structures have neither of the characters that such lines begin with.
    guard structure.utf8.contains(where: { $0 == UInt8(ascii: "$") || $0 == UInt8(ascii: ">") })
    else { return structure }
    var isChanged = false
    let lines = structure.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map {
      let line = String(Substring($0))
      guard isTaken(TextLine(bytes: Array($0)[...], number: 0)) else { return line }
      isChanged = true
      return " " + line
    }
    guard isChanged else { return structure }
    problems.note(
      FormatError(
        of: "“\(name)”", advice: "It is written behind a blank. Choose another name or comment."
      ) { "A line in the head of \($0) is one of the file format's own." })
    return lines.joined(separator: "\n")
  }
}
