@testable import Patients

/// The requests that the strict server answers otherwise than the real ones did, each with the reason.
///
/// The comparison fails for one that isn't here, and for one that is and needn't be.
enum RecordedRest {
  static func reasons(for profile: ServerProfile) -> [String: String] {
    everywhere.merging(apart[profile.folder] ?? [:]) { $1 }
  }

  private static let everywhere: [String: String] = [:]

  private static let apart: [String: [String: String]] = [:]
}
