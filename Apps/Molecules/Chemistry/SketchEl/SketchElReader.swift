/// Reads one SketchEl molecule, in the first format (`SketchEl!`) or the second (`Elements!`).
///
/// Hydrogens that aren't drawn follow SketchEl's rule, unless the file states their number.
struct SketchElReader {
  private var lines: TextLines
  private let depth: Int
  private(set) var problems = FormatErrors()
  private var molecule = Molecule()
  private var isSecond = false
  private var locations: [FormatError.Location] = []

  init(_ lines: TextLines, depth: Int = 0) {
    self.lines = lines
    self.depth = depth
  }

  static func counts(_ line: TextLine) -> (atoms: Int, bonds: Int, isSecond: Bool)? {
    let isSecond = line.hasPrefix("Elements!(")
    guard isSecond || line.hasPrefix("SketchEl!("), line.contains(")") else { return nil }
    let inner = line.bytes.dropFirst(10).prefix { $0 != UInt8(ascii: ")") }
    let parts = inner.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    guard parts.count == 2, let atoms = Characters.integer(parts[0]),
      let bonds = Characters.integer(parts[1]), atoms >= 0, bonds >= 0
    else { return nil }
    return (atoms, bonds, isSecond)
  }

  mutating func read() throws(FormatError) -> Molecule {
    _ = lines.part { !$0.isBlank }
    let start = lines.number
    guard let first = lines.take(), let counts = SketchElReader.counts(first) else {
      throw FormatError(
        .line(start), "“SketchEl!(atoms,bonds)” is expected here.",
        advice: "Check that the text is a molecule of SketchEl and begins with its first line.")
    }
    isSecond = counts.isSecond
    for index in 0..<counts.atoms { try readAtom(index, of: counts.atoms) }
    for index in 0..<counts.bonds { try readBond(index, of: counts.bonds) }
    if lines.take()?.hasPrefix("!End") != true {
      problems.note(
        line: lines.number, "“!End” is missing.",
        advice: "Check that the file is complete; all that was found is shown.")
    }
    molecule.computeHydrogens(by: SketchElValence.hydrogens)
    problems.noteOddAtoms(of: molecule, bondSums: molecule.bondSums, at: locations)
    return molecule
  }

  /// Throws at the end of the molecule.
  private mutating func takeLine(
    _ what: String, _ index: Int, of count: Int
  ) throws(FormatError) -> TextLine {
    guard let line = lines.peek(), !line.hasPrefix("!End") else {
      throw FormatError(
        .line(lines.number), "\(what) \(index + 1) of \(count) is expected here.",
        advice: "Check the numbers in the first line, and that the file is complete.")
    }
    _ = lines.take()
    return line
  }

  private mutating func readAtom(_ index: Int, of count: Int) throws(FormatError) {
    let line = try takeLine("Atom", index, of: count)
    let text = line.text
    // The label's own "=" is escaped, in the second format by "\", which the search skips.
    guard let equals = SketchElText.firstIndex(of: "=", in: text, isSecond: isSecond) else {
      throw FormatError(
        .line(line.number), "Atom \(index + 1) of \(count) is expected here.",
        advice: "An atom is written like “C=0.0000,1.5000;0,0”.")
    }
    let label = SketchElText.unescaped(text[..<equals], isSecond: isSecond)
    var fields = SketchElText.fields(text[text.index(after: equals)...], isSecond: isSecond)
    fields += takeMore()
    guard var atom = atom(label, &fields) else {
      throw FormatError(
        .line(line.number), "The coordinates and charge of atom \(index + 1) can't be read.",
        advice: "An atom is written like “C=0.0000,1.5000;0,0”.")
    }
    for field in fields { try read(field, of: &atom, line: line.number) }
    molecule.atoms.append(atom)
    locations.append(.line(line.number))
  }

  /// Removes the fields with fixed positions from `fields`.
  private func atom(_ label: String, _ fields: inout [String]) -> Atom? {
    var atom = Atom(label: label)
    guard fields.count >= 2, let x = Characters.real(fields[0]) else { return nil }
    if isSecond {
      guard let y = Characters.real(fields[1]) else { return nil }
      atom.position = Position(x: x, y: y)
      fields.removeFirst(2)
      return atom
    }
    // "x,y;charge,unpaired" or "x,y,z;charge,unpaired".
    guard let index = fields.firstIndex(where: { $0.contains(";") }), index == 1 || index == 2,
      fields.count > index + 1
    else { return nil }
    let halves = fields[index].split(separator: ";", omittingEmptySubsequences: false)
    guard halves.count == 2, let last = Characters.real(halves[0]),
      let charge = Characters.integer(halves[1]), abs(charge) < 1000,
      let unpaired = Characters.integer(fields[index + 1]), unpaired >= 0, unpaired < 100
    else { return nil }
    let y = index == 1 ? last : Characters.real(fields[1])
    guard let y else { return nil }
    atom.position = Position(x: x, y: y, z: index == 1 ? 0 : last)
    atom.charge = charge
    atom.unpairedElectrons = unpaired
    fields.removeFirst(index + 2)
    return atom
  }

