/// Writes records as one ChemDraw CDX file: molecules in columns, and reactions as scheme steps.
///
/// A CDX drawing can't store fields. They are left out, and `problems` says for how many records.
/// Records without a structure, or with a molecule that has no atoms, are left out, too; only
/// `RecordLosses` lists them.
struct CDXWriter {
  private var problemList = FormatErrors()
  private var bytes: [UInt8] = []
  private var nextID: UInt32 = 1
  private var page = CDXPage()
  private(set) var count = 0
  private var mapped: [(map: Int, id: UInt32, role: Reaction.Role)] = []
  private static let bondLength = 14.4

  var problems: [FormatError] { problemList.all }

  mutating func bytes(of records: [Record]) -> [UInt8] {
    (page, count) = (CDXPage(), 0)
    bytes = CDXParser.magic + [4, 3, 2, 1] + Array(repeating: 0, count: 10)
    bytes += [0x00, 0x80, 0, 0, 0, 0]
    property(.program, text("Reprise", isStyled: false))
    integer(.bondLength, Int(CDXWriter.bondLength * 65536), bytes: 4)
    _ = begin(.page)
    for record in records { draw(record) }
    end()
    end()
    return bytes
  }

  private mutating func draw(_ record: Record) {
    let isDrawn: Bool
    switch record.structure {
    // An empty molecule draws nothing. `RecordLosses` reports it.
    case .molecule(let molecule) where molecule.atoms.isEmpty: return
    case .molecule(let molecule): isDrawn = draw([(.reactant, molecule)]) != nil
    case .reaction(let reaction): isDrawn = draw(reaction)
    case .none: return
    }
    let name = "“\(record.name)”"
    guard isDrawn else {
      problemList.note(of: name, advice: "Write fewer records into one drawing.") {
        "\($0) is left out: the page is full."
      }
      return
    }
    count += 1
    if record.molecule?.isSpatial == true {
      problemList.note(of: name, advice: "Write a molfile to keep them.") {
        "\($0) is flat in a drawing: third coordinates are left out."
      }
    }
    if record.reaction?.name.isEmpty == false {
      problemList.note(of: name, advice: "Write an RXN file or an RDfile to keep it.") {
        "The name of \($0) is left out: a scheme has none."
      }
    }
    if !record.fields.isEmpty {
      problemList.note(of: name, advice: "Write an SDfile or a DataSheet to keep them.") {
        "The fields of \($0) are left out: a drawing has none."
      }
    }
  }

  // MARK: Structures

  /// Draws molecules in their relative positions, and returns their ids; `nil` if the page is full.
  private mutating func draw(_ molecules: [(role: Reaction.Role, molecule: Molecule)]) -> [UInt32]?
  {
    let positions = molecules.flatMap { $0.molecule.atoms.map { $0.position } }
    let length = molecules.compactMap { $0.molecule.medianBondLength }.first ?? 1.5
    let left = positions.map { $0.x }.min() ?? 0
    let width = (positions.map { $0.x }.max() ?? 0) - left
    let upper = positions.map { $0.y }.max() ?? 0
    let height = upper - (positions.map { $0.y }.min() ?? 0)
    let scale = min(
      CDXWriter.bondLength / max(length, 1e-3), CDXPage.largest / max(width, height, 1e-3))
    guard let corner = page.reserve(width: width * scale, height: height * scale) else {
      return nil
    }
    let placement = Placement(scale: scale, left: left, upper: upper, corner: corner)
    return molecules.map { fragment($0.molecule, placement, $0.role) }
  }

