/// The S-groups of a V3000 table, whose numbers are arbitrary.
struct ExtendedGroups {
  private let atoms: ExtendedNumbers
  private let bonds: ExtendedNumbers
  private var groups: [SubstanceGroup] = []
  /// The indices of the groups by their numbers in the file.
  private var places: [Int: Int] = [:]
  /// The attributes of the DEFAULT line, for groups that don't set them.
  private var defaults: [Extra] = []

  init(_ atoms: ExtendedNumbers, _ bonds: ExtendedNumbers) {
    self.atoms = atoms
    self.bonds = bonds
  }

  /// Reads a line of the block: a group, or the defaults of the groups after it.
  mutating func read(_ line: ExtendedLine, problems: inout FormatErrors) {
    if line.words.first == "DEFAULT" {
      defaults = attributes(of: line, from: 1)
      return
    }
    guard line.words.count >= 2, let number = line.integer(0) else {
      problems.note(
        line: line.number, "A group is expected here: its number and type.",
        advice: "It is left out.")
      return
    }
    // Some files omit the author's number.
    let own = attributes(of: line, from: line.integer(2) == nil ? 2 : 3)
    let missing = defaults.filter { own.value($0.key) == nil }
    if places[number] == nil { places[number] = groups.count }
    groups.append(
      SubstanceGroup(
        kind: line.words[1], number: line.integer(2) ?? 0, attributes: own + missing))
  }

  private func attributes(of line: ExtendedLine, from start: Int) -> [Extra] {
    line.attributes(from: start).map { key, value in
      Extra(
        .connectionTable, key,
        ExtendedLine.unquoted(ExtendedNumbers.renumbered(key, value, atoms, bonds)))
    }
  }

  /// The groups, with parents renumbered from 1 after the `count` groups of earlier blocks.
  func finished(after count: Int) -> [SubstanceGroup] {
    groups.map { group in
      var group = group
      for index in group.attributes.indices where group.attributes[index].key == "PARENT" {
        let parent = Characters.integer(group.attributes[index].value).flatMap { places[$0] }
        group.attributes[index].value = String(parent.map { $0 + count + 1 } ?? 0)
      }
      return group
    }
  }
}
