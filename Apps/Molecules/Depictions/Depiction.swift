public import Chemistry
public import Terminals

/// A drawing of a molecule or reaction in character cells, from the coordinates in its file. It
/// follows the style of the American Chemical Society (ACS).
///
/// Bonds are braille dots, two by four in a cell, or ASCII characters. Letters mark atoms other
/// than carbon, and carbon with a charge, an isotope, unpaired electrons or no bonds. The drawing
/// fills its size, but at `Viewpoint.whole` a typical bond is at most 24 dots long. Coordinates are
/// never computed: if a molecule of several atoms has none, `isEmpty` is true.
///
/// `cells` has `size.rows * size.columns` elements, row by row from the top left.
///
/// ```swift
/// let picture = Depiction(molecule, size: Size(rows: 12, columns: 40))
/// print(picture.text)
/// ```
public struct Depiction: Hashable, Sendable {
  /// The characters that a drawing consists of.
  public enum Script: Hashable, Sendable {
    /// The lines consist of braille dots. Labels can have superscripts and subscripts.
    case braille
    /// The lines consist of ASCII characters, for terminals without Unicode: plain lines mostly of
    /// `-`, `/`, `|` and `\`, solid wedges of `*`, hashed wedges of `:`. Labels from the file keep
    /// their characters.
    case ascii
  }

  /// A character cell of a drawing.
  public struct Cell: Hashable, Sendable {
    /// The character in the cell, one cell wide; a space if the cell is empty.
    public var character: Character
    /// The symbol or label of the atom to which the character belongs, for its color; `nil` for
    /// bonds, for text that belongs to no atom, and for empty cells.
    public var symbol: String?

    static let blank = Cell(character: " ", symbol: nil)
  }

  /// The size of the drawing in cells.
  public let size: Size
  /// The cells of the drawing, row by row from the top left.
  public internal(set) var cells: [Cell]
  /// Whether nothing can be drawn, as in `PreparedStructure.isEmpty`.
  public let isEmpty: Bool

  /// Draws a molecule in character cells, by default the whole of it in braille dots.
  public init(
    _ molecule: Molecule, size: Size, from viewpoint: Viewpoint = .whole,
    in script: Script = .braille
  ) {
    self.init(PreparedStructure(molecule), size: size, from: viewpoint, in: script)
  }

  /// Draws a reaction: the reactants, an arrow with the agents above it, and the products.
  ///
  /// The products are on the line of the reactants or, with the arrow, on a second line, whichever
  /// makes the drawing larger. Rotations of the viewpoint are ignored.
  public init(
    _ reaction: Reaction, size: Size, from viewpoint: Viewpoint = .whole,
    in script: Script = .braille
  ) {
    self.init(PreparedStructure(reaction), size: size, from: viewpoint, in: script)
  }

  /// Draws a prepared structure, which is faster if the same structure is drawn repeatedly.
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

  /// Returns the cell at a row and column; an empty cell if they are outside of the drawing.
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

extension Depiction {
  /// A label that would overlap another one loses its hydrogens, or else is left out.
  mutating func write(_ view: Projection) {
    var isTaken = Array(repeating: false, count: cells.count)
    for (text, position) in view.texts {
      let start = Int(near: position.x / 2 - Double(text.count) / 2)
      write(text, nil, row: row(position), column: start, &isTaken)
    }
    for atom in view.labels {
      let column = Int(near: (atom.point.x / 2).rounded(.down))
      let symbol = atom.label.isCaption ? nil : atom.label.symbol
      if write(atom.text, symbol, row: row(atom.point), column: column - atom.anchor, &isTaken) {
        continue
      }
      write(atom.label.brief, symbol, row: row(atom.point), column: column, &isTaken)
    }
  }

  private func row(_ point: Point) -> Int { Int(near: (point.y / 4).rounded(.down)) }

  /// Returns false, and writes nothing, if another text is in these cells.
  @discardableResult
  private mutating func write(
    _ text: String, _ symbol: String?, row: Int, column: Int, _ isTaken: inout [Bool]
  ) -> Bool {
    // A file's labels may contain any characters. A drawing needs exactly one cell for each.
    let characters = SafeText.visible(text).map { CellWidth.of(String($0)) == 1 ? $0 : "?" }
    guard (0..<size.rows).contains(row) else { return true }
    let columnIndices = characters.indices.map { column + $0 }.filter {
      (0..<size.columns).contains($0)
    }
    let start = row * size.columns
    guard !columnIndices.contains(where: { isTaken[start + $0] }) else { return false }
    for columnIndex in columnIndices {
      isTaken[start + columnIndex] = true
      cells[start + columnIndex] = Cell(character: characters[columnIndex - column], symbol: symbol)
    }
    return true
  }
}

extension Depiction {
  /// Draws the picture at the top left of a canvas, which is unchanged where it has spaces.
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
  /// Creates the role whose color is closest to the customary color of an element.
  ///
  /// Nitrogen is cyan, because blue is hard to read. For `nil`, the role is `text`. The letters
  /// identify the element, so no information is lost without colors.
  ///
  ///     canvas.write("Cl", row: 0, style: Style(Role(symbol: "Cl")))
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

/// The zoom, offset and rotation with which a molecule or reaction is drawn.
///
/// Values outside of the allowed range, as from a file, are limited when a drawing is made.
public struct Viewpoint: Hashable, Sendable {
  /// The zoom factor, from 0.05 to 100. At 1 the whole drawing is visible.
  public var zoom: Double
  /// The distance by which the view is moved to the right of the drawing's center, in bond lengths.
  public var across: Double
  /// The distance by which the view is moved below the drawing's center, in bond lengths.
  public var down: Double
  /// The rotation about the vertical axis in degrees, to see a molecule from the side.
  public var turn: Double
  /// The rotation about the horizontal axis in degrees, to see a molecule from above or below.
  public var tilt: Double
  /// The rotation in the plane of the screen, clockwise, in degrees.
  public var roll: Double

  /// Creates a viewpoint. By default it shows the whole drawing, without rotation:
  /// `Viewpoint(zoom: 2, roll: 30)`.
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

  /// The viewpoint that shows the whole drawing, without rotation.
  public static let whole = Viewpoint()

  var clampedZoom: Double { zoom.isFinite ? min(max(zoom, 0.05), 100) : 1 }
}
