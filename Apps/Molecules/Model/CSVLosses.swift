import Chemistry

/// Collects the fields that a CSV table can't hold, record by record.
struct CSVLosses {
  /// The names of the fields with columns; `nil` if all fields have one.
  private let known: Set<String>?
  private var late: String?
  private var repeated: (field: String, record: String)?

  init(known: Set<String>? = nil) { self.known = known }

  mutating func note(_ record: Record) {
    if let known, late == nil {
      late = record.fields.first { !known.contains($0.name) }?.name
    }
    guard repeated == nil else { return }
    var names: Set<String> = []
    repeated = record.fields.first { !names.insert($0.name).inserted }
      .map { ($0.name, record.title) }
  }

  /// A sentence for each kind of loss; `nil` without losses.
  var words: String? {
    let sentences = [
      repeated.map { field, record in
        "Of fields that a record has more than once, as “\(field)”"
          + (record.isEmpty ? "" : " of “\(record)”") + ", the first is written; JSON has all."
      },
      late.map {
        "Fields that aren't at the beginning of the file, as “\($0)”, are left out; "
          + "molecules list --csv has them."
      },
    ].compactMap(\.self)
    return sentences.isEmpty ? nil : sentences.joined(separator: " ")
  }
}
