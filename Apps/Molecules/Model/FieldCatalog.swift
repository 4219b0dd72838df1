import Chemistry
import Reprise

/// The names of the fields of a file's first records, for a list's columns.
struct FieldCatalog: Sendable {
  struct Entry: Hashable, Sendable {
    let name: String
    let isNumeric: Bool

    /// "field.logP". Colons are escaped, as they precede a sort direction.
    var columnID: String {
      "field." + name.replacing("%", with: "%25").replacing(":", with: "%3A")
    }
  }

  fileprivate(set) var entries: [Entry] = []
  static let shownCount = 3
  static let limit = 60
  private static let prefixLength = 128 << 10

  init() {}

  init(_ records: some Sequence<Record>, limit: Int = FieldCatalog.limit) {
    var builder = Builder(limit: limit)
    for record in records { builder.add(record.fields) }
    self = builder.catalog
  }

  /// Collects fields record by record, without retaining the records.
  struct Builder {
    let limit: Int
    private var names: [String] = []
    /// Whether all values of a field are numbers; `nil` while all values are blank.
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
        let text = field.text.trimmed
        if !text.isEmpty { areNumeric[field.name] = Double(text)?.isFinite == true }
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

  /// Not for the main thread. If the file can't be read, loading the list reports the error.
  init(path: String) {
    // The first bytes are parsed as a file of their own, whose last record may be truncated.
    let length = FieldCatalog.prefixLength
    guard FileStamp(path: path)?.isPlain == true,
      let head = try? ChemicalFile.head(of: path, byteCount: length),
      let document = try? ChemicalDocument(head.bytes, fileName: head.name)
    else {
      self.init()
      return
    }
    let isWhole = head.bytes.count < length || document.records.count < 2
    self.init(document.records.dropLast(isWhole ? 0 : 1))
  }
}
