import Reprise

/// The virtual systems of a server, in the server's order, which is neither by id nor by name.
struct SystemList: Hashable, Sendable {
  private(set) var entries: Entries<VirtualSystem>
  /// The time of the response, in seconds since 1970.
  let timestamp: Int
  /// The links to the owners, without duplicates, in the order of the systems.
  private(set) var owners: [String]
  /// A short reason why the list couldn't be cached; `nil` if it was.
  var notKept: String?
}

extension SystemList {
  /// Reads a response or a cached one. Throws if it isn't a list, or if no entry can be read.
  nonisolated(nonsending) static func read(
    _ answer: ServerResponse, isRecalled: Bool = false
  ) async throws -> SystemList {
    // A short list is parsed within the time of a frame, and needs no other thread.
    (answer.json.array?.count ?? .max) < 200
      ? try SystemList(answer, isRecalled: isRecalled)
      : try await readInBackground(answer, isRecalled: isRecalled)
  }

  @concurrent private static func readInBackground(
    _ answer: ServerResponse, isRecalled: Bool
  ) async throws -> SystemList {
    try SystemList(answer, isRecalled: isRecalled)
  }

  private init(_ answer: ServerResponse, isRecalled: Bool) throws {
    let entries: Entries<VirtualSystem> =
      try isRecalled ? Entries(recalled: answer) : Entries(answer)
    self.init(
      entries: entries, timestamp: answer.timestamp, owners: Self.owners(of: entries),
      notKept: answer.notKept)
  }

  private static func owners(of entries: Entries<VirtualSystem>) -> [String] {
    var seen: Set<String> = []
    return entries.elements.compactMap(\.owner).filter { seen.insert($0).inserted }
  }

  var systems: [VirtualSystem] { entries.elements }

  /// Retains the systems of an earlier list that may be among the unreadable entries.
  mutating func keep(_ earlier: SystemList) {
    entries.keep(earlier.entries, seenAt: earlier.timestamp)
    owners = Self.owners(of: entries)
  }
}

extension SystemList {
  /// The maximum number of owners looked up for the list. Opening a system looks up its owner.
  static let maximumNamedOwners = 100

  /// A sentence on the owners that aren't looked up; `nil` if there are none.
  private var unnamedSummary: String? {
    guard owners.count > Self.maximumNamedOwners else { return nil }
    return "Of \(owners.count.grouped) owners the first \(Self.maximumNamedOwners) are looked up; "
      + "the others are links until a system of theirs is opened."
  }

  /// A sentence on the entries that were skipped; `nil` if there are none.
  var skippedSummary: String? { entries.summary() }

  /// The note that the list shows to the user; `nil` if there is none.
  var note: String? {
    let notKept = notKept.map { "It isn't kept for the next start: \($0)." }
    let parts = [skippedSummary, notKept, unnamedSummary].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  subscript(id: ResourceID) -> VirtualSystem? {
    systems.first { $0.id == id }
  }

  /// Returns a system of this response; `nil` for one that is retained from an earlier response.
  func answered(_ id: ResourceID) -> VirtualSystem? {
    entries.lastSeen[id] == nil ? self[id] : nil
  }
}

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
