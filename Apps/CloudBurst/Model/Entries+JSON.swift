import Reprise

extension Entries where Element: ReceivedEntry {
  /// Reads a response. Throws if it isn't a list, or if none of its entries can be read.
  init(_ answer: ServerResponse) throws {
    try self.init(try answer.list(), of: answer)
  }

  /// Reads a cached response, which may include entries of earlier responses (see `cached`).
  init(recalled answer: ServerResponse) throws {
    try self.init(
      try answer.json["answer"]?.array ?? answer.list(), kept: answer.json["kept"]?.array ?? [],
      of: answer)
  }

  private init(_ list: [JSON], kept: [JSON] = [], of answer: ServerResponse) throws {
    self.init(list, kept: kept)
    guard !answered.isEmpty || skipped.isEmpty else { throw answer.unreadable(skipped) }
  }

  /// Returns the JSON to cache for a response, including entries retained from earlier ones.
  func cached(_ answer: ServerResponse) -> JSON {
    .object([.init("answer", answer.json), .init("kept", .array(kept))])
  }

  /// Returns whether every entry of a list can be read. Only such a list replaces the cached one.
  static func isWhole(_ json: JSON) -> Bool {
    json.array?.allSatisfy { (try? Element($0)) != nil } == true
  }
}

extension VirtualSystem: ReceivedEntry {}
extension VirtualMachine: ReceivedEntry {}
