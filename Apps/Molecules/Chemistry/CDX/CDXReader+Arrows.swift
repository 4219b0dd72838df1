import Core

/// Reactions in drawings that have an arrow, but no scheme.
extension CDXReader {
  /// A reaction arrow: straight, with a head at one end.
  struct Arrow {
    let tail: Position
    let head: Position

    /// Reads an arrow, or a line with an arrowhead, as in older files. Fails for other objects.
    init?(_ object: CDXObject) {
      func integer(_ property: CDXObject.Property) -> Int { object.integer(property) ?? 0 }
      switch object.tag {
      case .arrow:
        let (head, tail) = (integer(.arrowHead), integer(.arrowTail))
        // Two full heads mean resonance; a single half head shows how electrons move.
        let (start, end) = (object.integers(.tail), object.integers(.head))
        guard head == 2 && tail < 2 || head > 2 && tail > 2, integer(.angularSize) == 0,
          object.properties[.isDipole] == nil, start.count >= 2, end.count >= 2
        else { return nil }
        self.head = Position(cdx: end[0], end[1])
        self.tail = Position(cdx: start[0], start[1])
      case .graphic:
        // Full head, equilibrium, hollow.
        guard integer(.graphicType) == 1, [2, 8, 16].contains(integer(.arrowType)) else {
          return nil
        }
        let corners = object.points(.boundingBox)
        guard corners.count >= 2 else { return nil }
        head = corners[0]
        tail = corners[1]
      default: return nil
      }
      guard tail.distance(to: head) > 0 else { return nil }
    }

    private var length: Double { tail.distance(to: head) }

    /// The role of an object, by its projection on the arrow: a product is beyond the head.
    func role(at position: Position) -> Reaction.Role {
      let (way, offset) = (head - tail, position - tail)
      let part = (offset.x * way.x + offset.y * way.y) / (length * length)
      return part < 0 ? .reactant : part > 1 ? .product : .agent
    }

    /// Returns whether a text is near the arrow, rather than far above or below it.
    func contains(_ position: Position) -> Bool {
      let (way, offset) = (head - tail, position - tail)
      return role(at: position) == .agent
        && abs(offset.x * way.y - offset.y * way.x) < length * length
    }
  }

  /// Newer programs write each arrow as a line, too.
  static func arrows(in document: CDXObject) -> [Arrow] {
    func found(_ tag: CDXObject.Tag) -> [Arrow] {
      objects(in: document) { $0.tag == tag }.compactMap { Arrow($0) }
    }
    let new = found(.arrow)
    return new.isEmpty ? found(.graphic) : new
  }

  /// `nil` unless the drawing has exactly one arrow, and molecules at both of its ends.
  mutating func reactionAtArrow(in document: CDXObject, _ used: inout Set<UInt32>) -> Reaction? {
    let arrows = CDXReader.arrows(in: document)
    if arrows.count > 1 {
      problems.note(
        .whole, "The drawing has \(arrows.count) arrows, and no scheme says what they join.",
        advice: "Its molecules are listed one by one. Make it a scheme in ChemDraw.")
    }
    guard arrows.count == 1, let arrow = arrows.first else { return nil }
    let parts = CDXReader.fragments(in: document).compactMap { fragment in
      CDXReader.center(of: fragment).map { (fragment, arrow.role(at: $0)) }
    }
    guard Set(parts.map(\.1)).isSuperset(of: [.reactant, .product]) else { return nil }
    var reaction = Reaction()
    for (fragment, role) in parts {
      used.insert(fragment.id)
      reaction.components.append(.init(role, molecule(of: fragment)))
    }
    for text in CDXReader.texts(in: document) {
      guard let center = CDXReader.center(of: text), arrow.contains(center) else { continue }
      let name = CDXReader.plainText(of: text)
      if !name.isEmpty { reaction.components.append(.init(.agent, Molecule(), name: name)) }
      used.insert(text.id)
    }
    return reaction
  }

  // MARK: Texts

  /// The texts that aren't labels of atoms, bonds or brackets.
  static func texts(in object: CDXObject) -> [CDXObject] {
    let tags: Set<CDXObject.Tag?> = [.text, .node, .bond, .graphic]
    return objects(in: object) { tags.contains($0.tag) }.filter { $0.tag == .text }
  }

  /// A text in one line; empty without letters or digits, such as the plus between two molecules.
  static func plainText(of text: CDXObject) -> String {
    let line = Characters.oneLine(text.text(.text) ?? "").trimmed
    return line.contains { $0.isLetter || $0.isNumber } ? line : ""
  }

  private static func center(of object: CDXObject) -> Position? {
    let nodes = object.children(.node).map { rawPosition(of: $0) }
    let corners = object.points(.boundingBox).prefix(2)
    let points = nodes.isEmpty && corners.count == 2 ? Array(corners) : nodes
    func middle(_ parts: [Double]) -> Double { ((parts.min() ?? 0) + (parts.max() ?? 0)) / 2 }
    guard points.isEmpty else {
      return Position(x: middle(points.map(\.x)), y: middle(points.map(\.y)))
    }
    return object.properties[.position] == nil ? nil : rawPosition(of: object)
  }
}
