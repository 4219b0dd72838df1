import Foundation

/// A place in the plane, in bond lengths or in dots; y grows downwards.
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

  /// The distance from the origin.
  var length: Double { hypot(x, y) }

  /// The direction as a point one away from the origin; the origin has none, and stays.
  var direction: Point {
    let length = length
    return length > 0 ? self * (1 / length) : self
  }

  /// The direction a quarter turn away, to the right of who looks along it on a screen.
  var normal: Point { Point(x: -direction.y, y: direction.x) }

  /// Positive where `other` lies to the side of `normal`.
  func cross(_ other: Point) -> Double { x * other.y - y * other.x }
}

/// A straight line between two points.
struct Segment: Hashable, Sendable {
  var from: Point
  var to: Point

  /// The part within a box from the origin to `corner`, and `margin` beyond; nil where the line doesn't touch it (Liang and Barsky).
  func clipped(to corner: Point, margin: Double) -> Segment? {
    var start = 0.0
    var end = 1.0
    let way = to - from
    let edges = [
      (-way.x, from.x + margin), (way.x, corner.x + margin - from.x),
      (-way.y, from.y + margin), (way.y, corner.y + margin - from.y),
    ]
    for (speed, room) in edges {
      if speed == 0 {
        if room < 0 { return nil }
      } else if speed < 0 {
        start = max(start, room / speed)
      } else {
        end = min(end, room / speed)
      }
    }
    guard start <= end else { return nil }
    return Segment(from: from + way * start, to: from + way * end)
  }
}

extension Int {
  /// The nearest whole number, no farther from 0 than any drawing needs; 0 for what is no number.
  init(near value: Double) {
    self = value.isFinite ? Int(Swift.max(-1e7, Swift.min(1e7, value)).rounded()) : 0
  }
}
