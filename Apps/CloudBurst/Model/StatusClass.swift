import Reprise

/// The class of a system's status. The screen always shows its mark together with its name. The
/// cases are in sort order: those that need the operator's attention come first.
enum StatusClass: String, CaseIterable, Hashable, Sendable {
  case failed
  /// It is sorted near the top, because it may be a failure.
  case unknown
  case inTransition = "in transition"
  case stopped
  case started
}

extension StatusClass {
  var name: String { rawValue }

  /// "Avviato · started"; the text alone if it is the class's name.
  func beside(_ status: String) -> String {
    status.lowercased() == name ? status : "\(status) · \(name)"
  }

  var mark: Mark {
    switch self {
    case .started: Mark("●", .good)
    case .inTransition: Mark("◐", .busy)
    case .stopped: Mark("■", .neutral)
    case .failed: Mark("✕", .bad)
    case .unknown: Mark("?", .unknown)
    }
  }

  var role: Role { mark.role }

  var sortKey: SortKey { .number(StatusClass.allCases.firstIndex(of: self) ?? 0) }

  static let sortHelp = "Sort by STATUS, failed and unknown first"

  /// Narrow windows never truncate failed and unknown counts.
  static func tally<Row: Sendable>(_ of: @escaping @Sendable (Row) -> StatusClass) -> GroupCounts<
    Row
  > {
    GroupCounts(allCases.map(\.name), urgent: [failed.name, unknown.name]) { of($0).name }
  }
}
