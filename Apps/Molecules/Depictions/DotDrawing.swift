import Glibc
import Terminals

/// Draws bonds in braille dots.
struct DotDrawing {
  private(set) var dots: BrailleGrid
  private let corner: Point

  init(_ size: Size) {
    dots = BrailleGrid(rows: size.rows, columns: size.columns)
    corner = Point(x: Double(size.columns * 2), y: Double(size.rows * 4))
  }

  mutating func draw(_ view: Projection) {
    for bond in view.bonds { draw(bond, view) }
    for arrow in view.arrows { drawArrow(arrow) }
  }

  private mutating func draw(_ bond: SketchedBond, _ view: Projection) {
    let (from, to) = (view.points[bond.from], view.points[bond.to])
    let axis = Segment(from: from, to: to)
    // In an enlarged drawing, most bonds are out of sight.
    guard let seen = axis.clipped(to: corner, margin: 8) else { return }
    let length = (to - from).length
    // On a short bond, two lines would merge into a blot.
    let isLong = length >= 5
    switch bond.kind {
    case .single, .spine, .foot: line(axis)
    case .dotted: dotted(axis)
    case .wavy: isLong ? wave(axis, seen) : line(axis)
    case .wedge: isLong ? wedge(axis) : line(axis)
    case .hash: isLong ? hash(axis, seen) : dotted(axis)
    case .crossed: isLong ? cross(axis) : line(axis)
    case .double: isLong ? double(axis, side(of: bond, view), length) : line(axis)
    case .solidAndDotted:
      line(axis)
      if isLong { dotted(beside(axis, side(of: bond, view) ?? 1, length)) }
    case .triple, .quadruple:
      line(axis)
      guard isLong else { return }
      let offset = (to - from).normal * DotDrawing.gap(length)
      line(axis.moved(by: offset))
      line(axis.moved(by: offset * -1))
      if bond.kind == .quadruple { line(axis.moved(by: offset * 2)) }
    }
  }

  /// The distance between the lines of a double bond: at least two dots, or they would touch.
  private static func gap(_ length: Double) -> Double { min(3.5, max(2, length * 0.17)) }

  /// The side of a double bond's second line: 1 for the side of `normal`, -1 for the other; `nil`
  /// for both lines beside the axis.
  private func side(of bond: SketchedBond, _ view: Projection) -> Double? {
    guard !bond.companions.isEmpty else { return nil }
    let from = view.points[bond.from]
    let way = view.points[bond.to] - from
    let sum = bond.companions.reduce(0.0) { sum, atom in
      sum + way.direction.cross((view.points[atom] - from).direction)
    }
    return abs(sum) < 1e-6 ? 1 : (sum > 0 ? 1 : -1)
  }

  private mutating func double(_ axis: Segment, _ side: Double?, _ length: Double) {
    guard let side else {
      let offset = (axis.to - axis.from).normal * (DotDrawing.gap(length) / 2)
      line(axis.moved(by: offset))
      line(axis.moved(by: offset * -1))
      return
    }
    line(axis)
    line(beside(axis, side, length))
  }

  private func beside(_ axis: Segment, _ side: Double, _ length: Double) -> Segment {
    let way = axis.to - axis.from
    let offset = way.normal * (DotDrawing.gap(length) * side)
    let inset = way * (length > 9 ? 0.16 : 0.1)
    return Segment(from: axis.from + offset + inset, to: axis.to + offset - inset)
  }

  private mutating func wedge(_ axis: Segment) {
    let way = axis.to - axis.from
    let half = min(3, max(1.5, way.length * 0.13))
    for step in stride(from: -half, through: half, by: 0.5) {
      line(Segment(from: axis.from, to: axis.to + way.normal * step))
    }
  }

  private mutating func hash(_ axis: Segment, _ seen: Segment) {
    let way = axis.to - axis.from
    let length = way.length
    let half = min(3, max(1.5, length * 0.13))
    var distance = 1.5 + ((seen.from - axis.from).length / 3).rounded(.down) * 3
    let end = min(length, (seen.to - axis.from).length)
    while distance <= end {
      let middle = axis.from + way.direction * distance
      let reach = way.normal * max(0.5, half * distance / length)
      line(Segment(from: middle - reach, to: middle + reach))
      // Closer strokes would merge.
      distance += 3
    }
  }

  private mutating func wave(_ axis: Segment, _ seen: Segment) {
    let way = axis.to - axis.from
    let start = (seen.from - axis.from).length.rounded(.down)
    let end = min(way.length, (seen.to - axis.from).length)
    var before = axis.from + way.direction * start
    for step in stride(from: start + 1, through: max(start + 1, end), by: 1) {
      let middle = axis.from + way.direction * step
      let point = middle + way.normal * (sin(step * 2 * .pi / 6) * 1.5)
      line(Segment(from: before, to: point))
      before = point
    }
  }

  private mutating func cross(_ axis: Segment) {
    let way = axis.to - axis.from
    let offset = way.normal * (DotDrawing.gap(way.length) / 2)
    line(Segment(from: axis.from + offset, to: axis.to - offset))
    line(Segment(from: axis.from - offset, to: axis.to + offset))
  }

  private mutating func drawArrow(_ arrow: Segment) {
    line(arrow)
    let back = (arrow.from - arrow.to).direction * 4
    let side = back.normal * 2.5
    line(Segment(from: arrow.to, to: arrow.to + back + side))
    line(Segment(from: arrow.to, to: arrow.to + back - side))
  }

  private mutating func line(_ segment: Segment) {
    guard let part = segment.clipped(to: corner, margin: 4) else { return }
    dots.line(from: dot(part.from), to: dot(part.to))
  }

  private mutating func dotted(_ segment: Segment) {
    guard let part = segment.clipped(to: corner, margin: 4) else { return }
    let way = part.to - part.from
    for step in stride(from: 0, through: way.length, by: 3) {
      let position = dot(part.from + way.direction * step)
      dots.set(row: position.row, column: position.column)
    }
  }

  private func dot(_ point: Point) -> (row: Int, column: Int) {
    (Int(near: point.y.rounded(.down)), Int(near: point.x.rounded(.down)))
  }
}
