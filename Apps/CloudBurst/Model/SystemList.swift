import Reprise

/// The virtual systems of a server, in its order, which is neither by id nor by name.
struct SystemList: Hashable, Sendable {
  let systems: [VirtualSystem]
  /// The entries that couldn't be read, and repetitions of an id.
  let skipped: [SkippedEntry]
  /// The links to the owners, each once, in the order of the systems.
  let owners: [String]
  /// The reason, in a few words, why the list isn't cached for the next start; nil if it is.
  var notKept: String?
}

extension SystemList {
  /// Reads an answer. Throws if it isn't a list.
  nonisolated(nonsending) static func read(_ answer: ServerAnswer) async throws -> SystemList {
    let list = try answer.list()
    // What is read within a frame's time needs no other thread.
    return list.count < 200
      ? SystemList(list, notKept: answer.notKept)
      : await readInBackground(list, notKept: answer.notKept)
  }

  @concurrent private static func readInBackground(
    _ list: [JSON], notKept: String?
  ) async -> SystemList {
    SystemList(list, notKept: notKept)
  }

  private init(_ list: [JSON], notKept: String?) {
    let entries = Entries(list) { json throws(Unreadable) in try VirtualSystem(json) }
    var seen: Set<String> = []
    let owners = entries.elements.compactMap(\.owner).filter { seen.insert($0).inserted }
    self.init(
      systems: entries.elements, skipped: entries.skipped, owners: owners, notKept: notKept)
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
  var skippedSummary: String? {
    SkippedEntry.summary(of: skipped, in: systems.count + skipped.count)
  }

  /// The note for the person about the list; nil if there is nothing to say.
  var note: String? {
    let notKept = notKept.map { "It isn't kept for the next start: \($0)." }
    let parts = [skippedSummary, notKept, unnamedSummary].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  subscript(id: ResourceID) -> VirtualSystem? {
    systems.first { $0.id == id }
  }
}
