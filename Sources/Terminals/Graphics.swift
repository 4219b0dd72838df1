/// The protocol in which a terminal takes images.
public enum Graphics: Hashable, Sendable {
  /// kitty's: PNG files and pixels, scaled to the cells that they are to cover.
  case kitty
  /// iTerm2's: PNG, JPEG and GIF files, scaled to the cells that they are to cover.
  case iTerm
  /// DEC's sixels: pixels as they are, so that the size of a cell must be known.
  case sixel(cell: PixelSize)
}
