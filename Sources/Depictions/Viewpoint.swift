/// The eye on a drawing: how near, where to, and how the molecule is turned.
///
/// Every number is clamped when a drawing is made, so one that comes from a file may be anything.
public struct Viewpoint: Hashable, Sendable {
  /// The enlargement; 1 shows all of the drawing.
  public var zoom: Double
  /// The bond lengths that the eye is moved to the right of the drawing's middle.
  public var across: Double
  /// The bond lengths that the eye is moved below the drawing's middle.
  public var down: Double
  /// The turn about the vertical axis, in degrees; for molecules with depth.
  public var turn: Double
  /// The turn about the horizontal axis, in degrees; for molecules with depth.
  public var tilt: Double
  /// The turn in the plane of the screen, clockwise, in degrees.
  public var roll: Double

  /// `Viewpoint(zoom: 2, roll: 30)`
  public init(
    zoom: Double = 1, across: Double = 0, down: Double = 0, turn: Double = 0, tilt: Double = 0,
    roll: Double = 0
  ) {
    self.zoom = zoom
    self.across = across
    self.down = down
    self.turn = turn
    self.tilt = tilt
    self.roll = roll
  }

  /// The whole drawing, as its author drew it.
  public static let whole = Viewpoint()

  var clampedZoom: Double { zoom.isFinite ? min(max(zoom, 0.05), 100) : 1 }
}