  private mutating func fragment(
    _ molecule: Molecule, _ placement: Placement, _ role: Reaction.Role, isOrdered: Bool = false
  ) -> UInt32 {
    let id = begin(.fragment)
    if !molecule.name.isEmpty {
      property(.name, text(Characters.oneLine(molecule.name), isStyled: false))
    }
    let lists = molecule.bondsOfAtoms
    let sums = molecule.bondSums
    let first = nextID
    // Reserves the ids of all atoms and bonds, since a label's node lists the ids of its bonds.
    let firstBond = first + UInt32(molecule.atoms.count)
    nextID = firstBond + UInt32(molecule.bonds.count)
    if isOrdered {
      // The attachment atoms, in the order of the label's bonds.
      let stars = molecule.atoms.indices.filter { molecule.atoms[$0].symbol == "*" }
      ids(.connectionOrder, stars.map { first + UInt32($0) })
    }
    for (index, atom) in molecule.atoms.enumerated() {
      let id = first + UInt32(index)
      let bonds = lists[index].map { firstBond + UInt32($0) }
      let hydrogens = MDLValence.hydrogens(of: atom, bondSum: sums[index])
      node(atom, id, bonds, placement, role, computedHydrogens: hydrogens)
    }
    for (index, bond) in molecule.bonds.enumerated() {
      object(.bond, firstBond + UInt32(index))
      integer(.bondBegin, Int(first) + bond.from, bytes: 4)
      integer(.bondEnd, Int(first) + bond.to, bytes: 4)
      if bond.order != .single { integer(.bondOrder, bond.order.cdx, bytes: 2) }
      if let display = bond.display { integer(.display, display, bytes: 2) }
      end()
    }
    end()
    return id
  }

  private mutating func node(
    _ atom: Atom, _ id: UInt32, _ bonds: [UInt32], _ placement: Placement, _ role: Reaction.Role,
    computedHydrogens hydrogens: Int
  ) {
    object(.node, id)
    if atom.map > 0 { mapped.append((atom.map, id, role)) }
    let (x, y) = placement.point(atom.position)
    property(.position, little(y, 4) + little(x, 4))
    if let abbreviation = atom.abbreviation {
      integer(.nodeType, 5, bytes: 2)
      // The bonds in the order of the label's attachment points, 0 for an unused one. Indigo
      // crashes without this list, but for a label with a single attachment point the list detaches
      // the label.
      let stars = abbreviation.molecule.atoms.count { $0.symbol == "*" }
      let order = bonds + Array(repeating: 0, count: max(0, stars - bonds.count))
      if order.count > 1 { ids(.bondOrdering, order) }
      let isOrdered = order.count > 1 && order.count == stars
      _ = fragment(abbreviation.molecule, placement, role, isOrdered: isOrdered)
      label(SketchElLabel.plain(atom.symbol), x, y)
    } else if let element = atom.element {
      // Other programs treat a label without an element as a placeholder.
      let isLabelled = element.number != 6 || atom.charge != 0 || atom.isotope != nil
      if isLabelled { integer(.element, element.number, bytes: 2) }
      // Carbon's hydrogens are omitted if the rule yields them. For radicals, rules differ.
      if element.number != 6 || atom.hydrogens != hydrogens || atom.unpairedElectrons > 0 {
        integer(.hydrogens, max(0, min(99, atom.hydrogens)), bytes: 2)
      }
      if isLabelled { label(atom.symbol, x, y) }
    } else if atom.symbol == "*" {
      integer(.nodeType, 12, bytes: 2)
    } else {
      // Other programs read a node of unspecified type as carbon.
      integer(.nodeType, 7, bytes: 2)
      property(.genericNickname, text(atom.label, isStyled: false))
      label(SketchElLabel.plain(atom.label), x, y)
    }
    if let isotope = atom.isotope { integer(.isotope, isotope, bytes: 2) }
    // Open Babel reads a one-byte charge as unsigned.
    if atom.charge != 0 { integer(.charge, atom.charge, bytes: 4) }
    if atom.radicalCode > 0 { integer(.radical, atom.radicalCode, bytes: 1) }
    end()
  }

  private mutating func label(_ symbol: String, _ x: Int, _ y: Int) {
    _ = begin(.text)
    property(.position, little(y, 4) + little(x, 4))
    property(.text, text(symbol, isStyled: true))
    end()
  }

