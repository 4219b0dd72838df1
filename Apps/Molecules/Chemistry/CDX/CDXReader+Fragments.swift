import Core

extension CDXReader {
  /// `joints` are the ids of a label's attachment nodes, in the order of the label's bonds. They
  /// come first.
  mutating func molecule(
    of fragment: CDXObject, joints: [UInt32] = [], depth: Int = 0
  ) -> Molecule {
    var molecule = Molecule()
    molecule.name = Characters.oneLine(fragment.text(CDXObject.Property.name) ?? "").trimmed
    let nodes = fragment.children(CDXObject.Tag.node)
    budget -= nodes.count
    guard budget >= 0 else {
      problems.note(
        FormatError(
          .byte(fragment.offset), "The drawing's steps and labels name too many atoms.",
          advice: "The structure is left out."))
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
      stated[molecule.atoms.count] = node.integer(CDXObject.Property.hydrogens)
      molecule.atoms.append(atom(of: node))
      offsets.append(node.offset)
    }
    let hubs = Set(multiple.map { $0.id })
    // A multi-attachment node stands for one bond to each of its atoms.
    for node in multiple {
      let atoms = Set(node.integers(CDXObject.Property.attachments)).subtracting(hubs)
        .flatMap { atomIndices[$0] ?? [] }
      atomIndices[node.id] = Array(Set(atoms)).sorted()
    }
    var bondIDs: [UInt32] = []
    for object in fragment.children(CDXObject.Tag.bond) {
      addBonds(object, atomIndices, hubs, to: &molecule, &bondIDs)
    }
    setHydrogens(stated, of: &molecule)
    addAbbreviations(nodes, atomIndices, bondIDs, to: &molecule, depth: depth)
    problems.noteOddAtoms(
      of: molecule, bondSums: molecule.bondSums, at: offsets.map { .byte($0) })
    return molecule
  }

  private static let hubLimit = 10_000

  private func nodeType(of node: CDXObject) -> Int {
    node.integer(CDXObject.Property.nodeType) ?? 1
  }

  private func label(of node: CDXObject) -> String {
    let text = node.children(CDXObject.Tag.text).first?.text(CDXObject.Property.text)
    return (text ?? "").filter { !$0.isWhitespace }
  }

  private func atom(of node: CDXObject) -> Atom {
    var atom = Atom("*", at: position(of: node))
    let number = node.integer(CDXObject.Property.element) ?? 6
    switch nodeType(of: node) {
    case 1: atom.symbol = Element(number: number)?.symbol ?? "*"
    case 12: atom.symbol = "*"
    case 7:
      let nickname = node.text(CDXObject.Property.genericNickname)?.trimmed ?? ""
      let label = nickname.isEmpty ? self.label(of: node) : nickname
      if !label.isEmpty { atom.symbol = label }
    default:
      let label = self.label(of: node)
      if !label.isEmpty { atom.symbol = label }
    }
    if let charge = node.integer(CDXObject.Property.charge), abs(charge) < 1000 {
      atom.charge = charge
    }
    if let isotope = node.integer(CDXObject.Property.isotope), isotope > 0, isotope < 1000 {
      atom.isotope = isotope
    }
    atom.radicalCode = node.integer(CDXObject.Property.radical) ?? 0
    atom.map = map(of: node.id)
    return atom
  }

  private mutating func addBonds(
    _ object: CDXObject, _ atomIndices: [UInt32: [Int]], _ hubs: Set<UInt32>,
    to molecule: inout Molecule, _ bondIDs: inout [UInt32]
  ) {
    func end(_ property: UInt16) -> UInt32 {
      UInt32(truncatingIfNeeded: object.integer(property) ?? 0)
    }
    let (first, second) = (end(CDXObject.Property.bondBegin), end(CDXObject.Property.bondEnd))
    guard let from = atomIndices[first], let to = atomIndices[second] else {
      problems.note(
        FormatError(
          .byte(object.offset), "The bond's end isn't an atom of the fragment.",
          advice: "It is left out."))
      return
    }
    guard from.count * to.count <= CDXReader.hubLimit,
      from.count * to.count == 1 || molecule.bonds.count <= CDXReader.hubLimit
    else {
      problems.note(
        FormatError(
          .byte(object.offset), "The bond has more than \(CDXReader.hubLimit) attachments.",
          advice: "It is left out."))
      return
    }
    let isHub = hubs.contains(first) || hubs.contains(second)
    let order = Bond.Order(cdx: object.integer(CDXObject.Property.bondOrder) ?? 1)
    for one in from {
      for other in to where one != other {
        var bond = Bond(from: one, to: other, isHub ? .zero : order)
        bond.setDisplay(object.integer(CDXObject.Property.display) ?? 0)
        molecule.bonds.append(bond)
        bondIDs.append(object.id)
      }
    }
  }

