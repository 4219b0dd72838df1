import Reprise

/// The release of a server's REST services, as far as it says: the questions that can be asked depend on it.
///
/// If it isn't known, only questions that every release understands are asked.
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

  /// The first release that searches conditions for a patient; before it the server answers that there are none, whoever is asked about
  /// (RESTWS-900).
  static let searchingConditions = ServicesRelease(2, 39)
  /// The first release that can count a patient's encounters; before it a question for the count gets the oldest first (RESTWS-950).
  static let countingEncounters = ServicesRelease(2, 45)
  /// The first release whose observations tell their normal range for this patient, if the platform is 2.7 or later. Before it the answer
  /// nests until it breaks (openmrs-live 2.5).
  static let tellingRanges = ServicesRelease(2, 49)
}

extension OpenMRSClient {
  /// Tells whether the server can count encounters.
  nonisolated(nonsending) func countsEncounters() async throws -> Bool {
    try await release().map { $0 >= .countingEncounters } ?? false
  }

  /// Returns the server's release; nil if it doesn't say: below platform 2.6 a user who may not see modules isn't told. Where the server
  /// fails at it, it is nil as well, which the ages note as a part that failed, and is asked again.
  nonisolated(nonsending) func release() async throws -> ServicesRelease? {
    if let known = knowledge.release { return known }
    var release: ServicesRelease?
    do {
      let module = try await get(
        ["module", "webservices.rest"], [Parameter("v", Representation.module)])
      release = module.text("version").flatMap { ServicesRelease($0) }
    } catch OpenMRSError.notFound, OpenMRSError.missingPrivilege, OpenMRSError.notKept,
      OpenMRSError.notRecorded
    {
      // No such resource, no right to see it, or nothing kept of it.
    } catch let error as OpenMRSError where !error.cancelsRemainingRequests {
      ages.noteFailureOfPart(error)
      return nil
    }
    // What is kept may say less than the server will.
    if !asksNobody { knowledge.release = .some(release) }
    return release
  }
}
