import Reprise

/// Which release of its REST services a server runs, as far as it says: what it can be asked depends on it.
///
/// Where it isn't known, only what every release understands is asked.
struct ServicesRelease: Hashable, Comparable, Sendable {
  let major: Int
  let minor: Int

  /// Reads "3.2.0.0" or "2.49.0-SNAPSHOT"; nil for anything else.
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

  /// From which on conditions are searched for a patient; before it answers that there are none, whoever is asked about (RESTWS-900).
  static let searchingConditions = ServicesRelease(2, 39)
  /// From which on a patient's encounters can be counted; before it whoever asks for that gets the oldest first (RESTWS-950).
  static let countingEncounters = ServicesRelease(2, 45)
  /// From which on an observation says between which values it was normal for this patient, if the platform is 2.7 or later. Before it
  /// the answer nests until it breaks (openmrs-live 2.5).
  static let tellingRanges = ServicesRelease(2, 49)
}

extension OpenMRSClient {
  /// Whether encounters can be counted.
  nonisolated(nonsending) func countsEncounters() async throws -> Bool {
    try await release().map { $0 >= .countingEncounters } ?? false
  }

  /// The server's release; nil if it doesn't say. It is asked once, and whoever may not see modules isn't told, below platform 2.6.
  nonisolated(nonsending) func release() async throws -> ServicesRelease? {
    if let known = knowledge.release { return known }
    var release: ServicesRelease?
    do {
      let module = try await get(
        ["module", "webservices.rest"], [Parameter("v", Representation.module)])
      release = module.text("version").flatMap { ServicesRelease($0) }
    } catch is OpenMRSProblem {
      // No right to see it, no such resource, or nothing kept of it.
    }
    // What is kept may say less than the server will.
    if !asksNobody { knowledge.release = .some(release) }
    return release
  }
}
