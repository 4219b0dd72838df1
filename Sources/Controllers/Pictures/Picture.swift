public import Terminals

/// The content of a picture screen: a drawing that can be shown at any size and from any viewpoint,
/// such as a map or a molecule.
public struct Picture: Sendable {
  /// The picture's name in the top line of the window.
  public var title: String
  /// The text below the picture; empty for none.
  public var caption: String
  /// Whether the picture is three-dimensional, so that the user can also turn and tilt it.
  public var isSpatial: Bool
  /// Whether the picture can be rotated in its plane.
  public var turns: Bool
  /// The text that the key c copies; `nil` for the picture itself.
  public var copied: String?
  /// A sentence that tells the user which data the copied text omits; `nil` if it is complete.
  public var copyLoss: String?
  /// Whether the picture is drawn with ASCII characters instead of dots until the user chooses.
  public var isASCII: Bool
  let reach: @Sendable (PictureView, Size) -> (across: Int, down: Int)
  let draw: @Sendable (PictureView, inout Canvas) -> Void

  /// Creates a picture.
  ///
  /// ```swift
  /// Picture(title: "Map") { view, canvas in
  ///   canvas.write(map.text(zoom: view.factor), row: 0)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - title: The name in the top line.
  ///   - caption: The text below the picture; empty for none.
  ///   - isSpatial: Whether the picture has depth, so that it can also be turned and tilted.
  ///   - turns: Whether the picture can be rotated in its plane.
  ///   - copied: The text that the key c copies; `nil` for the picture itself.
  ///   - copyLoss: A sentence about what that text omits; `nil` if it is complete.
  ///   - isASCII: Whether the picture is initially drawn in ASCII instead of dots.
  ///   - reach: Returns how far the centre can move in each direction at a view and a size, in
  ///     hundredths of the picture's unit. The arrow keys stop there.
  ///   - draw: Draws the picture on the whole canvas. Called at every paint, so it must be fast.
  public init(
    title: String, caption: String = "", isSpatial: Bool = false, turns: Bool = true,
    copied: String? = nil, copyLoss: String? = nil, isASCII: Bool = false,
    reach: @escaping @Sendable (PictureView, Size) -> (across: Int, down: Int) = { _, _ in
      (.max, .max)
    },
    draw: @escaping @Sendable (PictureView, inout Canvas) -> Void
  ) {
    self.title = title
    self.caption = caption
    self.isSpatial = isSpatial
    self.turns = turns
    self.copied = copied
    self.copyLoss = copyLoss
    self.isASCII = isASCII
    self.reach = reach
    self.draw = draw
  }
}

/// The viewpoint from which a picture is drawn: zoom, position and rotation. It doesn't depend on
/// the size of the window.
public struct PictureView: Codable, Hashable, Sendable {
  /// The number of zoom steps; negative when zoomed out.
  public var zoom = 0
  /// The distance that the centre has moved to the right, in hundredths of the picture's unit.
  public var across = 0
  /// The distance that the centre has moved down, in hundredths of the picture's unit.
  public var down = 0
  /// The rotation about the vertical axis, in degrees.
  public var turn = 0
  /// The rotation about the horizontal axis, in degrees.
  public var tilt = 0
  /// The clockwise rotation in the plane of the screen, in degrees.
  public var roll = 0
  /// Whether the user wants ASCII characters; `nil` for the application's default.
  public var isASCII: Bool?

  /// Creates the initial view, which shows the whole picture.
  public init() {}

  /// The scale factor of the zoom: 1 without zoom, multiplied by 1.25 for each step.
  public var factor: Double {
    var factor = 1.0
    for _ in 0..<min(UInt(PictureView.farthest), zoom.magnitude) { factor *= 1.25 }
    return zoom < 0 ? 1 / factor : factor
  }

  /// The initial view, with this view's choice of characters.
  var whole: PictureView {
    var whole = PictureView()
    whole.isASCII = isASCII
    return whole
  }

  static let farthest = 20
  /// A limit beyond any picture's size that can't overflow in additions.
  private static let reach = 100_000

  /// The view with all numbers limited, because a saved state may contain any.
  var clamped: PictureView { clamped(across: .max, down: .max) }

  /// Without zoom the picture is centred, because then no key moves it.
  func clamped(across reachAcross: Int, down reachDown: Int) -> PictureView {
    var view = self
    view.zoom = min(max(zoom, -PictureView.farthest), PictureView.farthest)
    func clamped(_ distance: Int, _ reach: Int) -> Int {
      let reach = view.zoom > 0 ? min(max(0, reach), PictureView.reach) : 0
      return min(max(distance, -reach), reach)
    }
    view.across = clamped(across, reachAcross)
    view.down = clamped(down, reachDown)
    view.turn = turn % 360
    view.tilt = tilt % 360
    view.roll = roll % 360
    return view
  }
}
