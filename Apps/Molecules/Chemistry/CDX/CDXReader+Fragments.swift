import Core

extension CDXReader {
  /// `joints` are the ids of a label's attachment nodes, in the order of the label's bonds. They
  /// come first.
  mutating func molecule(of fragment: CDXObject, joints: [UInt32] = [], depth: Int = 0) -> Molecule
  {
    var molecule = Molecule()
    molecule.name = Characters.oneLine(fragment.text(.name) ?? "").trimmed
    let nodes = fragment.children(.node)
    budget -= nodes.count
    guard budget >= 0 else {
      problems.note(
        .byte(fragment.offset), "The drawing's steps and labels name too many atoms.",
        advice: "The structure is left out.")
      return molecule
    }
    let byID = Dictionary(nodes.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let first = joints.compactMap { byID[$0] }
    let known = Set(joints)
    var atomIndices: [UInt32: [Int]] = [:]
    var stated: [Int: Int] = [:]
    var offsets: [Int] = []
    var multiple: [CDXObject] = []
    for node in first + nodes.filter({ !known.contains($0.id) }) {
      if nodeType(of: node) == 10 {
        multiple.append(node)
        continue
      }
      if atomIndices[node.id] == nil { atomIndices[node.id] = [molecule.atoms.count] }
      stated[molecule.atoms.count] = node.integer(.hydrogens)
      molecule.atoms.append(atom(of: node))
      offsets.append(node.offset)
    }
    let hubs = Set(multiple.map { $0.id })
    // A multi-attachment node stands for one bond to each of its atoms.
    for node in multiple {
      let atoms = Set(node.integers(.attachments)).subtracting(hubs).flatMap {
        atomIndices[$0] ?? []
      }
      atomIndices[node.id] = Array(Set(atoms)).sorted()
    }
    var bondIDs: [UInt32] = []
    for object in fragment.children(.bond) {
      addBonds(object, atomIndices, hubs, to: &molecule, &bondIDs)
    }
    setHydrogens(stated, of: &molecule)
    addAbbreviations(nodes, atomIndices, bondIDs, to: &molecule, depth: depth)
    problems.noteOddAtoms(of: molecule, bondSums: molecule.bondSums, at: offsets.map { .byte($0) })
    return molecule
  }

  private static let hubLimit = 10_000

  private func nodeType(of node: CDXObject) -> Int { node.integer(.nodeType) ?? 1 }

  private func label(of node: CDXObject) -> String {
    let text = node.children(.text).first?.text(.text)
    return (text ?? "").filter { !$0.isWhitespace }
  }

  private func atom(of node: CDXObject) -> Atom {
    var atom = Atom("*", at: position(of: node))
    let number = node.integer(.element) ?? 6
    switch nodeType(of: node) {
    case 1: atom.symbol = Element(number: number)?.symbol ?? "*"
    case 12: break
    case let type:
      let nickname = type == 7 ? node.text(.genericNickname)?.trimmed ?? "" : ""
      let label = nickname.isEmpty ? self.label(of: node) : nickname
      if !label.isEmpty { atom.symbol = label }
    }
    if let charge = node.integer(.charge), abs(charge) < 1000 { atom.charge = charge }
    if let isotope = node.integer(.isotope), isotope > 0, isotope < 1000 { atom.isotope = isotope }
    atom.radicalCode = node.integer(.radical) ?? 0
    atom.map = map(of: node.id)
    return atom
  }

  private mutating func addBonds(
    _ object: CDXObject, _ atomIndices: [UInt32: [Int]], _ hubs: Set<UInt32>,
    to molecule: inout Molecule, _ bondIDs: inout [UInt32]
  ) {
    let (first, second) = (object.id(.bondBegin), object.id(.bondEnd))
    guard let from = atomIndices[first], let to = atomIndices[second] else {
      problems.note(
        .byte(object.offset), "The bond's end isn't an atom of the fragment.",
        advice: "It is left out.")
      return
    }
    guard from.count * to.count <= CDXReader.hubLimit,
      from.count * to.count == 1 || molecule.bonds.count <= CDXReader.hubLimit
    else {
      problems.note(
        .byte(object.offset), "The bond has more than \(CDXReader.hubLimit) attachments.",
        advice: "It is left out.")
      return
    }
    let isHub = hubs.contains(first) || hubs.contains(second)
    let order = Bond.Order(cdx: object.integer(.bondOrder) ?? 1)
    for one in from {
      for other in to where one != other {
        var bond = Bond(from: one, to: other, isHub ? .zero : order)
        bond.setDisplay(object.integer(.display) ?? 0)
        molecule.bonds.append(bond)
        bondIDs.append(object.id)
      }
    }
  }

  private func setHydrogens(_ stated: [Int: Int], of molecule: inout Molecule) {
    molecule.computeHydrogensByMDL()
    for (index, count) in stated where count >= 0 && count < 100 {
      let atom = molecule.atoms[index]
      guard atom.element != nil, atom.hydrogens != count else { continue }
      molecule.atoms[index].fixHydrogens(count)
    }
  }

  private mutating func addAbbreviations(
    _ nodes: [CDXObject], _ atomIndices: [UInt32: [Int]], _ bondIDs: [UInt32],
    to molecule: inout Molecule, depth: Int
  ) {
    let lists = molecule.bondsOfAtoms
    for node in nodes where nodeType(of: node) != 10 {
      guard let index = atomIndices[node.id]?.first, let inner = node.children(.fragment).first
      else { continue }
      guard depth < Abbreviation.depthLimit else {
        problems.note(
          .byte(node.offset), "Abbreviations are nested too deeply.",
          advice: "The structure of the innermost is left out.")
        continue
      }
      let ends = inner.children(.node).filter { nodeType(of: $0) == 12 }.map { $0.id }
      let known = Set(ends)
      let stated = inner.integers(.connectionOrder).filter { known.contains($0) }
      let connections = stated.count == ends.count ? stated : ends
      let bonds = lists[index].map { bondIDs[$0] }
      let joints = joints(connections, of: bonds, ordering: node.integers(.bondOrdering))
      let structure = self.molecule(of: inner, joints: joints, depth: depth + 1)
      guard structure.atoms.contains(where: { $0.symbol != "*" }) else { continue }
      molecule.atoms[index].abbreviation = .molecule(structure)
      if molecule.atoms[index].symbol == "*" {
        molecule.atoms[index].symbol = structure.formula.hill
      }
      // The nested structure has the charges and hydrogens.
      molecule.atoms[index].charge = 0
      molecule.atoms[index].unpairedElectrons = 0
      molecule.atoms[index].hydrogens = 0
      molecule.atoms[index].hasFixedHydrogens = false
    }
  }

  /// Orders attachment nodes like the label's bonds; the file has an order of its own.
  private func joints(_ connections: [UInt32], of bonds: [UInt32], ordering: [UInt32]) -> [UInt32] {
    let here = Set(bonds)
    guard connections.count >= bonds.count, Set(ordering).isSuperset(of: here) else {
      return connections
    }
    // If the list has an id for each attachment node, unused ones have the id 0.
    let order =
      ordering.count == connections.count ? ordering : ordering.filter { here.contains($0) }
    let indices = Dictionary(
      order.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let first = bonds.compactMap { indices[$0] }.filter { $0 < connections.count }.map {
      connections[$0]
    }
    let known = Set(first)
    return first + connections.filter { !known.contains($0) }
  }
}

extension Bond.Order {
  private static let cdxCodes: [Bond.Order: Int] = [
    .single: 1, .double: 2, .singleOrDouble: 3, .triple: 4, .quadruple: 8, .aromatic: 0x80,
    .singleOrAromatic: 0x81, .doubleOrAromatic: 0x82, .zero: 0x1000, .hydrogen: 0x4000,
    .any: 0xFFFF,
  ]

  init(cdx bits: Int) {
    let code = bits & 0xFFFF
    let known = Bond.Order.cdxCodes.first { $0.value == code }?.key
    // A half bond and an ionic one take no valence; a bond of order 2.5 is read as double.
    self = known ?? (code == 0x40 || code == 0x2000 ? .zero : code == 0x100 ? .double : .single)
  }

  var cdx: Int { Bond.Order.cdxCodes[self] ?? 1 }
}

extension Bond {
  private static let displayKey = "display"

  /// Sets the wedge from CDX's display value. Stores a value that says more: hollow, bold, dashed.
  ///
  /// Values for wedges whose thin end is at the bond's end swap the bond's ends.
  mutating func setDisplay(_ display: Int) {
    var style = display == 10 ? 9 : display
    switch display {
    case 3, 4: stereo = .down
    case 6, 7, 9, 10: stereo = .up
    case 8: stereo = .either
    case 1 where order == .zero: style = 0
    default: break
    }
    if display == 4 || display == 7 || display == 10 { swap(&from, &to) }
    // Dashed, hashed throughout, bold, hollow, dotted, dash-dotted, bold and dashed.
    guard [1, 2, 5, 9, 11, 12, 13].contains(style) else { return }
    extras.append(Extra(.cdx, Bond.displayKey, String(style)))
  }

  /// CDX's display value, with the thin end at the bond's beginning; `nil` for a plain line.
  var display: Int? {
    let stored = extras.value(Bond.displayKey, of: .cdx).flatMap { Characters.integer($0) }
    switch stereo {
    case .up: return stored == 9 ? 9 : 6
    case .down: return 3
    case .either: return 8
    case .plain: return stored == 9 ? nil : stored ?? (order == .zero ? 1 : nil)
    }
  }
}
