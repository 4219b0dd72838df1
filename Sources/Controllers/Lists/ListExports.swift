public import Core

/// The file formats to which a list's filtered and sorted rows can be exported.
public struct ListExports<Row: Sendable>: Sendable {
  /// A file format that the user can choose for an export, with the function that writes it.
  public struct Format: Sendable {
    /// The format's name in the picker, such as "CSV".
    public let name: String
    let ending: String
    let write: @Sendable (ExportSelection<Row>, ExportFile) async throws -> Void

    /// Creates a format that writes a single text, for a list whose rows are all in memory.
    ///
    ///     ListExports<Visit>.Format("TXT") { visits in
    ///       visits.map(\.name).joined(separator: "\n") }
    public init(_ name: String, text: @escaping @Sendable ([Row]) -> String) {
      self.init(name) { selection, file in
        let rows = selection.rows ?? []
        try file.write(text(rows), rowCount: rows.count)
      }
    }

    /// Creates a format that writes a file in pieces.
    ///
    /// ```swift
    /// .init("SDF") { selection, file in
    ///   for try await record in archive.records where selection.includes(record) {
    ///     try file.write(record.text, rowCount: 1)
    ///   }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - name: The format's name in the picker.
    ///   - ending: The file extension; `nil` for the name in lower case.
    ///   - write: Writes the selected rows to the file. Not called on the main thread. If it
    ///     throws, the error is shown and no file is created.
    public init(
      _ name: String, ending: String? = nil,
      write: @escaping @Sendable (ExportSelection<Row>, ExportFile) async throws -> Void
    ) {
      self.name = name
      self.ending = ending ?? name.lowercased()
      self.write = write
    }
  }

  /// The directory in which the exported files are created.
  public let directory: String
  /// The name of an exported file without its extension, such as "virtual-systems".
  public let fileName: String
  /// The formats from which the user chooses, in the order of the picker.
  public let formats: [Format]

  /// Creates the export options of a list.
  /// ```swift
  /// ListExports(
  ///   directory: directory, fileName: "systems",
  ///   formats: [.csvForExcel(), .csv(), .json(\.raw)])
  /// ```
  public init(directory: String, fileName: String, formats: [Format]) {
    self.directory = directory
    self.fileName = fileName
    self.formats = formats
  }
}

extension ListExports.Format {
  /// Returns the format CSV (comma-separated values), for a list whose rows are all in memory.
  ///
  /// - Parameter columns: The columns to write; `nil` for the list's own.
  public static func csv(_ columns: [Column<Row>]? = nil) -> Self {
    csv("CSV", columns, isForExcel: false)
  }

  /// Returns the format CSV with a byte order mark, for a list whose rows are all in memory.
  /// Without the mark, Excel shows “Ã¼” for “ü”.
  ///
  /// - Parameter columns: The columns to write; `nil` for the list's own.
  public static func csvForExcel(_ columns: [Column<Row>]? = nil) -> Self {
    csv(CSV.nameForExcel, columns, isForExcel: true)
  }

  private static func csv(_ name: String, _ columns: [Column<Row>]?, isForExcel: Bool) -> Self {
    Self(name, ending: "csv") { selection, file in
      let rows = selection.rows ?? []
      let csv = CSV(rows, columns: columns ?? selection.columns, isForExcel: isForExcel)
      try file.write(csv.text, rowCount: rows.count)
    }
  }

  /// Returns the format JSON, for a list whose rows are all in memory. The file contains an array.
  ///
  /// - Parameter value: Returns a row's element of the array; `nil` to omit the row.
  public static func json(_ value: @escaping @Sendable (Row) -> JSON?) -> Self {
    Self("JSON") { JSON.array($0.compactMap(value)).indented + "\n" }
  }
}

extension ListExports {
  /// Writes a file off the main thread. `say` is called with the progress.
  func write(
    _ selection: ExportSelection<Row>, as format: Format, say: @escaping @Sendable (String) -> Void
  ) async throws -> ExportedFile {
    let file = try ExportFile("\(directory)/\(fileName)", ending: format.ending, say: say)
    try await format.write(selection, file)
    return try file.finish()
  }
}

/// The rows that an export writes: those that match the list's filter.
public struct ExportSelection<Row: Sendable>: Sendable {
  /// The matching rows in the order of the list. `nil` for a paged list that isn't completely in
  /// memory. In this case read the rows from the source, and write those for which `includes`
  /// returns `true`.
  public let rows: [Row]?
  private let filter: RowFilter<Row>

  init(rows: [Row]?, filter: RowFilter<Row>) {
    self.rows = rows
    self.filter = filter
  }

  /// All columns of the list, including hidden ones.
  public var columns: [Column<Row>] { filter.columns }

  /// Returns whether a row matches the filter.
  public func includes(_ row: Row) -> Bool { filter.includes(row) }
}
