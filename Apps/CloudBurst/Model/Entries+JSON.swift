import Reprise

extension Entries where Element: ReceivedEntry {
  /// Reads an answer. Throws if it isn't a list, or if none of its entries can be read.
  init(_ answer: ServerResponse) throws {
    try self.init(try answer.list(), of: answer)
  }

  /// Reads a cached answer, which may have entries of earlier ones beside it (`cached`).
  init(recalled answer: ServerResponse) throws {
    try self.init(
      try answer.json["answer"]?.array ?? answer.list(), kept: answer.json["kept"]?.array ?? [],
      of: answer)
  }

  private init(_ list: [JSON], kept: [JSON] = [], of answer: ServerResponse) throws {
    self.init(list, kept: kept)
    guard !answered.isEmpty || skipped.isEmpty else { throw answer.unreadable(skipped) }
  }

  /// Returns the JSON that is cached in an answer's place, with the entries of earlier ones.
  func cached(_ answer: ServerResponse) -> JSON {
    .object([.init("answer", answer.json), .init("kept", .array(kept))])
  }

  /// Tells whether all entries of a list can be read, so that it may take the place of what is
  /// cached.
  static func isWhole(_ json: JSON) -> Bool {
    json.array?.allSatisfy { (try? Element($0)) != nil } == true
  }
}

extension VirtualSystem: ReceivedEntry {}
extension VirtualMachine: ReceivedEntry {}
