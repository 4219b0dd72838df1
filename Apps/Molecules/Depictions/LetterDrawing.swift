import Terminals

/// Draws bonds in ASCII characters.
struct LetterDrawing {
  private(set) var characters: [Character]
  private let size: Size
  private let corner: Point

  init(_ size: Size) {
    self.size = size
    characters = Array(repeating: " ", count: size.rows * size.columns)
    corner = Point(x: Double(size.columns * 2), y: Double(size.rows * 4))
  }

  mutating func draw(_ view: Projection) {
    for bond in view.bonds { draw(bond, view) }
    for arrow in view.arrows {
      line(arrow)
      set(arrow.to, ">")
    }
  }

  private mutating func draw(_ bond: SketchedBond, _ view: Projection) {
    let axis = Segment(from: view.points[bond.from], to: view.points[bond.to])
    guard axis.clipped(to: corner, margin: 8) != nil else { return }
    switch bond.kind {
    case .single: line(axis)
    case .dotted: line(axis, of: ".")
    case .wavy: line(axis, of: "~")
    case .wedge: line(axis, of: "*")
    case .hash: line(axis, of: ":")
    case .crossed: line(axis, of: "x")
    case .double, .solidAndDotted: lines(2, axis)
    case .triple, .quadruple: lines(3, axis)
    case .spine(let isRound):
      spine(axis, foot: bond.companions.first.map { view.points[$0] }, isRound)
    // The spine's character includes the feet.
    case .foot: break
    }
  }

  private mutating func spine(_ axis: Segment, foot: Point?, _ isRound: Bool) {
    guard let foot, !LetterDrawing.isFlat(axis) else { return line(axis) }
    let opens = foot.x > (axis.from.x + axis.to.x) / 2
    line(axis, of: isRound ? (opens ? "(" : ")") : (opens ? "[" : "]"))
  }

  private mutating func lines(_ count: Int, _ axis: Segment) {
    if LetterDrawing.isFlat(axis) { return line(axis, of: count == 2 ? "=" : "#") }
    let offset = Point(x: 2, y: 0)
    line(axis)
    line(axis.moved(by: offset))
    if count == 3 { line(axis.moved(by: offset * -1)) }
  }

  private static func isFlat(_ axis: Segment) -> Bool {
    let way = axis.to - axis.from
    return abs(way.y) * 2 < abs(way.x)
  }

  private mutating func line(_ segment: Segment, of own: Character? = nil) {
    guard let part = segment.clipped(to: corner, margin: 4) else { return }
    let way = part.to - part.from
    // The size in cells. A cell is twice as high as it is wide.
    let (columns, rows) = (abs(way.x) / 2, abs(way.y) / 4)
    let count = max(1, Int(near: max(columns, rows).rounded(.up)))
    let slant: Character = (way.x > 0) == (way.y > 0) ? "\\" : "/"
    for step in 0...count {
      let point = part.from + way * (Double(step) / Double(count))
      let sign: Character
      if let own {
        sign = own
      } else if rows > columns * 2 {
        sign = "|"
      } else if rows * 2 > columns {
        sign = slant
      } else {
        // Shows the height within the cell as closely as ASCII can.
        let height = (point.y / 4) - (point.y / 4).rounded(.down)
        sign = rows < 0.5 ? "-" : height < 0.33 ? "'" : height < 0.67 ? "-" : "."
      }
      set(point, sign)
    }
  }

  private mutating func set(_ point: Point, _ character: Character) {
    let row = Int(near: (point.y / 4).rounded(.down))
    let column = Int(near: (point.x / 2).rounded(.down))
    guard (0..<size.rows).contains(row), (0..<size.columns).contains(column) else { return }
    characters[row * size.columns + column] = character
  }
}
