import Reprise

/// The kind of status that a code or a text stands for. Mark and word always stand together on the
/// screen.
///
/// The order is the one to sort and count in: what needs the operator comes first.
enum StatusClass: String, CaseIterable, Hashable, Sendable {
  case failed
  /// Neither the code nor the text is known. It may be a failure, so it stands above what is fine.
  case unknown
  /// Starting, stopping, queued, being deleted: about to be something else.
  case inTransition = "in transition"
  /// At rest: stopped or stored.
  case stopped
  case started
}

extension StatusClass {
  /// The class in words: "in transition".
  var word: String { rawValue }

  /// Returns the server's own word with the class beside it, if the two differ: "Avviato ·
  /// started".
  func beside(_ status: String) -> String {
    status.lowercased() == word ? status : "\(status) · \(word)"
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

  /// The place among all classes, by which lists are sorted.
  var sortKey: SortKey { .number(StatusClass.allCases.firstIndex(of: self) ?? 0) }

  /// The help of the key that sorts by status.
  static let sortHelp = "Sort by STATUS, failed and unknown first"

  /// Returns a count of rows by their classes, of which no window cuts the failed and the unknown.
  static func tally<Row: Sendable>(_ of: @escaping @Sendable (Row) -> StatusClass) -> GroupCounts<
    Row
  > {
    GroupCounts(allCases.map(\.word), urgent: [failed.word, unknown.word]) { of($0).word }
  }
}
