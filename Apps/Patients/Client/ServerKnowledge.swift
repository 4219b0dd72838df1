import Accounts
import Reprise
import Synchronization

/// The facts about a server that this process has determined from its responses.
@dynamicMemberLookup final class ServerKnowledge: Sendable {
  struct State {
    /// Between the server's address and its services: "" or "/openmrs"; `nil` until known.
    var root: String?
    /// The outer optional is `nil` until the release was requested.
    var release: ServicesRelease??
    var vitals: VitalDictionary?
    /// By the severity concepts in the server's settings.
    var severities: [ResourceID: Allergy.Grade]?
    /// The parts that broke off a response because the user may not see them: "obs".
    var forbidden: Set<String> = []
    /// The requests whose lists became empty, with the cached response and the time of the change.
    var doubts: [String: (cached: ServerResponse, since: Int)] = [:]
    /// `false` once a platform before 2.7 has refused a request for ranges.
    var supportsRanges = true
    /// The maximum number of entries per page, 1 to 100. An administrator may have lowered it.
    var limit = 100
    var hasUnreadableEntries = false
  }

  private let state: Mutex<State>

  /// From config.json, by the keys of `VitalDictionary.names`.
  let chosenVitals: [String: String]

  init(root: String? = nil, chosenVitals: [String: String] = [:]) {
    state = Mutex(State(root: root))
    self.chosenVitals = chosenVitals
  }

  subscript<Value: Sendable>(
    dynamicMember path: any WritableKeyPath<State, Value> & Sendable
  ) -> Value {
    get { state.withLock { $0[keyPath: path] } }
    set { state.withLock { $0[keyPath: path] = newValue } }
  }
}

/// The release of a server's REST services, which determines the requests it supports.
/// If it isn't known, only requests that every release supports are sent.
struct ServicesRelease: Hashable, Comparable, Sendable {
  let major: Int
  let minor: Int

  /// "3.2.0.0" or "2.49.0-SNAPSHOT".
  init?(_ text: String) {
    let numbers = text.split(separator: ".", maxSplits: 2).prefix(2).map { Int($0) }
    guard numbers.count == 2, let major = numbers[0], let minor = numbers[1], major >= 0, minor >= 0
    else { return nil }
    self.init(major, minor)
  }

  init(_ major: Int, _ minor: Int) {
    self.major = major
    self.minor = minor
  }

  static func < (left: Self, right: Self) -> Bool {
    (left.major, left.minor) < (right.major, right.minor)
  }

  /// Older releases always return an empty list of conditions (RESTWS-900).
  static let searchingConditions = ServicesRelease(2, 39)
  /// In older releases a request with `totalCount` returns the oldest first (RESTWS-950).
  static let countingEncounters = ServicesRelease(2, 45)
  /// With platform 2.7 or later. In older releases the response nests until it breaks off
  /// (openmrs-live 2.5).
  static let includingRanges = ServicesRelease(2, 49)
}

extension OpenMRSClient {
  nonisolated(nonsending) func countsEncounters() async throws -> Bool {
    try await release().map { $0 >= .countingEncounters } ?? false
  }

  /// `nil` if the server doesn't say: below platform 2.6 it requires the privilege to see modules.
  /// A failed request is recorded in `ages`, and the next call tries again.
  nonisolated(nonsending) func release() async throws -> ServicesRelease? {
    if let known = knowledge.release { return known }
    var release: ServicesRelease?
    do {
      let module = try await get(
        ["module", "webservices.rest"], [Parameter("v", Representation.module)])
      release = module.text("version").flatMap { ServicesRelease($0) }
    } catch OpenMRSError.notFound, OpenMRSError.missingPrivilege, OpenMRSError.notCached,
      OpenMRSError.notRecorded
    {
      // The resource doesn't exist, the user may not see it, or it isn't cached.
    } catch let error as OpenMRSError where !error.cancelsRemainingRequests {
      ages.noteFailureOfPart(error)
      return nil
    }
    // Unlike a cached response, the server may know its release.
    if !isCacheOnly { knowledge.release = .some(release) }
    return release
  }
}
