import Core

extension MolfileReader {
  private static let groupKeys: Set = [
    "STY", "SST", "SLB", "SCN", "SDS", "SAL", "SBL", "SPA", "SMT", "SDI", "SBV", "SDT", "SDD",
    "SCD", "SED", "SPL", "SNC", "SAP", "SCL", "SBT", "CRS",
  ]

  func isGroupLine(_ key: String) -> Bool { MolfileReader.groupKeys.contains(key) }

  /// Converts a V2000 line about S-groups to the equivalent V3000 attribute.
  mutating func readGroup(_ key: String, _ line: TextLine) {
    switch key {
    case "STY", "SLB", "SST", "SCN", "SPL", "SNC", "SBT": readGroupPairs(key, line)
    case "SDS":
      for word in line.words(from: 13) {
        if let number = Characters.integer(word) { add("ESTATE", "E", to: number) }
      }
    default:
      guard let number = line.integer(7, 10), groups[number] != nil else {
        problems.note(
          line: line.number, "The line is about a group that isn't there.",
          advice: "It is left out. “M  STY” names the groups.")
        return
      }
      readGroupLine(key, line, number)
    }
  }

  private mutating func add(_ key: String, _ value: String, to number: Int) {
    groups[number]?.attributes.append(Extra(.connectionTable, key, value))
  }

  /// Reads a line with entries for several groups: "M  STY  2   1 SUP   2 DAT".
  private mutating func readGroupPairs(_ key: String, _ line: TextLine) {
    let words = line.words(from: 9)
    for start in stride(from: 0, to: words.count - 1, by: 2) {
      guard let number = Characters.integer(words[start]), number > 0, number < 1000 else {
        continue
      }
      let value = words[start + 1]
      switch key {
      case "STY":
        if groups[number] == nil { groupOrder.append(number) }
        groups[number, default: SubstanceGroup(kind: value)].kind = value
      case "SLB": groups[number]?.number = Characters.integer(value) ?? 0
      case "SBT": add("BRKTYP", value == "1" ? "PAREN" : "BRACKET", to: number)
      default:
        let named = ConnectionTable.groupKeys.first { $0.name == key }
        if let named { add(named.key, value, to: number) }
      }
    }
  }

  private mutating func readGroupLine(_ key: String, _ line: TextLine, _ number: Int) {
    let words = line.words(from: 13)
    if let list = ConnectionTable.listKeys.first(where: { $0.name == key }) {
      let numbers = words.compactMap { Characters.integer($0) }
      return add(list.key, NumberList(numbers).text, to: number)
    }
    switch key {
    case "SDI":
      // Full-width numbers have no spaces between them.
      let columns = (0..<4).map { line.field(13 + 10 * $0, 23 + 10 * $0) }
      let coordinates = columns.allSatisfy { Characters.real($0) != nil } ? columns : words
      guard coordinates.count >= 4 else { return }
      let ends = [0, 2].map { "\(coordinates[$0]) \(coordinates[$0 + 1]) 0" }
      add("BRKXYZ", "(9 \(ends[0]) \(ends[1]) 0 0 0)", to: number)
    case "SBV":
      let parts = line.words(from: 10)
      guard parts.count >= 3 else { return }
      add("CSTATE", "(4 \(parts[0]) \(parts[1]) \(parts[2]) 0)", to: number)
    case "SMT":
      add(groups[number]?.kind == "MUL" ? "MULT" : "LABEL", line.field(11, 81), to: number)
    case "SCL": add("CLASS", line.field(11, 81), to: number)
    case "SAP": readAttachments(line, number)
    case "SDT":
      add("FIELDNAME", line.field(11, 41), to: number)
      for (key, start, end) in [
        ("FIELDTYPE", 41, 43), ("FIELDINFO", 43, 63), ("QUERYTYPE", 63, 65), ("QUERYOP", 65, 81),
      ] where !line.field(start, end).isEmpty { add(key, line.field(start, end), to: number) }
    case "SDD": add("FIELDDISP", line.rest(from: 11), to: number)
    case "SCD", "SED": readData(key, line.rest(from: 11), number)
    default: break
    }
  }

  /// Joins long data, which span several `SCD` lines and a final `SED` line.
  private mutating func readData(_ key: String, _ text: String, _ number: Int) {
    let attributes = groups[number]?.attributes ?? []
    if let last = attributes.last, last.key == "SCD" {
      groups[number]?.attributes[attributes.count - 1].value += text
    } else {
      add("SCD", text, to: number)
    }
    let index = max(0, (groups[number]?.attributes.count ?? 0) - 1)
    if key == "SED" { groups[number]?.attributes[index].key = "FIELDDATA" }
  }

  /// "M  SAP   1  1   3   2 Al": the atom inside, the atom outside, and a two-letter name.
  private mutating func readAttachments(_ line: TextLine, _ number: Int) {
    let count = line.integer(10, 13) ?? 0
    for entry in 0..<max(0, min(6, count)) {
      let start = 13 + 11 * entry
      guard let inside = line.integer(start, start + 4),
        let outside = line.integer(start + 4, start + 8),
        inside > 0
      else { continue }
      let name = line.field(start + 8, start + 11)
      add("SAP", "(3 \(inside) \(outside)\(name.isEmpty ? "" : " " + name))", to: number)
    }
  }

  /// Adds the groups, numbered from 1, and corrects bond numbers for omitted bonds.
  mutating func finishGroups(_ bondIndices: [Int?]) {
    var order: [Int] = []
    for number in groupOrder where !readCoordinateBond(groups[number], bondIndices) {
      order.append(number)
    }
    groupOrder = order
    let numbers = Dictionary(
      groupOrder.enumerated().map { ($1, $0 + 1) }, uniquingKeysWith: { first, _ in first })
    func moved(_ bond: Int) -> Int? {
      bondIndices.indices.contains(bond - 1) ? bondIndices[bond - 1].map { $0 + 1 } : nil
    }
    let isMoved = bondIndices.enumerated().contains { $0.offset != $0.element }
    for number in groupOrder {
      guard var group = groups[number] else { continue }
      for index in group.attributes.indices {
        let attribute = group.attributes[index]
        switch attribute.key {
        case "PARENT":
          let parent = Characters.integer(attribute.value).flatMap { numbers[$0] }
          group.attributes[index].value = String(parent ?? 0)
        case "XBONDS", "XBCORR":
          guard isMoved else { continue }
          let bonds = NumberList(attribute.value).numbers.compactMap { moved($0) }
          group.attributes[index].value = NumberList(bonds).text
        case "CSTATE":
          guard isMoved else { continue }
          // "(4 bond x y z)" is a bracket's bond, 0 if it was omitted, and direction.
          var words = attribute.value.split { " ()".contains($0) }.map { String($0) }
          guard words.count > 1, let bond = Characters.integer(words[1]) else { continue }
          words[1] = String(moved(bond) ?? 0)
          group.attributes[index].value = "(" + words.joined(separator: " ") + ")"
        default: break
        }
      }
      molecule.groups.append(group)
    }
  }

  /// Reads Marvin's group for a coordinate bond, which takes no valence. Returns false for others.
  private mutating func readCoordinateBond(
    _ group: SubstanceGroup?, _ bondIndices: [Int?]
  ) -> Bool {
    guard let group, group.fieldName == "MRV_COORDINATE_BOND_TYPE",
      let number = Characters.integer(group.fieldData?.trimmed ?? ""),
      bondIndices.indices.contains(number - 1), let index = bondIndices[number - 1]
    else { return false }
    molecule.bonds[index].order = .zero
    return true
  }
}