  private func setHydrogens(_ stated: [Int: Int], of molecule: inout Molecule) {
    molecule.computeHydrogensByMDL()
    for (index, count) in stated where count >= 0 && count < 100 {
      guard molecule.atoms[index].element != nil, molecule.atoms[index].hydrogens != count else {
        continue
      }
      molecule.atoms[index].hydrogens = count
      molecule.atoms[index].hasFixedHydrogens = true
    }
  }

  private mutating func addAbbreviations(
    _ nodes: [CDXObject], _ atomIndices: [UInt32: [Int]], _ bondIDs: [UInt32],
    to molecule: inout Molecule, depth: Int
  ) {
    let lists = molecule.bondsOfAtoms
    for node in nodes where nodeType(of: node) != 10 {
      guard let index = atomIndices[node.id]?.first,
        let inner = node.children(CDXObject.Tag.fragment).first
      else { continue }
      guard depth < Abbreviation.depthLimit else {
        problems.note(
          FormatError(
            .byte(node.offset), "Abbreviations are nested too deeply.",
            advice: "The structure of the innermost is left out."))
        continue
      }
      let ends = inner.children(CDXObject.Tag.node).filter { nodeType(of: $0) == 12 }
        .map { $0.id }
      let known = Set(ends)
      let stated = inner.integers(CDXObject.Property.connectionOrder).filter { known.contains($0) }
      let connections = stated.count == ends.count ? stated : ends
      let bonds = lists[index].map { bondIDs[$0] }
      let joints = joints(
        connections, of: bonds, ordering: node.integers(CDXObject.Property.bondOrdering))
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
  private func joints(
    _ connections: [UInt32], of bonds: [UInt32], ordering: [UInt32]
  ) -> [UInt32] {
    let here = Set(bonds)
    guard connections.count >= bonds.count, Set(ordering).isSuperset(of: here) else {
      return connections
    }
    // If the list has an id for each attachment node, unused ones have the id 0.
    let order =
      ordering.count == connections.count ? ordering : ordering.filter { here.contains($0) }
    let indices = Dictionary(
      order.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let first = bonds.compactMap { indices[$0] }.filter { $0 < connections.count }
      .map { connections[$0] }
    let known = Set(first)
    return first + connections.filter { !known.contains($0) }
  }
}

extension Bond.Order {
  init(cdx bits: Int) {
    switch bits & 0xFFFF {
    case 1: self = .single
    case 2: self = .double
    case 3: self = .singleOrDouble
    case 4: self = .triple
    case 8: self = .quadruple
    case 0x80: self = .aromatic
    case 0x81: self = .singleOrAromatic
    case 0x82: self = .doubleOrAromatic
    case 0x40, 0x1000, 0x2000: self = .zero
    case 0x4000: self = .hydrogen
    case 0x100: self = .double
    case 0xFFFF: self = .any
    default: self = .single
    }
  }

  var cdx: Int {
    switch self {
    case .single: 1
    case .double: 2
    case .triple: 4
    case .quadruple: 8
    case .aromatic: 0x80
    case .zero: 0x1000
    case .hydrogen: 0x4000
    case .singleOrDouble: 3
    case .singleOrAromatic: 0x81
    case .doubleOrAromatic: 0x82
    case .any: 0xFFFF
    }
  }
}

extension Bond {
  private static let displayKey = "display"

  /// Sets the wedge from CDX's display value. Stores a value that says more: hollow, bold, dashed.
  ///
  /// Values for wedges whose thin end is at the bond's end swap the bond's ends.
  mutating func setDisplay(_ display: Int) {
    switch display {
    case 3, 4: stereo = .down
    case 6, 7, 9, 10: stereo = .up
    case 8: stereo = .either
    default: break
    }
    if display == 4 || display == 7 || display == 10 { swap(&from, &to) }
    switch display {
    case 9, 10: keep(9)
    // Dashed, hashed throughout, bold, dotted, dash-dotted, bold and dashed: styles, not wedges.
    case 1, 2, 5, 11, 12, 13:
      if display != 1 || order != .zero { keep(display) }
    default: break
    }
  }

  private mutating func keep(_ display: Int) {
    extras.append(Extra(.cdx, Bond.displayKey, String(display)))
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
