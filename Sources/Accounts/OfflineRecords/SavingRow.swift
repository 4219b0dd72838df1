import Controllers
import Core
import Terminals

struct SavingRow: Hashable, Sendable {
  enum Progress: Hashable, Sendable {
    case waiting
    case underWay(done: Int, of: Int)
    /// The copy was saved; `gaps` are its missing parts, and those from an earlier copy.
    case saved(String, gaps: String)
    case failed(String)
  }

  let id: ResourceID
  private(set) var title: String
  /// Distinguishes subjects with the same title.
  private(set) var identifier: String
  /// The time of the saved copy; `nil` if there is none.
  let kept: String?
  var progress = Progress.waiting

  init(_ id: ResourceID, title: String) {
    self.id = id
    self.title = title
    identifier = ""
    kept = nil
  }

  init<Subject: RecordSubject>(_ subject: Subject, kept: String?) {
    id = subject.id
    title = subject.title
    identifier = subject.identifier
    self.kept = kept
  }

  /// Updates the subject from the server's response.
  mutating func show<Subject: RecordSubject>(_ subject: Subject) {
    title = subject.title
    identifier = subject.identifier
  }

  /// Whether the work has no result yet.
  var isOpen: Bool {
    switch progress {
    case .waiting, .underWay: true
    case .saved, .failed: false
    }
  }

  var words: String {
    switch progress {
    case .waiting: "waiting"
    case .underWay(let done, let total): "saving, \(done) of \(total)"
    case .saved(let when, let gaps):
      "saved \(when)" + (gaps.isEmpty ? "" : ", \(gaps)")
    case .failed(let reason): reason
    }
  }

  var mark: Mark {
    switch progress {
    case .waiting: Mark(" ", .text)
    case .underWay: Mark("◐", .busy)
    case .saved(_, let gaps): Mark("●", gaps.isEmpty ? .good : .warning)
    case .failed: Mark("✕", .bad)
    }
  }

  /// The footer, for text that doesn't fit into the row.
  var footer: String {
    switch progress {
    case .waiting, .underWay, .saved(_, ""): ""
    case .saved, .failed: words
    }
  }

  static let columns: [Column<SavingRow>] = [
    Column("name", heading: "NAME", width: .flexible(14...40, share: 2), text: { $0.title }),
    Column(
      "progress", heading: "STATUS", width: .flexible(12...100, ideal: 22), text: { $0.words },
      role: { $0.mark.role }),
    Column("identifier", heading: "IDENTIFIER", width: .fixed(12), text: { $0.identifier }),
  ]
}
