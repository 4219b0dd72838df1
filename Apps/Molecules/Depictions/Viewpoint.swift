/// How a drawing is viewed: zoom, offset and rotation.
///
/// All numbers are clamped when a drawing is made, so any values from a file are safe.
public struct Viewpoint: Hashable, Sendable {
  /// The zoom factor; 1 shows the whole drawing.
  public var zoom: Double
  /// How far the view is moved to the right of the drawing's center, in bond lengths.
  public var across: Double
  /// How far the view is moved below the drawing's center, in bond lengths.
  public var down: Double
  /// The rotation about the vertical axis, in degrees, for three-dimensional molecules.
  public var turn: Double
  /// The rotation about the horizontal axis, in degrees, for three-dimensional molecules.
  public var tilt: Double
  /// The rotation in the plane of the screen, clockwise, in degrees.
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

  /// The whole drawing, in its author's orientation.
  public static let whole = Viewpoint()

  var clampedZoom: Double { zoom.isFinite ? min(max(zoom, 0.05), 100) : 1 }
}
