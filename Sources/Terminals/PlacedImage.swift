/// An image on a frame, and the cells that it covers.
///
/// The cells keep their text, which is what the image shows in words or characters: a terminal without graphics shows it instead.
public struct PlacedImage: Hashable, Sendable {
  /// The image.
  public let image: GraphicImage
  /// The cells that it covers, all of them within the frame.
  public let area: Area
}
