/// A protocol for sending images to a terminal.
public enum Graphics: Hashable, Sendable {
  /// The kitty protocol: PNG files and raw pixels, scaled to the cells they cover.
  case kitty
  /// The iTerm2 protocol: PNG, JPEG and GIF files, scaled to the cells they cover.
  case iTerm
  /// DEC sixels: unscaled pixels, which require the size of a cell in pixels.
  case sixel(cell: PixelSize)
}
