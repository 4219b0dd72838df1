import Chemistry

extension Sketch {
  /// If `isStacked`, the arrow and the products are on a second line.
  init(_ reaction: Reaction, isStacked: Bool = false) {
    var pen = Point.zero
    var low = 0.0
    add(reaction.reactants, at: &pen, low: &low)
    if isStacked {
      let below = reaction.products.map { Sketch($0).box.height / 2 }
      let above = reaction.agents.map { Sketch($0).box.height + 0.5 }
      pen = Point(x: 0, y: low + ((below + above).max() ?? 0) + 0.4)
    }
    addArrow(with: reaction.agents, at: &pen, low: &low)
    add(reaction.products, at: &pen, low: &low)
  }

  private static let gap = 0.6

  private mutating func add(
    _ components: [Reaction.Component], at pen: inout Point, low: inout Double
  ) {
    for (index, component) in components.enumerated() {
      if index > 0 {
        texts.append(SketchedText(point: Point(x: pen.x + 0.3, y: pen.y), text: "+"))
        pen.x += 0.6 + Sketch.gap
      }
      if let count = component.stoichiometry, count != "1", !count.isEmpty {
        let width = Double(count.count) * Sketch.letter
        texts.append(SketchedText(point: Point(x: pen.x + width / 2, y: pen.y), text: count))
        pen.x += width + 0.2
      }
      let part = Sketch(component)
      let box = part.box
      insert(part, at: pen)
      pen.x += box.width + Sketch.gap
      low = max(low, pen.y + box.height / 2)
    }
  }

  private mutating func addArrow(
    with agents: [Reaction.Component], at pen: inout Point, low: inout Double
  ) {
    let start = pen.x
    let boxes = agents.map { Sketch($0) }
    let width = boxes.reduce(0) { $0 + $1.box.width + Sketch.gap }
    let length = max(2.5, width + 0.4)
    var point = Point(x: start + (length - width + Sketch.gap) / 2, y: pen.y)
    for box in boxes {
      // Aligns the bottom edges of all agents above the arrow.
      insert(box, at: Point(x: point.x, y: pen.y - 0.5 - box.box.height / 2))
      point.x += box.box.width + Sketch.gap
    }
    arrows.append(
      Segment(from: Point(x: start, y: pen.y), to: Point(x: start + length, y: pen.y)))
    pen.x += length + Sketch.gap
    low = max(low, pen.y + 0.3)
  }

  private init(_ component: Reaction.Component) {
    self.init(component.molecule)
    guard isEmpty else { return }
    texts.append(SketchedText(point: .zero, text: component.title))
  }

  /// The approximate width of a letter, in bond lengths.
  static let letter = 0.17

  private var box: (width: Double, height: Double) {
    var width = 0.0
    var height = 0.4
    for atom in atoms {
      let letters = atom.label.map { Double($0.symbol.count + 2) * Sketch.letter } ?? 0
      width = max(width, 2 * abs(atom.x) + letters)
      height = max(height, 2 * abs(atom.y) + 0.4)
    }
    for text in texts { width = max(width, Double(text.text.count) * Sketch.letter) }
    return (width, height)
  }

  /// Adds another sketch, with its left edge and vertical center at `point`.
  private mutating func insert(_ part: Sketch, at point: Point) {
    let offset = Point(x: point.x + part.box.width / 2, y: point.y)
    let first = atoms.count
    atoms += part.atoms.map {
      SketchedAtom(Coordinates(x: $0.x + offset.x, y: $0.y + offset.y), label: $0.label)
    }
    bonds += part.bonds.map { bond in
      SketchedBond(
        from: bond.from + first, to: bond.to + first, kind: bond.kind,
        companions: bond.companions.map { $0 + first })
    }
    texts += part.texts.map { SketchedText(point: $0.point + offset, text: $0.text) }
  }
}
