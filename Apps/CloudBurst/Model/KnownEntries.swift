import Reprise

/// An entry of a list of the appliance's.
protocol ServerEntry: Identifiable, Hashable, Sendable where ID == ResourceID {
  init(_ json: JSON) throws(Unreadable)
  /// The entry as it was received.
  var raw: JSON { get }
}

/// The entries of a server's list, and those of earlier answers that may be among the entries that
/// can't be read now.
///
/// Absence from an answer means deletion only if all of the answer can be read.
struct KnownEntries<Element: ServerEntry>: Hashable, Sendable {
  /// The entries that could be read, in the server's order; behind them those of earlier answers.
  private(set) var elements: [Element]
  /// The entries that couldn't be read, and repetitions of an id.
  let skipped: [SkippedEntry]
  /// The moment at which each entry of an earlier answer was last seen.
  private(set) var lastSeen: [ResourceID: Int] = [:]

  /// The number of entries that couldn't be read.
  var unreadableCount: Int { skipped.unreadableCount }

  /// Reads an answer. Throws if it isn't a list, or if none of its entries can be read.
  init(_ answer: ServerAnswer) throws {
    try self.init(try answer.list(), of: answer)
  }

  /// Reads a cached answer, which may have entries of earlier ones beside it (`cached`).
  init(recalled answer: ServerAnswer) throws {
    try self.init(try answer.json["answer"]?.array ?? answer.list(), of: answer)
    let known = Set(elements.map(\.id))
    for json in answer.json["kept"]?.array ?? [] {
      guard let moment = json["seen"]?.int, let entry = json["entry"].flatMap({ try? Element($0) }),
        !known.contains(entry.id), lastSeen[entry.id] == nil
      else { continue }
      elements.append(entry)
      lastSeen[entry.id] = moment
    }
  }

  private init(_ list: [JSON], of answer: ServerAnswer) throws {
    let entries = Entries(list) { json throws(Unreadable) in try Element(json) }
    guard !entries.elements.isEmpty || entries.skipped.isEmpty else {
      throw answer.unreadable(entries.skipped)
    }
    elements = entries.elements
    skipped = entries.skipped
  }

  /// Keeps the entries of an earlier answer that may be among those that couldn't be read.
  mutating func keep(_ earlier: KnownEntries, seenAt moment: Int) {
    guard unreadableCount > 0 else { return }
    let known = Set(elements.map(\.id))
    for element in earlier.elements where !known.contains(element.id) {
      elements.append(element)
      lastSeen[element.id] = earlier.lastSeen[element.id] ?? moment
    }
  }

  /// Returns the JSON that is cached in an answer's place, with the entries of earlier ones.
  func cached(_ answer: ServerAnswer) -> JSON {
    let kept = elements.compactMap { element in
      lastSeen[element.id].map { moment in
        JSON.object([
          .init("seen", .number(String(moment))), .init("entry", element.raw),
        ])
      }
    }
    return .object([.init("answer", answer.json), .init("kept", .array(kept))])
  }

  /// Tells whether all entries of a list can be read, so that it may take the place of what is
  /// cached.
  static func isWhole(_ json: JSON) -> Bool {
    json.array?.allSatisfy { (try? Element($0)) != nil } == true
  }
}

extension KnownEntries {
  /// A line about the entries that couldn't be read, and what is shown in their place; nil if there
  /// are none.
  var summary: String? {
    let count = elements.count - lastSeen.count + skipped.count
    return SkippedEntry.summary(of: skipped, in: count).map {
      lastSeen.isEmpty ? $0 : $0 + " ~ marks what isn't in this answer, as it was last seen."
    }
  }
}

extension VirtualSystem: ServerEntry {}
extension VirtualMachine: ServerEntry {}
