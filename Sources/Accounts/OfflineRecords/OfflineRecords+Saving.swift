import Controllers
public import Core
public import DataSources
public import Encryption
public import Screens
import Terminals

/// A function that requests everything that an offline copy of a record needs. It writes the
/// responses to the copy's text as they arrive (`ResponseRecorder`).
///
/// The function calls `onSubject` with the subject as soon as it is known. It calls `progress` with
/// the number of received parts and the total number, which may still grow. It throws if a part is
/// temporarily unavailable.
public typealias RecordDownload<Client, Subject: RecordSubject> =
  @MainActor (
    _ client: Client, _ id: ResourceID, _ text: SealedText, _ onSubject: (Subject) async -> Void,
    _ progress: (_ done: Int, _ of: Int) async -> Void
  ) async throws -> RecordCopy<Subject>

extension OfflineRecords {
  /// Returns the screen that saves one record, or updates all saved ones in turn, and shows the
  /// result of each.
  ///
  /// Leaving the screen cancels the work: an incomplete record retains its old copy. If the process
  /// ends during the work, the next start continues it.
  ///
  /// - Parameters:
  ///   - id: The id of the record's subject; `nil` for all saved records.
  ///   - since: The time of the user's request, in seconds since 1970. Records saved at that time
  ///     or later are done.
  ///   - reader: The reader of the server's data.
  ///   - copying: Requests everything that a copy needs.
  ///   - open: Opens the record of the row where the user pressed Enter.
  @MainActor public func savingScreen<Client>(
    of id: ResourceID?, since: Int, from reader: DataReader<Client>,
    copying: @escaping RecordDownload<Client, Subject>,
    open: @escaping @MainActor (ResourceID, Navigator) -> Void
  ) -> any Screen {
    // A session file may contain any number.
    let since = min(max(0, since), reader.timestamp)
    let work = Work()
    return ListController(
      title: "Saving", columns: SavingRow.columns, id: \.id.text,
      options: {
        $0.provenance = reader.origin
        $0.mark = \.mark
        $0.emptyText = "No \(Subject.noun.many) to save."
        $0.back = {
          KeyBinding(
            .escape, .left, .backspace, "h", label: work.isUnderWay ? "stop" : "back",
            help: "Stop and go back; incomplete copies are dropped"
          ) { navigator in
            let givenUp = work.givenUp
            navigator.returnResult(.cacheChanged)
            if let givenUp { navigator.notify(givenUp) }
          }
        }
        $0.footer = \.footer
        $0.reloadedText = nil
      },
      source: { load in
        work.rows = try await rows(
          of: id, savedIn: since...max(since, reader.timestamp), reader.zone)
        work.isUnderWay = true
        defer { work.isUnderWay = false }
        work.show(load, from: reader, since: since)
        for index in work.rows.indices where work.rows[index].isOpen {
          var failure: (any Error)?
          do {
            let text = try await saved.begin(work.rows[index].id)
            let copy = try await copying(
              reader.client, work.rows[index].id, text, { work.rows[index].show($0) }
            ) { done, total in
              work.rows[index].progress = .underWay(done: done, of: total)
              work.show(load, from: reader, since: since)
            }
            .merging(await saved.copy(of: work.rows[index].id))
            try Task.checkCancellation()
            try await saved.save(copy, in: text)
            work.rows[index].show(copy.entry.subject)
            work.rows[index].progress = .saved(
              copy.entry.minute(in: reader.zone), gaps: copy.entry.gaps)
          } catch {
            if Task.isCancelled { throw error }
            work.rows[index].progress = .failed(error.reason)
            failure = error
          }
          work.show(load, from: reader, since: since, failure)
        }
      },
      open: { row, navigator in open(row.id, navigator) })
  }

