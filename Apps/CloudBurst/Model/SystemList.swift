import Reprise

/// The virtual systems of a server, in its order, which is neither by id nor by name.
struct SystemList: Hashable, Sendable {
  private(set) var entries: Entries<VirtualSystem>
  /// The moment of the answer, in seconds since 1970.
  let timestamp: Int
  /// The links to the owners, each once, in the order of the systems.
  private(set) var owners: [String]
  /// The reason, in a few words, why the list isn't cached for the next start; nil if it is.
  var notKept: String?
}

extension SystemList {
  /// Reads an answer, or a cached one. Throws if it isn't a list, or if none of its entries can be
  /// read.
  nonisolated(nonsending) static func read(
    _ answer: ServerResponse, isRecalled: Bool = false
  ) async throws -> SystemList {
    // What is read within a frame's time needs no other thread.
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

  /// Keeps the systems of an earlier list that may be among the entries that couldn't be read.
  mutating func keep(_ earlier: SystemList) {
    entries.keep(earlier.entries, seenAt: earlier.timestamp)
    owners = Self.owners(of: entries)
  }
}

extension SystemList {
  /// The most owners of one list whose links are followed; the others are when their system is opened.
  static let maximumNamedOwners = 100

  /// A line about the owners that stay links; nil if there are none.
  private var unnamedSummary: String? {
    guard owners.count > Self.maximumNamedOwners else { return nil }
    return "Of \(owners.count.grouped) owners the first \(Self.maximumNamedOwners) are looked up; "
      + "the others are links until a system of theirs is opened."
  }

  /// A line about the entries left out; nil if there are none.
  var skippedSummary: String? { entries.summary() }

  /// The note for the person about the list; nil if there is nothing to say.
  var note: String? {
    let notKept = notKept.map { "It isn't kept for the next start: \($0)." }
    let parts = [skippedSummary, notKept, unnamedSummary].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  subscript(id: ResourceID) -> VirtualSystem? {
    systems.first { $0.id == id }
  }

  /// Returns a system that the answer has itself.
  func answered(_ id: ResourceID) -> VirtualSystem? {
    entries.lastSeen[id] == nil ? self[id] : nil
  }
}
