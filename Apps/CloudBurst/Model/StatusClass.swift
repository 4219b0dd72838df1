import Reprise

/// The kind of status that a code stands for. Mark and word always stand together on the screen.
///
/// The order is the one to sort and count in.
enum StatusClass: String, CaseIterable, Hashable, Sendable {
  case started
  /// Starting, stopping, queued, being deleted: about to be something else.
  case inTransition = "in transition"
  /// At rest: stopped or stored.
  case stopped
  case failed
  /// A code that isn't in the table, or none. Its meaning is never guessed.
  case unknown
}

extension StatusClass {
  /// The class in words: "in transition".
  var word: String { rawValue }

  /// Returns the server's own word with the class beside it, if the two differ: "Avviato · started".
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
}
