/// The numbers that a V3000 table gives its atoms or bonds, which can have gaps and any order.
struct ExtendedNumbers {
  private var indices: [Int: Int] = [:]
  private(set) var isInOrder = true
  private var count = 0

  /// If two have the same number, it refers to the first.
  mutating func add(_ number: Int) {
    if number != count + 1 { isInOrder = false }
    if indices[number] == nil { indices[number] = count }
    count += 1
  }

  func index(of number: Int) -> Int? { indices[number] }

  /// The attribute's value with atoms and bonds renumbered from 1 in their order.
  static func renumbered(
    _ key: String, _ value: String, _ atoms: ExtendedNumbers, _ bonds: ExtendedNumbers
  ) -> String {
    guard !atoms.isInOrder || !bonds.isInOrder, value.hasPrefix("(") else { return value }
    let words = value.dropFirst().dropLast(value.hasSuffix(")") ? 1 : 0).split(separator: " ")
      .map { String($0) }
    func mapped(_ wordIndices: some Sequence<Int>, _ numbers: ExtendedNumbers) -> String {
      var words = words
      for index in wordIndices where words.indices.contains(index) {
        guard let number = Characters.integer(words[index]),
          let newIndex = numbers.index(of: number)
        else { continue }
        words[index] = String(newIndex + 1)
      }
      return "(" + words.joined(separator: " ") + ")"
    }
    switch key {
    case "ATOMS", "PATOMS", "ENDPTS": return mapped(words.indices.dropFirst(), atoms)
    case "XBONDS", "CBONDS", "BONDS", "XBCORR", "XBHEAD":
      return mapped(words.indices.dropFirst(), bonds)
    case "SAP": return mapped(1..<3, atoms)
    case "CSTATE": return mapped(1..<2, bonds)
    case "ATTCHORD": return mapped(stride(from: 1, to: words.count, by: 2), atoms)
    default: return value
    }
  }

  static func renumbered(
    _ word: String, _ atoms: ExtendedNumbers, _ bonds: ExtendedNumbers
  ) -> String {
    guard let equals = word.firstIndex(of: "=") else { return word }
    let (key, value) = (String(word[..<equals]), String(word[word.index(after: equals)...]))
    return key + "=" + renumbered(key, value, atoms, bonds)
  }
}

/// The S-groups of a V3000 table, whose numbers are arbitrary.
struct ExtendedGroups {
  private let atoms: ExtendedNumbers
  private let bonds: ExtendedNumbers
  private var groups: [SubstanceGroup] = []
  /// The indices of the groups by their numbers in the file.
  private var indices: [Int: Int] = [:]
  private var defaults: [Extra] = []

  init(_ atoms: ExtendedNumbers, _ bonds: ExtendedNumbers) {
    self.atoms = atoms
    self.bonds = bonds
  }

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
    if indices[number] == nil { indices[number] = groups.count }
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
        let parent = Characters.integer(group.attributes[index].value).flatMap { indices[$0] }
        group.attributes[index].value = String(parent.map { $0 + count + 1 } ?? 0)
      }
      return group
    }
  }
}
