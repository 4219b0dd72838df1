import Foundation

/// A place in a drawing: y grows upwards, and a bond is about 1.5 long in SketchEl's files, as long as the author wished in others.
public struct Position: Hashable, Sendable {
  public var x: Double
  public var y: Double
  public var z: Double

  /// `Position(x: 1.5, y: 0)`
  public init(x: Double = 0, y: Double = 0, z: Double = 0) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// The distance in the plane.
  func distance(to other: Position) -> Double { hypot(x - other.x, y - other.y) }

  static func + (one: Position, other: Position) -> Position {
    Position(x: one.x + other.x, y: one.y + other.y, z: one.z + other.z)
  }

  static func - (one: Position, other: Position) -> Position {
    Position(x: one.x - other.x, y: one.y - other.y, z: one.z - other.z)
  }

  /// The position turned in the plane about the origin, by an angle in radians.
  func turned(by angle: Double) -> Position {
    Position(x: x * cos(angle) - y * sin(angle), y: x * sin(angle) + y * cos(angle), z: z)
  }

  /// The angle of the direction from the origin, in radians.
  var angle: Double { atan2(y, x) }
}
