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

  var mark: Character {
    switch self {
    case .started: "●"
    case .inTransition: "◐"
    case .stopped: "■"
    case .failed: "✕"
    case .unknown: "?"
    }
  }

  var role: Role {
    switch self {
    case .started: .good
    case .inTransition: .busy
    case .stopped: .neutral
    case .failed: .bad
    case .unknown: .unknown
    }
  }
}

extension StatusClass: Comparable {
  static func < (left: StatusClass, right: StatusClass) -> Bool { left.place < right.place }

  private var place: Int {
    switch self {
    case .started: 0
    case .inTransition: 1
    case .stopped: 2
    case .failed: 3
    case .unknown: 4
    }
  }
}
