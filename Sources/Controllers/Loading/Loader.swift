import Restoration
import Screens

/// Loads a screen's content, and keeps what came of it.
@MainActor final class Loader<Content: Sendable> {
  private(set) var content: Content?
  private(set) var provenance: Provenance?
  /// How far a load is that takes long.
  private(set) var progress: String?
  /// The load whose outcome counts.
  private var current: Load<Content>?
  /// Whether a load came to its end, so that there is all of what is shown.
  private var isWhole = false
  /// Whether the content is only a beginning, and what was shown before it was.
  private(set) var (isPartial, wasPartial) = (false, false)
  /// How what is shown stands to what the source has since the last load failed; nil if it didn't.
  private(set) var failure: Provenance.Standing?

  /// What the last failure said, apart from its numbers; nil if there was none.
  private var failureKind: String?

  /// Whether what is shown is there no more.
  var isDeleted: Bool { failure == .deleted }

  /// What the key for loading again does now.
  var refreshLabel: String {
    (failure ?? provenance?.standing) == .noPassword ? "log in" : "refresh"
  }

  /// Where what is shown is from; `fixed` until the source says so.
  func provenance(_ fixed: Provenance?) -> Provenance? {
    var provenance = self.provenance ?? fixed
    if let failure { provenance?.standing = failure }
    return provenance
  }

  /// After how many seconds the next load begins by itself: a source that can't be reached, or heard to the end, is asked for all
  /// the same, so that this ends.
  func refreshInterval(_ wanted: Int? = nil) -> Int? {
    let standing = failure ?? provenance?.standing
    guard standing == .offline || standing == .badAnswer else { return wanted }
    return min(wanted ?? Self.retryInterval, Self.retryInterval)
  }

  private static var retryInterval: Int { 15 }

  /// Whether more of what is shown is to come in this load.
  var isContinued: Bool { current?.isContinued == true }

  /// Whether what is shown isn't what the source has now.
  var isOld: Bool { content != nil && (failure != nil || provenance?.isCurrent == false) }

  /// Begins anew, for another question: what an earlier load still shows is dropped.
  func forget() {
    content = nil
    provenance = nil
    progress = nil
    current = nil
    isWhole = false
    (isPartial, wasPartial) = (false, false)
    failure = nil
  }

  /// What is said at the bottom while a load takes long.
  var activity: String? {
    if let progress { return "Loading… \(progress)" }
    // Whoever asked wants to see that something is done; what begins by itself stays quiet.
    return content != nil && current?.freshness == .fresh ? "Loading…" : nil
  }

  /// What came of a load.
  enum Outcome {
    /// What the source has now.
    case loaded
    /// It failed, and there is nothing else to show, or the person asked: with what is to be said of it.
    case failed(any Error)
    /// It failed, but nobody asked for it.
    case unchanged(any Error)
    /// It failed for want of what another screen brings, which is being opened. If there is nothing to show, the error is what is
    /// found by whoever comes back without it.
    case remedied(any Error)
    /// Another load took its place, or it failed by itself once more.
    case dropped
  }

  /// Asks the source. `shown` is told of all that it shows, before it is painted: what was there before, and whether this is news.
  func load(
    _ freshness: Freshness, _ navigator: Navigator,
    _ source: @MainActor (Load<Content>) async throws -> Void,
    shown: @escaping @MainActor (_ before: Content?, _ isNews: Bool) -> Void
  ) async -> Outcome {
    let load = Load<Content>(
      freshness, isAgain: isWhole,
      take: { [weak self] load, content, provenance in
        guard let self, load === self.current, !Task.isCancelled else { return }
        let before = self.content
        // What had no age wasn't the source's: it only stood there until there was something of it.
        let isNews =
          if let earlier = self.provenance, let provenance {
            before != nil && provenance.moment != earlier.moment
          } else { before != nil && self.provenance != nil }
        (self.wasPartial, self.isPartial) = (self.isPartial, load.isContinued)
        self.content = content
        self.provenance = provenance
        if provenance?.isCurrent != false {
          navigator.withdrawNotice()
          self.tellRecovery(navigator)
          self.failure = nil
          self.failureKind = nil
          self.progress = nil
        }
        shown(before, isNews)
        navigator.paint(isLoaded: true)
      },
      progress: { [weak self] load, progress in
        guard let self, load === self.current else { return }
        self.progress = progress
        navigator.paint(isLoaded: false)
      })
    current = load
    progress = nil
    defer {
      if load === current {
        progress = nil
        current = nil
      }
    }
    do {
      try await source(load)
      guard load === current, !Task.isCancelled else { return .dropped }
      isWhole = true
      return .loaded
    } catch {
      guard load === current, !Task.isCancelled else { return .dropped }
      let kind = Self.kind(of: error)
      defer { failureKind = kind }
      failure = (error as? any SourceProblem)?.standing ?? .error
      // Whoever was told what is wrong needn't be told each time that it still is.
      if freshness == .automatic, failureKind == kind, content != nil { return .dropped }
      if freshness == .fresh, let remedy = (error as? any Remediable)?.remedy {
        navigator.push(remedy)
        return .remedied(error)
      }
      guard freshness == .fresh || content == nil || isDeleted else { return .unchanged(error) }
      navigator.log(Report.notice(of: error))
      return .failed(error)
    }
  }

  /// What an error is about: one whose numbers alone are others is the same, a status excepted.
  private static func kind(of error: any Error) -> String {
    let notice = Report.notice(of: error)
    return notice.prefix(3) + notice.dropFirst(3).filter { !$0.isNumber }
  }

  /// Says that a server answers again that didn't.
  private func tellRecovery(_ navigator: Navigator) {
    guard let failure, case .live(let name)? = provenance?.source else { return }
    switch failure {
    case .offline, .error, .badAnswer: navigator.notify("\(name): answering again.")
    case .noAccess: navigator.notify("\(name): access again.")
    case .noPassword: navigator.notify("\(name): logged in.")
    case .notTrusted: navigator.notify("\(name): trusted now.")
    case .deleted: navigator.notify("\(name): there again.")
    case .unasked, .current, .awaited: break
    }
  }
}
