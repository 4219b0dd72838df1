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

/// How a drawing is viewed: zoom, offset and rotation.
///
/// All numbers are clamped when a drawing is made, so any values from a file are safe.
public struct Viewpoint: Hashable, Sendable {
  /// The zoom factor; 1 shows the whole drawing.
  public var zoom: Double
  /// How far the view is moved to the right of the drawing's center, in bond lengths.
  public var across: Double
  /// How far the view is moved below the drawing's center, in bond lengths.
  public var down: Double
  /// The rotation about the vertical axis, in degrees, for three-dimensional molecules.
  public var turn: Double
  /// The rotation about the horizontal axis, in degrees, for three-dimensional molecules.
  public var tilt: Double
  /// The rotation in the plane of the screen, clockwise, in degrees.
  public var roll: Double

  /// `Viewpoint(zoom: 2, roll: 30)`
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

  /// The whole drawing, in its author's orientation.
  public static let whole = Viewpoint()

  var clampedZoom: Double { zoom.isFinite ? min(max(zoom, 0.05), 100) : 1 }
}
