public import Chemistry
public import Terminals

/// A molecule or reaction as characters on a grid of cells, drawn from its own coordinates as the ACS Style Guide has it.
///
/// Shape: `cells.count == size.rows * size.columns`, row by row from the top left. Bonds are braille dots, two across and four down in a
/// cell, or ASCII characters. Letters stand for atoms that aren't carbon, and for carbon with a charge, an isotope or no bonds. The
/// drawing is as large as it can be, but no bond is longer than some 24 dots at `Viewpoint.whole`. Nothing is laid out anew: where the
/// file gives no coordinates, `isEmpty` is true.
///
/// ```swift
/// let picture = Depiction(molecule, size: Size(rows: 12, columns: 40))
/// print(picture.text)
/// ```
public struct Depiction: Hashable, Sendable {
  /// The characters that a drawing is made of.
  public enum Script: Hashable, Sendable {
    /// Braille dots, and small figures for numbers and charges.
    case braille
    /// ASCII alone: lines of `-`, `/`, `|` and `\`, a wedge of `*`, a hashed one of `:`.
    case ascii
  }

  /// One character of a drawing.
  public struct Cell: Hashable, Sendable {
    /// The character, one cell wide; a blank where there is nothing.
    public var character: Character
    /// The symbol of the atom that the character belongs to, or its label; nil for bonds and blanks.
    public var symbol: String?

    static let blank = Cell(character: " ", symbol: nil)
  }

  /// The size in cells.
  public let size: Size
  /// The cells.
  public internal(set) var cells: [Cell]
  /// True if there is nothing to draw: no atoms, or several that all have the same place.
  public let isEmpty: Bool

  /// Draws a molecule.
  public init(
    _ molecule: Molecule, size: Size, from viewpoint: Viewpoint = .whole,
    in script: Script = .braille
  ) {
    self.init(PreparedStructure(molecule), size: size, from: viewpoint, in: script)
  }

  /// Draws a reaction: reactants, an arrow with the agents above it, products; in two lines where that makes them larger. It isn't turned.
  public init(
    _ reaction: Reaction, size: Size, from viewpoint: Viewpoint = .whole,
    in script: Script = .braille
  ) {
    self.init(PreparedStructure(reaction), size: size, from: viewpoint, in: script)
  }

  /// Draws a structure that was prepared once to be drawn often.
  public init(
    _ structure: PreparedStructure, size: Size, from viewpoint: Viewpoint = .whole,
    in script: Script = .braille
  ) {
    self.size = size
    cells = Array(repeating: .blank, count: size.rows * size.columns)
    guard let view = Projection(structure, size: size, from: viewpoint, in: script) else {
      isEmpty = true
      return
    }
    isEmpty = false
    guard size.rows > 0, size.columns > 0 else { return }
    switch script {
    case .braille:
      var drawing = DotDrawing(size)
      drawing.draw(view)
      for index in cells.indices {
        let (row, column) = index.quotientAndRemainder(dividingBy: size.columns)
        if let dots = drawing.dots.character(row: row, column: column) {
          cells[index].character = dots
        }
      }
    case .ascii:
      var drawing = LetterDrawing(size)
      drawing.draw(view)
      for index in cells.indices { cells[index].character = drawing.characters[index] }
    }
    write(view)
  }

  /// Returns a cell; a blank outside the drawing.
  public subscript(row: Int, column: Int) -> Cell {
    guard (0..<size.rows).contains(row), (0..<size.columns).contains(column) else { return .blank }
    return cells[row * size.columns + column]
  }

  /// The drawing as lines of text without trailing blanks, and without the blank lines above and below.
  public var text: String {
    var lines = (0..<size.rows).map { row in
      var line = (0..<size.columns).map { self[row, $0].character }
      while line.last == " " { line.removeLast() }
      return String(line)
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.drop { $0.isEmpty }.joined(separator: "\n")
  }
}
