public import Terminals

extension Depiction {
  /// Draws the picture at the canvas's top left corner.
  public func draw(in canvas: inout Canvas) {
    for row in 0..<size.rows {
      for column in 0..<size.columns {
        let cell = self[row, column]
        guard cell.character != " " else { continue }
        canvas.write(
          String(cell.character), row: row, column: column, style: Style(Role(symbol: cell.symbol)))
      }
    }
  }
}

extension Role {
  /// The role whose color is closest to the customary color of an element: oxygen red, nitrogen
  /// cyan (blue is hard to read), sulfur and phosphorus yellow, halogens green, carbon and hydrogen
  /// the terminal's default, all others magenta.
  ///
  ///     canvas.write("Cl", row: 0, style: Style(Role(symbol: "Cl")))
  ///
  /// The letters identify the element, so no information is lost without colors.
  public init(symbol: String?) {
    switch symbol {
    case nil: self = .text
    case "C", "H", "D", "T": self = .title
    case "O": self = .bad
    case "N": self = .accent
    case "S": self = .busy
    case "P": self = .warning
    case "F", "Cl", "Br", "I", "At": self = .good
    default: self = .unknown
    }
  }
}
