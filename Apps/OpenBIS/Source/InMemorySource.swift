import Foundation
import Reprise
import Synchronization

/// An instance in memory: a source without a server, for the demo and for tests.
///
/// Everything that it has is kept, too, so both manners of asking answer alike. `fail` has it answer as a server that fails.
final class InMemorySource: EntitySource {
  private struct State {
    var entities: [ResourceID: Entity]
    var failure: (any Error)?
    var asked: [String] = []
  }

  private let state: Mutex<State>
  private let preferences: ClientPreferences
  private let images: [String: ImageFile]
  private let moment: Int

  /// Creates an instance.
  ///
  /// - Parameters:
  ///   - entities: The entities, with everything that is to be known of them.
  ///   - preferences: The preferences, with the kinds of search.
  ///   - images: The images by their addresses.
  ///   - moment: The moment of every answer, in seconds since 1970.
  init(
    _ entities: [Entity], preferences: ClientPreferences = ClientPreferences(),
    images: [String: ImageFile] = [:], moment: Int = 0
  ) {
    state = Mutex(
      State(entities: Dictionary(entities.map { ($0.id, $0) }) { $0.updated(with: $1) }))
    self.preferences = preferences
    self.images = images
    self.moment = moment
  }

  let manner = BrowsingManner.service

  /// Has every question to the server throw an error from now on; nil for none.
  func fail(with error: (any Error)?) { state.withLock { $0.failure = error } }

  /// Replaces an entity, or adds one.
  func set(_ entity: Entity) { state.withLock { $0.entities[entity.id] = entity } }

  /// The questions so far to the server, for example "family PROBES".
  var asked: [String] { state.withLock(\.asked) }

  nonisolated(nonsending) func root(_ asking: Asking) async throws -> Dated<InstanceRoot> {
    try answer(asking, "root") { entities in
      InstanceRoot(
        entities: EntityList(
          entities.values.filter { $0.isRootLevel == true && !$0.isDeleted }),
        preferences: preferences, syncedAt: moment, isDue: false)
    }
  }

  nonisolated(nonsending) func family(
    of id: ResourceID, _ asking: Asking
  ) async throws -> Dated<EntityFamily> {
    try answer(asking, "family \(id)") { entities in
      guard let parent = entities[id] else { throw SourceLack.noEntity(id) }
      let others = (parent.children ?? []).filter { $0 != id }
      let known = others.compactMap { entities[$0] }
      return EntityFamily(
        parent: parent, children: EntityList(known.filter { !$0.isDeleted }),
        undescribed: others.count - known.count)
    }
  }

  nonisolated(nonsending) func detail(
    of id: ResourceID, _ asking: Asking
  ) async throws -> Dated<Entity> {
    try answer(asking, "detail \(id)") { entities in
      guard let entity = entities[id] else { throw SourceLack.noEntity(id) }
      return entity
    }
  }

  nonisolated(nonsending) func search(_ search: EntitySearch) async throws -> Dated<EntityList> {
    let pattern = SearchPattern(search.sent)
    return try answer(.server, "search \(search.sent)") { entities in
      EntityList(entities.values.filter { !$0.isDeleted && pattern.matches($0) })
    }
  }

  nonisolated(nonsending) func image(
    _ image: EntityImage, of id: ResourceID, _ asking: Asking
  ) async throws -> Dated<ImageFile> {
    try answer(asking, "image \(id)") { _ in
      switch image {
      case .address(let address):
        guard let file = images[address] else { throw SourceLack.notKept }
        return file
      case .content(let bytes, let format):
        return ImageFile(bytes: bytes, format: format, of: id)
      }
    }
  }

  nonisolated(nonsending) func sync(
    _ scope: SyncScope, progress: @escaping @Sendable (SyncProgress) -> Void
  ) async throws -> SyncReport {
    try answer(.server, "sync") { entities in
      let categories = EntityList(entities.values.filter { $0.isRootLevel == true })
      for (place, category) in categories.enumerated() {
        progress(
          SyncProgress(
            done: place, total: categories.count, title: category.title, received: 0,
            expected: nil))
      }
      return SyncReport(moment: moment, failures: [], count: entities.count)
    }.content
  }

  func noteRefresh() {}

  nonisolated(nonsending) func logOut() async throws {}

  private func answer<Content>(
    _ asking: Asking, _ question: String, _ content: ([ResourceID: Entity]) throws -> Content
  ) throws -> Dated<Content> {
    let entities = try state.withLock { state in
      if asking == .server {
        state.asked.append(question)
        if let failure = state.failure { throw failure }
      }
      return state.entities
    }
    return Dated(try content(entities), at: moment)
  }
}

/// A text to search for as the servers read it: it finds what equals it, by whole values, case told apart; with `*` or `?` in it, what
/// the wildcards match in any case.
struct SearchPattern: Sendable {
  private let text: String
  /// The characters in lower case, if there are wildcards among them.
  private let wildcards: [Character]?
  /// The number of characters that a text must have to be found.
  private let minimumLength: Int

  /// Creates a pattern from the text that is sent.
  init(_ sent: String) {
    let isQuoted = sent.count > 1 && sent.hasPrefix("\"") && sent.hasSuffix("\"")
    text = isQuoted ? String(sent.dropFirst().dropLast()) : sent
    let hasWildcards = !isQuoted && sent.contains { $0 == "*" || $0 == "?" }
    wildcards = hasWildcards ? Array(text.lowercased()) : nil
    minimumLength = wildcards?.count { $0 != "*" } ?? 0
  }

  /// Tells whether one of an entity's texts is found.
  func matches(_ entity: Entity) -> Bool {
    guard !text.isEmpty else { return false }
    let texts =
      [entity.id.text, entity.header, entity.summary, entity.identifier, entity.category]
      + (entity.properties ?? []).map(\.value)
    return texts.contains { $0.map { matches($0) } ?? false }
  }

  /// Tells whether a text is found.
  func matches(_ candidate: String) -> Bool {
    guard let wildcards else { return candidate == text }
    // A session file may hold a pattern of any length.
    guard candidate.utf8.count >= minimumLength else { return false }
    return Self.matches(wildcards, Array(candidate.lowercased()))
  }

  /// Matches by going back to the last asterisk alone, so no pattern takes long.
  private static func matches(_ pattern: [Character], _ text: [Character]) -> Bool {
    var (place, at) = (0, 0)
    var back: (place: Int, at: Int)?
    while at < text.count {
      if place < pattern.count, pattern[place] == "*" {
        back = (place + 1, at)
        place += 1
      } else if place < pattern.count, pattern[place] == "?" || pattern[place] == text[at] {
        place += 1
        at += 1
      } else if let last = back {
        (place, at) = (last.place, last.at + 1)
        back = (last.place, last.at + 1)
      } else {
        return false
      }
    }
    return pattern[place...].allSatisfy { $0 == "*" }
  }
}
