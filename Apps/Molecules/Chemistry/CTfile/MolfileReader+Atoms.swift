import Core

extension MolfileReader {
  mutating func atom(_ symbol: String, at position: Position, line: Int) -> Atom {
    if let list = MolfileReader.list(symbol) { return Atom(list, at: position) }
    var atom = Atom(label: symbol, at: position)
    if let meant = atom.misspelledElement, !Atom.namesGroup(symbol) {
      atom.symbol = meant
      problems.note(
        line: line, "“\(symbol)” is read as the element \(meant).",
        advice: "Other programs may take it for a label. Write it as “\(meant)”.")
    }
    return atom
  }

  /// The list in a symbol, "NOT[N,O]" for "NOT [N, O]"; `nil` if the symbol isn't a list.
  static func list(_ symbol: String) -> String? {
    guard symbol.utf8.last == UInt8(ascii: "]") else { return nil }
    let word = symbol.filter { $0 != " " }
    guard let open = word.firstIndex(of: "["),
      ["", "NOT"].contains(word[..<open].uppercased())
    else { return nil }
    return word[..<open].uppercased() + word[open...]
  }

  mutating func order(_ type: Int, line: Int) -> Bond.Order {
    if let order = Bond.Order(connectionTable: type) { return order }
    guard type == 0 else {
      problems.note(
        line: line, "\(type) isn't a bond type.", advice: "It is read as a single bond.")
      return .single
    }
    problems.note(
      line: line, "0 isn't a bond type; it is read as one that takes no valence.",
      advice: "So does RDKit, and others refuse it. Write 9 in V3000, or a “M  ZBO” line.")
    return .zero
  }

  /// The position; `nil` if a coordinate is neither a number nor a text such as "nan".
  mutating func position(_ x: String, _ y: String, _ z: String, line: Int) -> Position? {
    if let x = Characters.real(x), let y = Characters.real(y), let z = Characters.real(z) {
      return Position(x: x, y: y, z: z)
    }
    let numbers = [x, y, z].map { Characters.real($0) }
    for (word, number) in zip([x, y, z], numbers) where number == nil {
      guard MolfileReader.isNoNumber(word) else { return nil }
      lostCoordinate = lostCoordinate ?? (line, word)
    }
    // Without z coordinates, a flat drawing remains.
    if numbers[0] != nil, numbers[1] != nil, numbers[2] == nil { hasLostDepth = true }
    if numbers[0] == nil || numbers[1] == nil { hasLostPositions = true }
    return Position(x: numbers[0] ?? 0, y: numbers[1] ?? 0, z: numbers[2] ?? 0)
  }

  /// C and Fortran print "nan", "-inf", "1.#QNAN" or "**********"; "1e300" is out of range.
  private static func isNoNumber(_ word: String) -> Bool {
    let word = word.drop { $0 == "-" || $0 == "+" }
    return Double(word) != nil || word.lowercased().hasPrefix("nan(") || word.hasPrefix("1.#")
      || (!word.isEmpty && word.allSatisfy { $0 == "*" })
  }

  /// The other coordinates alone would show another drawing.
  mutating func removeLostPositions() {
    guard let (line, word) = lostCoordinate else { return }
    for index in molecule.atoms.indices {
      if hasLostPositions { molecule.atoms[index].position = Position() }
      if hasLostDepth { molecule.atoms[index].position.z = 0 }
    }
    problems.note(
      line: line, "“\(word)” isn't a coordinate.",
      advice: hasLostPositions
        ? "The structure is read without coordinates. Save it again with a layout program."
        : "The structure is kept as a flat drawing.")
  }

  /// Turns a placeholder's alias, or a superatom of this one atom, into its symbol. Labels are
  /// written that way for programs that reject unknown symbols.
  mutating func readLabels() {
    for index in molecule.atoms.indices where molecule.atoms[index].symbol == "*" {
      guard let alias = molecule.atoms[index].alias, alias == Atom.labelAlone(alias),
        alias == molecule.atoms[index].extras.value("ALIAS")?.trimmed
      else { continue }
      molecule.atoms[index].symbol = alias
      molecule.atoms[index].extras.remove("ALIAS")
    }
    // Parents are group indices, which removing a group would change.
    guard !molecule.groups.contains(where: { $0.attributes.value("PARENT") != nil }) else { return }
    molecule.groups.removeAll { group in
      guard group.kind == "SUP", let label = group.label, label == Atom.labelAlone(label),
        group.atoms.count == 1, let index = group.atoms.first,
        molecule.atoms.indices.contains(index), molecule.atoms[index].symbol == "*",
        group.attributes.allSatisfy({ ["ATOMS", "XBONDS", "LABEL"].contains($0.key) })
      else { return false }
      molecule.atoms[index].symbol = label
      return true
    }
  }
}

extension Atom {
  /// Whether two letters name a group of atoms rather than an element: aryl, hydroxyl, cyano.
  fileprivate static func namesGroup(_ symbol: String) -> Bool {
    if ["AC", "AR", "HO", "PR"].contains(symbol.uppercased()) { return true }
    let meant = symbol.prefix(1).uppercased() + symbol.dropFirst().lowercased()
    // Compound libraries have no elements beyond uranium.
    return Element(symbol: meant).map { $0.number > 92 } ?? true
  }

  /// The label if it can't mean anything else; `nil` for an element, an R group or a list.
  static func labelAlone(_ label: String) -> String? {
    let atom = Atom(label: label)
    let isTaken =
      label.isEmpty || label == "*" || atom.element != nil || atom.groupNumbers != nil
      || isList(label)
    return isTaken ? nil : label
  }
}
