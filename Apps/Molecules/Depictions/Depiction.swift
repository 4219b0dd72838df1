public import Chemistry
public import Terminals

/// A molecule or reaction in character cells, drawn from the file's coordinates in ACS style.
///
/// `cells` has `size.rows * size.columns` elements, row by row from the top left. Bonds are braille
/// dots, two by four in a cell, or ASCII characters. Letters mark atoms other than carbon, and
/// carbon with a charge, an isotope, unpaired electrons or no bonds. The drawing fills the size,
/// but at `Viewpoint.whole` a typical bond is at most 24 dots long. Coordinates are never computed:
/// if the file has none, `isEmpty` is true.
///
/// ```swift
/// let picture = Depiction(molecule, size: Size(rows: 12, columns: 40))
/// print(picture.text)
/// ```
public struct Depiction: Hashable, Sendable {
  /// The characters to draw with.
  public enum Script: Hashable, Sendable {
    /// Braille dots, superscripts and subscripts.
    case braille
    /// Only ASCII: lines of `-`, `/`, `|` and `\`, solid wedges of `*`, hashed wedges of `:`.
    case ascii
  }

  /// One character of a drawing.
  public struct Cell: Hashable, Sendable {
    /// The character, one cell wide; a space for an empty cell.
    public var character: Character
    /// The symbol or label of the character's atom; `nil` for bonds and empty cells.
    public var symbol: String?

    static let blank = Cell(character: " ", symbol: nil)
  }

  /// The size of the drawing in cells.
  public let size: Size
  /// The cells, row by row from the top left.
  public internal(set) var cells: [Cell]
  /// Whether there is nothing to draw: no atoms, or several atoms at the same position.
  public let isEmpty: Bool

  /// Draws a molecule.
  public init(
    _ molecule: Molecule, size: Size, from viewpoint: Viewpoint = .whole,
    in script: Script = .braille
  ) {
    self.init(PreparedStructure(molecule), size: size, from: viewpoint, in: script)
  }

  /// Draws a reaction: the reactants, an arrow with the agents above it, and the products, in one
  /// line or in two, whichever is larger. Rotations of the viewpoint are ignored.
  public init(
    _ reaction: Reaction, size: Size, from viewpoint: Viewpoint = .whole,
    in script: Script = .braille
  ) {
    self.init(PreparedStructure(reaction), size: size, from: viewpoint, in: script)
  }

  /// Draws a prepared structure, which is faster if the same structure is drawn often.
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

  /// Returns a cell; an empty one outside of the drawing.
  public subscript(row: Int, column: Int) -> Cell {
    guard (0..<size.rows).contains(row), (0..<size.columns).contains(column) else { return .blank }
    return cells[row * size.columns + column]
  }

  /// The drawing as text, without trailing spaces and blank lines at the top and bottom.
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
