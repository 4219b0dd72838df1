import Accounts
import Reprise

/// The virtual systems of a server, in the server's order, which is neither by id nor by name.
struct SystemList: Hashable, Sendable {
  private(set) var entries: Entries<VirtualSystem>
  /// In seconds since 1970.
  let timestamp: Int
  /// Links without duplicates, in the order of the systems.
  private(set) var owners: [String]
  var cacheFailure: String?
}

extension SystemList {
  nonisolated(nonsending) static func read(
    _ response: ServerResponse, isRecalled: Bool = false
  ) async throws -> SystemList {
    // A short list is parsed within the time of a frame, and needs no other thread.
    (response.json.array?.count ?? .max) < 200
      ? try SystemList(response, isRecalled: isRecalled)
      : try await readInBackground(response, isRecalled: isRecalled)
  }

  @concurrent private static func readInBackground(
    _ response: ServerResponse, isRecalled: Bool
  ) async throws -> SystemList {
    try SystemList(response, isRecalled: isRecalled)
  }

  private init(_ response: ServerResponse, isRecalled: Bool) throws {
    let entries: Entries<VirtualSystem> =
      try isRecalled ? Entries(recalled: response) : Entries(response)
    self.init(
      entries: entries, timestamp: response.timestamp, owners: Self.owners(of: entries),
      cacheFailure: response.cacheFailure)
  }

  private static func owners(of entries: Entries<VirtualSystem>) -> [String] {
    var seen: Set<String> = []
    return entries.elements.compactMap(\.owner).filter { seen.insert($0).inserted }
  }

  var systems: [VirtualSystem] { entries.elements }

  /// Retains the systems of an earlier list that may be among the unreadable entries.
  mutating func keep(_ earlier: SystemList) {
    entries.addMissing(from: earlier.entries, seenAt: earlier.timestamp)
    owners = Self.owners(of: entries)
  }

  /// Opening a system looks up its owner, too.
  static let maximumNamedOwners = 100

  private var unnamedSummary: String? {
    guard owners.count > Self.maximumNamedOwners else { return nil }
    return "Of \(owners.count.grouped) owners the first \(Self.maximumNamedOwners) are looked up; "
      + "the others are links until a system of theirs is opened."
  }

  var skippedSummary: String? { entries.summary() }

  var note: String? {
    let cacheFailure = cacheFailure.map { "It isn't cached for the next start: \($0)." }
    let parts = [skippedSummary, cacheFailure, unnamedSummary].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  subscript(id: ResourceID) -> VirtualSystem? {
    systems.first { $0.id == id }
  }

  /// `nil` for a system that is retained from an earlier response.
  func current(_ id: ResourceID) -> VirtualSystem? {
    entries.lastSeen[id] == nil ? self[id] : nil
  }
}

extension Entries where Element: ReceivedEntry {
  /// Throws if the response isn't a list, or if none of its entries can be read.
  init(_ response: ServerResponse) throws {
    try self.init(try response.list(), of: response)
  }

  /// Reads a cached response, which may include entries of earlier responses (see `cached`).
  init(recalled response: ServerResponse) throws {
    try self.init(
      try response.json["answer"]?.array ?? response.list(),
      retained: response.json["kept"]?.array ?? [],
      of: response)
  }

  private init(_ list: [JSON], retained: [JSON] = [], of response: ServerResponse) throws {
    self.init(list, earlierEntries: retained)
    guard !currentElements.isEmpty || skipped.isEmpty else { throw response.unreadable(skipped) }
  }

  func cached(_ response: ServerResponse) -> JSON {
    .object([.init("answer", response.json), .init("kept", .array(earlierEntries))])
  }

  /// Only a list that can be read as a whole replaces the cached one.
  static func isWhole(_ json: JSON) -> Bool {
    json.array?.allSatisfy { (try? Element($0)) != nil } == true
  }
}

extension VirtualSystem: ReceivedEntry {}
extension VirtualMachine: ReceivedEntry {}
