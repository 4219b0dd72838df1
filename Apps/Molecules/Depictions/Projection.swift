import Glibc
import Terminals

/// A sketch seen from a viewpoint. Points are in dots from the top left of the grid.
struct Projection {
  /// An atom's text, and the index of the letter that is placed on the atom.
  struct PlacedLabel {
    let label: AtomLabel
    let text: String
    let anchor: Int
    let point: Point
  }

  let bonds: [SketchedBond]
  let points: [Point]
  let labels: [PlacedLabel]
  let texts: [(text: String, point: Point)]
  let arrows: [Segment]
  /// The length of a typical bond, in dots.
  let unit: Double
  /// How far the viewpoint can be moved from the drawing's center, in bond lengths.
  let reach: Point

  /// `nil` if there is nothing to draw.
  init?(
    _ structure: PreparedStructure, size: Size, from viewpoint: Viewpoint,
    in script: Depiction.Script
  ) {
    var viewpoint = viewpoint
    if !structure.turns { (viewpoint.turn, viewpoint.tilt, viewpoint.roll) = (0, 0, 0) }
    let views = structure.layouts.map {
      Projection($0, size: size, from: viewpoint, in: script)
    }
    guard let view = views.max(by: { $0.unit < $1.unit }) else { return nil }
    self = view
  }

  init(_ sketch: Sketch, size: Size, from viewpoint: Viewpoint, in script: Depiction.Script) {
    bonds = sketch.bonds
    let turned = Projection.turned(sketch.atoms, by: viewpoint)
    let texts = Projection.texts(sketch, turned, script)
    let extents =
      texts.enumerated().map { index, text in
        Extent(turned[index], letters: text?.text.count ?? 0, anchor: text?.anchor ?? 0)
      }
      + sketch.texts.map { Extent($0.point, letters: $0.text.count, anchor: $0.text.count / 2) }
      + sketch.arrows.flatMap { [Extent($0.from), Extent($0.to)] }
    let fit = Fit(extents, size: size)
    unit = fit.unit * viewpoint.clampedZoom
    reach = fit.half
    let middle = fit.middle(moved: viewpoint)
    let scale = unit
    let origin = Point(x: Double(size.columns), y: Double(size.rows * 2))
    func projected(_ point: Point) -> Point { (point - middle) * scale + origin }
    points = turned.map(projected)
    labels = texts.enumerated().compactMap { index, text in
      guard let text, let label = sketch.atoms[index].label else { return nil }
      return PlacedLabel(
        label: label, text: text.text, anchor: text.anchor, point: projected(turned[index]))
    }
    self.texts = sketch.texts.map { ($0.text, projected($0.point)) }
    arrows = sketch.arrows.map { Segment(from: projected($0.from), to: projected($0.to)) }
  }

  /// Hydrogens are on the side that has fewer bonds.
  private static func texts(
    _ sketch: Sketch, _ points: [Point], _ script: Depiction.Script
  ) -> [(text: String, anchor: Int)?] {
    var leanings = Array(repeating: 0.0, count: points.count)
    for bond in sketch.bonds {
      let way = (points[bond.to] - points[bond.from]).direction.x
      leanings[bond.from] += way
      leanings[bond.to] -= way
    }
    return sketch.atoms.enumerated().map { index, atom in
      guard let label = atom.label else { return nil }
      return label.text(hydrogensFirst: label.leads || leanings[index] > 0.2, script)
    }
  }

  /// Rotates about the vertical axis, then the horizontal one, then in the plane.
  private static func turned(_ atoms: [SketchedAtom], by viewpoint: Viewpoint) -> [Point] {
    func parts(_ degrees: Double) -> (sin: Double, cos: Double) {
      let angle = degrees.isFinite ? degrees.remainder(dividingBy: 360) * .pi / 180 : 0
      return (sin(angle), cos(angle))
    }
    let (turn, tilt, roll) = (parts(viewpoint.turn), parts(viewpoint.tilt), parts(viewpoint.roll))
    return atoms.map { atom in
      let x = atom.x * turn.cos + atom.z * turn.sin
      let z = atom.z * turn.cos - atom.x * turn.sin
      let y = atom.y * tilt.cos - z * tilt.sin
      return Point(x: x * roll.cos - y * roll.sin, y: x * roll.sin + y * roll.cos)
    }
  }
}

/// A point in bond lengths, with the space around it that its text takes, in dots.
struct Extent {
  let point: Point
  let left: Double
  let right: Double
  /// The space above, and that below.
  let height: Double

  init(_ point: Point, letters: Int = 0, anchor: Int = 0) {
    self.point = point
    left = letters > 0 ? Double(2 * anchor + 1) : 1
    right = letters > 0 ? Double(2 * (letters - anchor) - 1) : 1
    height = letters > 0 ? 2 : 1
  }
}

/// The scale at which a drawing with its text fills a grid.
struct Fit {
  /// The length of a typical bond, in dots.
  let unit: Double
  private let low: Point
  private let high: Point

  /// Half the drawing's size with its text, in bond lengths: the viewpoint's limit.
  var half: Point { (high - low) * 0.5 }

  init(_ extents: [Extent], size: Size) {
    let width = Double(size.columns * 2)
    let height = Double(size.rows * 4)
    // Text has a fixed size, so the width isn't proportional to the scale; it grows monotonically,
    // so the scale is found by bisection.
    func isInside(_ unit: Double) -> Bool {
      Fit.box(extents, unit).map { $0.width <= width && $0.height <= height } ?? false
    }
    let largest = min(24, 12 + Double(size.rows) / 3)
    var (fits, exceeds) = (isInside(largest) ? largest : 0, largest)
    for _ in 0..<18 where fits < largest {
      let middle = (fits + exceeds) / 2
      if isInside(middle) { fits = middle } else { exceeds = middle }
    }
    // Draws something even if the text alone doesn't fit.
    unit = max(fits, 0.05)
    let box = Fit.box(extents, unit)
    low = (box?.low ?? .zero) * (1 / unit)
    high = (box?.high ?? .zero) * (1 / unit)
  }

  /// The point, in bond lengths, at the center of the grid.
  func middle(moved viewpoint: Viewpoint) -> Point {
    func clamped(_ value: Double, _ limit: Double) -> Double {
      value.isFinite ? min(max(value, -limit), limit) : 0
    }
    return Point(
      x: low.x + half.x + clamped(viewpoint.across, half.x),
      y: low.y + half.y + clamped(viewpoint.down, half.y))
  }

  private static func box(
    _ extents: [Extent], _ unit: Double
  ) -> (low: Point, high: Point, width: Double, height: Double)? {
    guard let first = extents.first else { return nil }
    var low = first.point * unit
    var high = low
    for extent in extents {
      let point = extent.point * unit
      low.x = min(low.x, point.x - extent.left)
      high.x = max(high.x, point.x + extent.right)
      low.y = min(low.y, point.y - extent.height)
      high.y = max(high.y, point.y + extent.height)
    }
    return (low, high, high.x - low.x, high.y - low.y)
  }
}
