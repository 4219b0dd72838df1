/// An image on a frame and the cells it covers.
///
/// The cells keep their text as the fallback that terminals without graphics show.
public struct PlacedImage: Hashable, Sendable {
  /// The image.
  public let image: GraphicImage
  /// The cells that the image covers, all within the frame.
  public let area: Area
}
