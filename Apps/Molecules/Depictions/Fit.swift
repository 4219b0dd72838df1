import Terminals

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
    var fits = 0.0
    var exceeds = min(24, 12 + Double(size.rows) / 3)
    if let box = Fit.box(extents, exceeds), box.width <= width, box.height <= height {
      fits = exceeds
    } else {
      for _ in 0..<18 {
        let middle = (fits + exceeds) / 2
        if let box = Fit.box(extents, middle), box.width <= width, box.height <= height {
          fits = middle
        } else {
          exceeds = middle
        }
      }
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
      let place = extent.point * unit
      low.x = min(low.x, place.x - extent.left)
      high.x = max(high.x, place.x + extent.right)
      low.y = min(low.y, place.y - extent.height)
      high.y = max(high.y, place.y + extent.height)
    }
    return (low, high, high.x - low.x, high.y - low.y)
  }
}