  // MARK: Reactions

  /// Returns false if the page is full.
  private mutating func draw(_ reaction: Reaction) -> Bool {
    mapped = []
    let drawn = reaction.components.filter { !$0.molecule.atoms.isEmpty }
    guard let ids = draw(drawn.map { ($0.role, $0.molecule) }) else { return false }
    var agents = zip(drawn, ids).filter { $0.0.role == .agent }.map { $0.1 }
    if reaction.components.contains(where: { $0.stoichiometry != nil }) {
      problemList.note(of: "“\(reaction.name)”", advice: "Write a DataSheet to keep it.") {
        "The stoichiometry of \($0) is left out: a drawing has none."
      }
    }
    let named = reaction.components.filter { $0.molecule.atoms.isEmpty && $0.role != .agent }
    if let first = named.first {
      problemList.note(of: "“\(first.name)”", advice: "Write a DataSheet to keep it on its side.") {
        "\($0), known by its name alone, stands above the arrow."
      }
    }
    for component in reaction.components where component.molecule.atoms.isEmpty {
      let id = begin(.text)
      property(.text, text(component.name, isStyled: true))
      end()
      agents.append(id)
    }
    _ = begin(.scheme)
    _ = begin(.step)
    func list(_ role: Reaction.Role) -> [UInt32] {
      zip(drawn, ids).filter { $0.0.role == role }.map { $0.1 }
    }
    let lists: [(CDXObject.Property, [UInt32])] = [
      (.reactants, list(.reactant)), (.products, list(.product)), (.aboveArrow, agents),
    ]
    for (tag, list) in lists where !list.isEmpty { self.ids(tag, list) }
    let pairs = mapped.filter { $0.role == .reactant }.compactMap { one in
      mapped.first { $0.role == .product && $0.map == one.map }.map { [one.id, $0.id] }
    }
    if !pairs.isEmpty { self.ids(.maps, Array(pairs.joined())) }
    end()
    end()
    return true
  }

  // MARK: Bytes

  private mutating func begin(_ tag: CDXObject.Tag) -> UInt32 {
    let id = nextID
    nextID += 1
    object(tag, id)
    return id
  }

  private mutating func object(_ tag: CDXObject.Tag, _ id: UInt32) {
    bytes += little(Int(tag.rawValue), 2) + little(Int(id), 4)
  }

  private mutating func end() { bytes += [0, 0] }

  private mutating func property(_ tag: CDXObject.Property, _ value: [UInt8]) {
    bytes += little(Int(tag.rawValue), 2)
    bytes += value.count < 0xFFFF ? little(value.count, 2) : [0xFF, 0xFF] + little(value.count, 4)
    bytes += value
  }

  private mutating func integer(_ tag: CDXObject.Property, _ value: Int, bytes count: Int) {
    property(tag, little(value, count))
  }

  private mutating func ids(_ tag: CDXObject.Property, _ ids: [UInt32]) {
    property(tag, ids.flatMap { little(Int($0), 4) })
  }

  private func little(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private func text(_ text: String, isStyled: Bool) -> [UInt8] {
    let runs = isStyled ? [1, 0, 3, 0x60, 200, 3] : [0]
    return runs.flatMap { little($0, 2) } + Array(text.utf8)
  }
}

extension CDXWriter {
  /// The scale and position of a drawing on the page, in points.
  private struct Placement {
    let scale: Double
    let left: Double
    let upper: Double
    let corner: (x: Double, y: Double)

    /// In units of 1/65536 point, with y pointing down.
    func point(_ position: Position) -> (x: Int, y: Int) {
      (
        units((position.x - left) * scale + corner.x),
        units((upper - position.y) * scale + corner.y)
      )
    }

    private func units(_ points: Double) -> Int { Int(max(-32_000, min(32_000, points)) * 65536) }
  }
}
