import Glibc

/// A point or vector in the plane, in bond lengths or dots, with y pointing down.
struct Point: Hashable, Sendable {
  var x: Double
  var y: Double

  static let zero = Point(x: 0, y: 0)

  static func + (one: Point, other: Point) -> Point {
    Point(x: one.x + other.x, y: one.y + other.y)
  }

  static func - (one: Point, other: Point) -> Point {
    Point(x: one.x - other.x, y: one.y - other.y)
  }

  static func * (point: Point, factor: Double) -> Point {
    Point(x: point.x * factor, y: point.y * factor)
  }

  var length: Double { hypot(x, y) }

  /// Zero for the zero vector.
  var direction: Point {
    let length = length
    return length > 0 ? self * (1 / length) : self
  }

  /// The unit vector rotated by 90°: to the right on the screen, when looking along this vector.
  var normal: Point { Point(x: -direction.y, y: direction.x) }

  /// Positive if `other` is on the side of `normal`.
  func cross(_ other: Point) -> Double { x * other.y - y * other.x }
}

struct Segment: Hashable, Sendable {
  var from: Point
  var to: Point

  func moved(by offset: Point) -> Segment { Segment(from: from + offset, to: to + offset) }

  /// `nil` if the line misses the box, which `margin` enlarges (Liang–Barsky algorithm).
  func clipped(to corner: Point, margin: Double) -> Segment? {
    var start = 0.0
    var end = 1.0
    let way = to - from
    let edges = [
      (-way.x, from.x + margin), (way.x, corner.x + margin - from.x),
      (-way.y, from.y + margin), (way.y, corner.y + margin - from.y),
    ]
    for (speed, distance) in edges {
      if speed == 0 {
        if distance < 0 { return nil }
      } else if speed < 0 {
        start = max(start, distance / speed)
      } else {
        end = min(end, distance / speed)
      }
    }
    guard start <= end else { return nil }
    return Segment(from: from + way * start, to: from + way * end)
  }
}

extension Int {
  /// The nearest whole number, clamped to ±1e7, beyond any drawing; 0 for NaN and infinity.
  init(near value: Double) {
    self = value.isFinite ? Int(Swift.max(-1e7, Swift.min(1e7, value)).rounded()) : 0
  }
}
