import Chemistry

/// The names of the fields that the first records of a file have, for a list's columns.
struct FieldCatalog: Sendable {
  struct Entry: Hashable, Sendable {
    let name: String
    /// All of the values that were looked at are numbers.
    let isNumeric: Bool

    /// The id of the field's column: "field.logP". A colon stands between a column and its direction, so there is none in it.
    var columnID: String {
      "field." + name.replacing("%", with: "%25").replacing(":", with: "%3A")
    }
  }

  fileprivate(set) var entries: [Entry] = []
  /// The columns that are shown until the person chooses others.
  static let shownCount = 3
  static let limit = 60
  private static let prefixLength = 128 << 10

  /// No fields.
  init() {}

  /// The fields of some records, in the order in which they are first met.
  init(_ records: some Sequence<Record>, limit: Int = FieldCatalog.limit) {
    var builder = Builder(limit: limit)
    for record in records { builder.add(record.fields) }
    self = builder.catalog
  }

  /// Looks at records one after the other, and keeps none of them.
  struct Builder {
    let limit: Int
    private var names: [String] = []
    /// True for a field all of whose values are numbers; nil without any value but blanks.
    private var areNumeric: [String: Bool?] = [:]

    init(limit: Int) { self.limit = limit }

    mutating func add(_ fields: [Chemistry.Field]) {
      for field in fields {
        let known = areNumeric[field.name]
        if known == nil {
          guard names.count < limit else { continue }
          names.append(field.name)
          areNumeric[field.name] = .some(nil)
        }
        guard known != .some(false) else { continue }
        let word = field.text.trimmingSpaces
        if !word.isEmpty { areNumeric[field.name] = Double(word)?.isFinite == true }
      }
    }

    var catalog: FieldCatalog {
      var catalog = FieldCatalog()
      catalog.entries = names.map {
        Entry(name: $0, isNumeric: areNumeric[$0] == .some(true))
      }
      return catalog
    }
  }

  /// Reads the beginning of a file, which isn't for the main thread; a file that can't be read has no fields, and its list says why.
  init(path: String) {
    self.init(FieldCatalog.firstRecords(path))
  }

  private static func firstRecords(_ path: String) -> ArraySlice<Record> {
    // A file that is cut keeps the records that it had, so the beginning is a file of its own.
    guard FileStamp(path: path)?.isPlain == true,
      let head = try? ChemicalFile.head(of: path, byteCount: prefixLength),
      let document = try? ChemicalDocument(head.bytes, fileName: head.name)
    else { return [] }
    let isWhole = head.bytes.count < prefixLength
    return isWhole || document.records.count < 2
      ? document.records[...] : document.records.dropLast()
  }
}
