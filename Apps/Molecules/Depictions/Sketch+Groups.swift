import Chemistry

extension Sketch {
  /// Adds the brackets and texts of S-groups, and the values of atoms, as points in `atoms`, so
  /// that they rotate and scale with the drawing. `convert` converts coordinates to the sketch's.
  mutating func addGroups(
    of molecule: Molecule, convert: (Coordinates) -> Coordinates
  ) {
    let atoms = self.atoms
    for (atom, drawn) in zip(molecule.atoms, atoms).lazy.filter({ $0.0.value != nil })
      .prefix(Sketch.groupLimit)
    {
      addCaption(
        atom.value ?? "", at: Coordinates(x: drawn.x + 0.4, y: drawn.y + 0.4, z: drawn.z))
    }
    for group in molecule.groups.prefix(Sketch.groupLimit) {
      let members = group.atoms.filter { atoms.indices.contains($0) }
      guard !members.isEmpty else { continue }
      if group.isBracketed {
        addBrackets(of: group, members, molecule, convert)
      } else if group.kind == "DAT" {
        addData(of: group, members, molecule, convert)
      }
    }
  }

  /// A drawing with more groups would be unreadable.
  private static let groupLimit = 200
  /// Brackets and texts farther than this from all atoms, in bond lengths, are taken as errors in
  /// the file. Drawing them would make the atoms too small to see.
  private static let reach = 4.0
  private static let captionLength = 24

  private mutating func addBrackets(
    of group: SubstanceGroup, _ members: [Int], _ molecule: Molecule,
    _ convert: (Coordinates) -> Coordinates
  ) {
    let middle = Sketch.middle(members.map { atoms[$0] })
    let box = Sketch.box(atoms.prefix(molecule.atoms.count))
    var spines = group.brackets.prefix(8).map { bracket in
      Spine(from: convert(bracket.from), to: convert(bracket.to))
    }
    spines.removeAll { spine in
      !Sketch.isNear(spine.from, box) || !Sketch.isNear(spine.to, box) || spine.length == 0
    }
    if spines.isEmpty { spines = Sketch.usualSpines(group, members, molecule, atoms) }
    for spine in spines { add(spine, towards: middle, isRound: group.isRound) }
    guard let last = spines.max(by: { $0.middle.x < $1.middle.x }) else { return }
    let (low, high) =
      last.from.y > last.to.y ? (last.from, last.to) : (last.to, last.from)
    for (text, end) in [(group.caption, low), (group.connection, high)] {
      addCaption(text, at: Coordinates(x: end.x + 0.25, y: end.y, z: end.z))
    }
  }

  /// Adds a spine with a foot at each end, which points to the group's center.
  private mutating func add(_ spine: Spine, towards middle: Point, isRound: Bool) {
    let way = Point(x: spine.to.x - spine.from.x, y: spine.to.y - spine.from.y)
    let side = way.cross(middle - spine.middle) < 0 ? -1.0 : 1.0
    let length = min(0.3, way.length * 0.2)
    let foot = way.normal * (side * length)
    // The ends of a round bracket are bent, not square.
    let bend = isRound ? way.direction * length : .zero
    func point(_ end: Coordinates, _ offset: Point) -> Int {
      atoms.append(
        SketchedAtom(Coordinates(x: end.x + offset.x, y: end.y + offset.y, z: end.z)))
      return atoms.count - 1
    }
    let first = point(spine.from, bend)
    let last = point(spine.to, bend * -1)
    let feet = [point(spine.from, foot), point(spine.to, foot)]
    bonds.append(
      SketchedBond(
        from: first, to: last, kind: .spine(isRound: isRound), companions: [feet[0]]))
    bonds.append(SketchedBond(from: feet[0], to: first, kind: .foot))
    bonds.append(SketchedBond(from: last, to: feet[1], kind: .foot))
  }

  private mutating func addData(
    of group: SubstanceGroup, _ members: [Int], _ molecule: Molecule,
    _ convert: (Coordinates) -> Coordinates
  ) {
    let box = Sketch.box(members.map { atoms[$0] })
    let whole = Sketch.box(atoms.prefix(molecule.atoms.count))
    let stated = group.dataPosition(from: molecule.atoms[members[0]].position).map(convert)
    let near = stated.flatMap { Sketch.isNear($0, whole) ? $0 : nil }
    addCaption(
      group.caption, at: near ?? Coordinates(x: box.high.x + 0.4, y: box.high.y + 0.4))
  }

  private mutating func addCaption(_ text: String, at position: Coordinates) {
    guard !text.isEmpty else { return }
    let short =
      text.count > Sketch.captionLength ? text.prefix(Sketch.captionLength - 3) + "..." : text[...]
    var label = AtomLabel(symbol: String(short))
    label.isElement = false
    label.isCaption = true
    atoms.append(SketchedAtom(position, label: label))
  }
}

/// The long line of a bracket.
private struct Spine {
  var from: Coordinates
  var to: Coordinates

  var length: Double { Point(x: to.x - from.x, y: to.y - from.y).length }
  var middle: Point { Point(x: (from.x + to.x) / 2, y: (from.y + to.y) / 2) }
}

extension Sketch {
  /// The brackets of a group without coordinates for them: one across each bond that leaves the
  /// group, or two around the whole group.
  private static func usualSpines(
    _ group: SubstanceGroup, _ members: [Int], _ molecule: Molecule, _ atoms: [SketchedAtom]
  ) -> [Spine] {
    let inside = Set(members)
    let crossing = molecule.bonds.filter { inside.contains($0.from) != inside.contains($0.to) }
    guard (1...4).contains(crossing.count) else {
      let (low, high) = box(members.map { atoms[$0] })
      return [low.x - 0.5, high.x + 0.5].map { x in
        Spine(
          from: Coordinates(x: x, y: low.y - 0.5), to: Coordinates(x: x, y: high.y + 0.5))
      }
    }
    return crossing.map { bond in
      let (one, other) = (atoms[bond.from], atoms[bond.to])
      let across = Point(x: other.x - one.x, y: other.y - one.y).normal * 0.6
      let middle = Point(x: (one.x + other.x) / 2, y: (one.y + other.y) / 2)
      let depth = (one.z + other.z) / 2
      return Spine(
        from: Coordinates(x: middle.x - across.x, y: middle.y - across.y, z: depth),
        to: Coordinates(x: middle.x + across.x, y: middle.y + across.y, z: depth))
    }
  }

  private static func middle(_ atoms: [SketchedAtom]) -> Point {
    let sum = atoms.reduce(Point.zero) { Point(x: $0.x + $1.x, y: $0.y + $1.y) }
    return sum * (1 / Double(max(1, atoms.count)))
  }

  private static func box(_ atoms: some Sequence<SketchedAtom>) -> (low: Point, high: Point) {
    var low = Point(x: .infinity, y: .infinity)
    var high = Point(x: -.infinity, y: -.infinity)
    for atom in atoms {
      low = Point(x: min(low.x, atom.x), y: min(low.y, atom.y))
      high = Point(x: max(high.x, atom.x), y: max(high.y, atom.y))
    }
    return (low, high)
  }

  private static func isNear(
    _ position: Coordinates, _ box: (low: Point, high: Point)
  ) -> Bool {
    position.x >= box.low.x - reach && position.x <= box.high.x + reach
      && position.y >= box.low.y - reach && position.y <= box.high.y + reach
  }
}
