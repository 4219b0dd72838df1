import Foundation

/// Coordinates in a drawing, with y pointing up. In SketchEl files a bond is about 1.5 long.
public struct Position: Hashable, Sendable {
  /// The distance to the right of the origin.
  public var x: Double
  /// The distance above the origin.
  public var y: Double
  /// The distance from the drawing's plane towards the viewer; 0 in a flat drawing.
  public var z: Double

  /// `Position(x: 1.5, y: 0)`
  public init(x: Double = 0, y: Double = 0, z: Double = 0) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// The distance in the x-y plane.
  func distance(to other: Position) -> Double { hypot(x - other.x, y - other.y) }

  static func + (one: Position, other: Position) -> Position {
    Position(x: one.x + other.x, y: one.y + other.y, z: one.z + other.z)
  }

  static func - (one: Position, other: Position) -> Position {
    Position(x: one.x - other.x, y: one.y - other.y, z: one.z - other.z)
  }

  /// The position rotated about the origin in the x-y plane, by an angle in radians.
  func turned(by angle: Double) -> Position {
    Position(x: x * cos(angle) - y * sin(angle), y: x * sin(angle) + y * cos(angle), z: z)
  }

  /// The direction from the origin, in radians.
  var angle: Double { atan2(y, x) }
}
