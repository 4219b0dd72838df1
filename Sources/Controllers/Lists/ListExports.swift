public import Values

/// The file formats that a list's rows, as they are filtered and sorted, can be exported to.
public struct ListExports<Row: Sendable>: Sendable {
  /// One format of file.
  public struct Format: Sendable {
    /// The format's name for the person: "CSV".
    public let name: String
    /// The file's ending: "csv".
    let ending: String
    let write: @Sendable (ExportSelection<Row>, ExportFile) async throws -> Void

    /// Creates a format whose file is one text, for a list that has all its rows.
    ///
    ///     ListExports<Visit>.Format("TXT") { visits in visits.map(\.name).joined(separator: "\n") }
    public init(_ name: String, text: @escaping @Sendable ([Row]) -> String) {
      self.init(name) { selection, file in
        let rows = selection.rows ?? []
        try file.write(text(rows), rowCount: rows.count)
      }
    }

    /// Creates a format whose file is written piece by piece.
    ///
    /// ```swift
    /// .init("SDF") { selection, file in
    ///   for try await record in archive.records where selection.includes(record) {
    ///     try file.write(record.text, rowCount: 1)
    ///   }
    /// }
    /// ```
    ///
    /// `ending` is the file's ending; without one it is the name in lower case. `write` isn't
    /// called on the main thread. What it throws is shown, and then nothing is written.
    public init(
      _ name: String, ending: String? = nil,
      write: @escaping @Sendable (ExportSelection<Row>, ExportFile) async throws -> Void
    ) {
      self.name = name
      self.ending = ending ?? name.lowercased()
      self.write = write
    }
  }

  /// The folder that the files are written into.
  public let directory: String
  /// The files' name without the ending: "virtual-systems".
  public let fileName: String
  /// The formats to choose from.
  public let formats: [Format]

  /// Creates exports.
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
  /// Comma-separated values of a list that has all its rows: of the list's own columns, unless others are given.
  public static func csv(_ columns: [Column<Row>]? = nil) -> Self {
    csv("CSV", columns, isForExcel: false)
  }

  /// The same with a byte order mark, without which Excel shows “Ã¼” for “ü”.
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

  /// A JSON array of a list that has all its rows, with a value for each; rows for which `value` returns nil are left out.
  public static func json(_ value: @escaping @Sendable (Row) -> JSON?) -> Self {
    Self("JSON") { JSON.array($0.compactMap(value)).indented + "\n" }
  }
}

extension ListExports {
  /// Writes a file, away from the main thread. `say` is told the progress.
  func write(
    _ selection: ExportSelection<Row>, as format: Format, say: @escaping @Sendable (String) -> Void
  ) async throws -> ExportedFile {
    let file = try ExportFile("\(directory)/\(fileName)", ending: format.ending, say: say)
    try await format.write(selection, file)
    return try file.finish()
  }
}
