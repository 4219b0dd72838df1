public import Terminals

/// A picture that can be drawn at any size, and from any place.
public struct Picture: Sendable {
  /// The name in the top line.
  public var title: String
  /// The sentence below the picture; empty for none.
  public var caption: String
  /// True if the picture has depth, so that it can be turned and tilted, too.
  public var isSpatial: Bool
  /// True if the picture can be turned in its plane.
  public var turns: Bool
  /// The text that the key c copies; nil for the picture itself.
  public var copied: String?
  /// A sentence about what the copied text couldn't hold of the picture; nil if it holds all.
  public var copyLoss: String?
  /// True if the picture is drawn in ASCII characters alone until the person wants dots.
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
  ///   - title: The words in the top line.
  ///   - caption: The line below the picture; empty for none.
  ///   - isSpatial: True if the picture has depth, so that it can be turned and tilted, too.
  ///   - turns: True if the picture can be turned in its plane.
  ///   - copied: The text that the key c copies; nil for the picture itself.
  ///   - copyLoss: A sentence about what that text couldn't hold; nil if it holds all.
  ///   - isASCII: True if the picture is drawn in ASCII characters alone until the person wants dots.
  ///   - reach: The hundredths of its unit that the middle can move in each direction, in a view and at a size. The arrow keys stop there.
  ///   - draw: Draws the picture on the whole of a canvas. Called at every paint, so it does no more than draw.
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

/// The place that a picture is looked at from. Nothing in it depends on the size of the screen.
public struct PictureView: Codable, Hashable, Sendable {
  /// The steps that the person has come nearer; below 0 gone away.
  public var zoom = 0
  /// The hundredths of the picture's own unit that the middle has moved to the right.
  public var across = 0
  /// The hundredths of the picture's own unit that the middle has moved down.
  public var down = 0
  /// The turn about the vertical axis, in degrees.
  public var turn = 0
  /// The turn about the horizontal axis, in degrees.
  public var tilt = 0
  /// The turn in the plane, clockwise, in degrees.
  public var roll = 0
  /// True if the person wants ASCII characters alone; nil for the application's own choice.
  public var isASCII: Bool?

  /// The whole picture as it is.
  public init() {}

  /// The enlargement: a quarter more with each step.
  public var factor: Double {
    var factor = 1.0
    for _ in 0..<min(UInt(PictureView.farthest), zoom.magnitude) { factor *= 1.25 }
    return zoom < 0 ? 1 / factor : factor
  }

  /// The whole picture, in the characters of this view.
  var whole: PictureView {
    var whole = PictureView()
    whole.isASCII = isASCII
    return whole
  }

  static let farthest = 20
  /// A distance that no picture has, and that can be added to.
  private static let reach = 100_000

  /// The view with every number where it can be: one that a file holds may be anything.
  var clamped: PictureView { clamped(across: .max, down: .max) }

  /// The same of a picture whose middle can move so far. One that isn't enlarged stands in its middle: there is no key to bring it back.
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