  /// Takes multi-line fields, which only the second format has.
  private mutating func takeMore() -> [String] {
    guard isSecond else { return [] }
    var fields: [String] = []
    while let line = lines.peek(), line.hasPrefix(".") || line.hasPrefix(":") {
      _ = lines.take()
      if line.hasPrefix(".") || fields.isEmpty {
        fields.append(line.rest(from: 1))
      } else {
        fields[fields.count - 1] += "\n" + line.rest(from: 1)
      }
    }
    return fields
  }

  private mutating func read(_ field: String, of atom: inout Atom, line: Int) throws(FormatError) {
    let value = field.dropFirst()
    let number = Characters.integer(value)
    switch (field.first, isSecond, number) {
    case ("i", false, _?): break  // A computed count is recomputed.
    case ("e", false, let count?) where count >= 0 && count < 100,
      ("h", true, let count?) where count >= 0 && count < 100:
      atom.fixHydrogens(count)
    case ("n", false, let map?) where map >= 0, ("m", true, let map?) where map >= 0: atom.map = map
    case ("m", false, let isotope?) where isotope >= 0 && isotope < 1000,
      ("i", true, let isotope?) where isotope >= 0 && isotope < 1000:
      atom.isotope = isotope == 0 ? nil : isotope
    case ("c", true, let charge?) where abs(charge) < 1000: atom.charge = charge
    case ("u", true, let unpaired?) where unpaired >= 0 && unpaired < 100:
      atom.unpairedElectrons = unpaired
    case ("z", _, _):
      if let z = Characters.real(value) { atom.position.z = z }
    case ("a", _, _):
      if try !readAbbreviation(String(value), of: &atom, line: line) {
        atom.extras.append(Extra(.sketchEl, "", field))
      }
    default: if !field.isEmpty { atom.extras.append(Extra(.sketchEl, "", field)) }
    }
  }

  private mutating func readAbbreviation(
    _ text: String, of atom: inout Atom, line: Int
  ) throws(FormatError) -> Bool {
    guard depth < Abbreviation.depthLimit else {
      problems.note(
        line: line, "Abbreviations are nested too deeply.",
        advice: "The structure of the innermost is left out.")
      return false
    }
    var reader = SketchElReader(TextLines(Array(text.utf8)), depth: depth + 1)
    do {
      atom.abbreviation = .molecule(try reader.read())
      return true
    } catch {
      problems.note(
        line: line, "The structure of the abbreviation can't be read: " + error.message,
        advice: "It is kept as a label without structure.")
      return false
    }
  }

  private mutating func readBond(_ index: Int, of count: Int) throws(FormatError) {
    let line = try takeLine("Bond", index, of: count)
    let text = line.text
    let halves = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let ends = halves[0].split(separator: "-").compactMap { Characters.integer($0) }
    var fields =
      halves.count == 2 ? SketchElText.fields(halves[1], isSecond: isSecond) : []
    fields += takeMore()
    guard ends.count == 2, let orderText = fields.first,
      let order = Characters.integer(orderText), Bond.Order.sketchElOrders.indices.contains(order)
    else {
      throw FormatError(
        .line(line.number), "Bond \(index + 1) of \(count) is expected here.",
        advice: "A bond is written like “1-2=1,0”.")
    }
    fields.removeFirst()
    var bond = Bond(from: ends[0] - 1, to: ends[1] - 1, Bond.Order.sketchElOrders[order])
    if !isSecond, let type = fields.first {
      bond.stereo = type == "1" ? .up : type == "2" ? .down : type == "3" ? .either : .plain
      fields.removeFirst()
    }
    for field in fields where !field.isEmpty {
      switch (field, isSecond) {
      case ("i", true): bond.stereo = .up
      case ("d", true): bond.stereo = .down
      case ("u", true): bond.stereo = .either
      default: bond.extras.append(Extra(.sketchEl, "", field))
      }
    }
    let range = molecule.atoms.indices
    guard range.contains(bond.from), range.contains(bond.to), bond.from != bond.to else {
      problems.note(
        line: line.number,
        "The bond is between atoms \(ends[0]) and \(ends[1]); there are \(range.count).",
        advice: "It is left out. Check the numbers of its atoms.")
      return
    }
    molecule.bonds.append(bond)
  }
}

extension Bond.Order {
  fileprivate static let sketchElOrders: [Bond.Order] = [
    .zero, .single, .double, .triple, .quadruple,
  ]
}

extension Bond.Stereo {
  static let sketchElTypes: [Bond.Stereo] = [.plain, .up, .down, .either]
}
