/// The releases of an OpenMRS core and its REST module that the simulated server imitates.
///
///     ServerProfile.refApp213.description == "REST 2.39.0 on core 2.5.9"
///
/// The servers below were tested on 2026-11-22. The recordings are in
/// shared/data/openmrs-recorded/live.
struct ServerProfile: Hashable, Sendable, CustomStringConvertible {
  let core: Version
  let rest: Version

  init(core: Version, rest: Version) {
    self.core = core
    self.rest = rest
  }

  var description: String { "REST \(rest) on core \(core)" }

  /// The directory of the recordings: "core-2.8.4_rest-3.2.0".
  var directory: String { "core-\(core)_rest-\(rest)" }

  /// RefApp 2.13.
  static let refApp213 = ServerProfile(core: "2.5.9", rest: "2.39.0")
  /// OpenMRS 3.1.
  static let o3Release1 = ServerProfile(core: "2.6.7", rest: "2.44.0")
  /// OpenMRS 3.4.
  static let o3Release4 = ServerProfile(core: "2.7.4", rest: "2.49.0")
  /// OpenMRS 3.6, which the demo data use.
  static let o3Release6 = ServerProfile(core: "2.8.4", rest: "3.2.0")
  static let newest = ServerProfile(core: "2.8.9", rest: "3.4.1")

  /// The combinations in use, the oldest first.
  static let inUse = [refApp213, o3Release1, o3Release4, o3Release6, newest]

  /// Combinations that no distribution has, for tests of the limits between releases.
  static let thresholds = [
    ServerProfile(core: "2.5.9", rest: "2.38.0"), ServerProfile(core: "2.7.4", rest: "2.47.0"),
    ServerProfile(core: "2.7.4", rest: "2.50.0"),
  ]
}

extension ServerProfile {
  /// A version such as "2.49.0", compared number by number.
  struct Version: Hashable, Comparable, Sendable, ExpressibleByStringLiteral,
    CustomStringConvertible
  {
    let description: String
    private let numbers: [Int]

    init(_ text: String) {
      description = text
      numbers = text.split(separator: ".").map { Int($0) ?? 0 }
    }

    init(stringLiteral text: String) { self.init(text) }

    static func < (one: Version, other: Version) -> Bool {
      one.numbers.lexicographicallyPrecedes(other.numbers)
    }
  }
}
