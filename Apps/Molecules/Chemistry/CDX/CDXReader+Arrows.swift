import Core

/// Reactions in drawings that have an arrow, but no scheme.
extension CDXReader {
  /// A reaction arrow: straight, with a head at one end.
  struct Arrow {
    let tail: Position
    let head: Position

    /// Reads an arrow, or a line with an arrowhead, as in older files. Fails for other objects.
    init?(_ object: CDXObject) {
      func integer(_ property: UInt16) -> Int { object.integer(property) ?? 0 }
      switch object.tag {
      case CDXObject.Tag.arrow:
        let (head, tail) = (
          integer(CDXObject.Property.arrowHead), integer(CDXObject.Property.arrowTail)
        )
        // Two full heads mean resonance; a single half head shows how electrons move.
        guard head == 2 && tail < 2 || head > 2 && tail > 2,
          integer(CDXObject.Property.angularSize) == 0,
          object.properties[CDXObject.Property.isDipole] == nil
        else { return nil }
        let ends = [CDXObject.Property.head, CDXObject.Property.tail].map { object.integers($0) }
        guard ends.allSatisfy({ $0.count >= 2 }) else { return nil }
        self.head = CDXReader.position(x: ends[0][0], y: ends[0][1])
        self.tail = CDXReader.position(x: ends[1][0], y: ends[1][1])
      case CDXObject.Tag.graphic:
        // Full head, equilibrium, hollow.
        guard integer(CDXObject.Property.graphicType) == 1,
          [2, 8, 16].contains(integer(CDXObject.Property.arrowType))
        else { return nil }
        let corners = object.integers(CDXObject.Property.boundingBox)
        guard corners.count >= 4 else { return nil }
        head = CDXReader.position(x: corners[1], y: corners[0])
        tail = CDXReader.position(x: corners[3], y: corners[2])
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

  static func position(x: UInt32, y: UInt32) -> Position {
    Position(x: Double(Int32(bitPattern: x)), y: -Double(Int32(bitPattern: y)))
  }

  /// Newer programs write each arrow as a line, too.
  static func arrows(in document: CDXObject) -> [Arrow] {
    let tags = [CDXObject.Tag.arrow, CDXObject.Tag.graphic].map { tag in
      objects(in: document) { $0.tag == tag }.compactMap { Arrow($0) }
    }
    return tags[0].isEmpty ? tags[1] : tags[0]
  }

  /// `nil` unless the drawing has exactly one arrow, and molecules at both of its ends.
  mutating func reactionAtArrow(in document: CDXObject, _ used: inout Set<UInt32>) -> Reaction? {
    let arrows = CDXReader.arrows(in: document)
    if arrows.count > 1 {
      problems.note(
        FormatError(
          .whole, "The drawing has \(arrows.count) arrows, and no scheme says what they join.",
          advice: "Its molecules are listed one by one. Make it a scheme in ChemDraw."))
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
    let others = [CDXObject.Tag.node, CDXObject.Tag.bond, CDXObject.Tag.graphic]
    return objects(in: object) { $0.tag == CDXObject.Tag.text || others.contains($0.tag) }
      .filter { $0.tag == CDXObject.Tag.text }
  }

  /// A text in one line; empty without letters or digits, such as the plus between two molecules.
  static func plainText(of text: CDXObject) -> String {
    let line = Characters.oneLine(text.text(CDXObject.Property.text) ?? "").trimmed
    return line.contains { $0.isLetter || $0.isNumber } ? line : ""
  }

  private static func center(of object: CDXObject) -> Position? {
    let nodes = object.children(CDXObject.Tag.node).map { rawPosition(of: $0) }
    if let first = nodes.first {
      func middle(_ part: (Position) -> Double) -> Double {
        let parts = nodes.map(part)
        return ((parts.min() ?? part(first)) + (parts.max() ?? part(first))) / 2
      }
      return Position(x: middle(\.x), y: middle(\.y))
    }
    let corners = object.integers(CDXObject.Property.boundingBox)
    if corners.count >= 4 {
      let (one, other) = (
        position(x: corners[1], y: corners[0]), position(x: corners[3], y: corners[2])
      )
      return Position(x: (one.x + other.x) / 2, y: (one.y + other.y) / 2)
    }
    return object.properties[CDXObject.Property.position] == nil ? nil : rawPosition(of: object)
  }
}