  /// A copy from the future was saved before the clock was set back, and is saved again.
  private func rows(
    of id: ResourceID?, savedIn period: ClosedRange<Int>, _ zone: Zone
  ) async throws -> [SavingRow] {
    let entries = try await saved.list().entries.filter { id == nil || $0.id == id }
    let rows = entries.map { entry in
      var row = SavingRow(entry.subject, savedTime: entry.minute(in: zone))
      if period.contains(entry.timestamp) {
        row.progress = .saved(entry.minute(in: zone), gaps: entry.gaps)
      }
      return row
    }
    guard let id, rows.isEmpty else { return rows }
    let known = try? await recent.list().first { $0.id == id }
    return [
      known.map { SavingRow($0.subject, savedTime: nil) }
        ?? SavingRow(id, title: "The \(Subject.noun.one)")
    ]
  }
}

@MainActor private final class Work {
  var rows: [SavingRow] = []
  var isUnderWay = false

  var givenUp: String? {
    let left = rows.filter(\.isOpen)
    guard isUnderWay, let first = left.first else { return nil }
    guard left.count == 1 else {
      return "Stopped: \(left.count) of \(rows.count) weren't updated and keep the old copy."
    }
    return first.savedTime.map { "Stopped: \(first.title) keeps the copy of \($0)." }
      ?? "Stopped: \(first.title) isn't saved."
  }

  func show<Client>(
    _ load: Load<ListContent<SavingRow>>, from reader: DataReader<Client>, since: Int,
    _ failure: (any Error)? = nil
  ) {
    var done = 0
    var failed = 0
    var hasOldCopies = false
    var hasHeard = failure != nil
    for row in rows {
      switch row.progress {
      case .waiting: break
      case .underWay(let count, _): hasHeard = hasHeard || count > 0
      case .saved:
        done += 1
        hasHeard = true
      case .failed:
        failed += 1
        hasOldCopies = hasOldCopies || row.savedTime != nil
      }
    }
    var summary = "\(done) of \(rows.count) saved"
    if failed > 0 { summary += ", \(failed) failed" }
    if hasOldCopies { summary += ": their old copies are kept" }
    let ages = ResponseAges()
    ages.note(since)
    load.show(
      ListContent(rows: rows, summary: summary),
      from: reader.provenance(
        ages, isCached: !hasHeard, failure.flatMap { $0.hasNoResponse ? $0 : nil }))
  }
}

extension Error {
  /// Without the URL, which doesn't fit into a row.
  fileprivate var reason: String {
    let text = StatusMessage(problem: "", self).text
    guard text.hasPrefix("http"), let separator = text.firstRange(of: ": ") else { return text }
    return String(text[separator.upperBound...])
  }
}

struct SavingRow: Hashable, Sendable {
  enum Progress: Hashable, Sendable {
    case waiting
    case underWay(done: Int, of: Int)
    /// `gaps` are the copy's missing parts, and those from an earlier copy.
    case saved(String, gaps: String)
    case failed(String)
  }

  let id: ResourceID
  private(set) var title: String
  /// Distinguishes subjects with the same title.
  private(set) var identifier: String
  let savedTime: String?
  var progress = Progress.waiting

  init(_ id: ResourceID, title: String) {
    self.id = id
    self.title = title
    identifier = ""
    savedTime = nil
  }

  init<Subject: RecordSubject>(_ subject: Subject, savedTime: String?) {
    id = subject.id
    title = subject.title
    identifier = subject.identifier
    self.savedTime = savedTime
  }

  mutating func show<Subject: RecordSubject>(_ subject: Subject) {
    title = subject.title
    identifier = subject.identifier
  }

  var isOpen: Bool {
    switch progress {
    case .waiting, .underWay: true
    case .saved, .failed: false
    }
  }

  var text: String {
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

  /// For text that doesn't fit into the row.
  var footer: String {
    switch progress {
    case .waiting, .underWay, .saved(_, ""): ""
    case .saved, .failed: text
    }
  }

  static let columns: [Column<SavingRow>] = [
    Column("name", heading: "NAME", width: .flexible(14...40, share: 2), text: { $0.title }),
    Column(
      "progress", heading: "STATUS", width: .flexible(12...100, ideal: 22), text: { $0.text },
      role: { $0.mark.role }),
    Column("identifier", heading: "IDENTIFIER", width: .fixed(12), text: { $0.identifier }),
  ]
}
