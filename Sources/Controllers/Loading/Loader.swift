import Restoration
import Screens

/// The loads of one screen, and the content, provenance and failure that they have left.
@MainActor final class Loader<Content: Sendable> {
  private(set) var content: Content?
  private(set) var provenance: Provenance?
  /// The progress of a load that takes long.
  private(set) var progress: String?
  /// The load whose outcome counts.
  private var current: Load<Content>?
  /// True if the load that goes on has shown what the source has now: later steps are more of the same.
  private var isHeard = false
  /// True if a load came to its end, so that all of the content is there.
  private var isWhole = false
  /// True if the content is only a beginning; and the same of the content before it.
  private(set) var (isPartial, wasPartial) = (false, false)
  /// The standing of the content since the last load failed; nil if it didn't.
  private(set) var failure: Provenance.DataStatus?
  /// The name of the server that failed, if it isn't the one that the content is from.
  private var failedServer: String?

  /// The seconds that the source wanted to be left alone when the last load failed; nil if it didn't.
  private var wait: Int?

  /// The route of the screen that shows the answer which the last load couldn't read; nil if there
  /// is none.
  private(set) var answer: (any AppRoute)?

  /// The last failure's words without their numbers; nil if there was none.
  private var failureKind: String?

  /// True if the source doesn't have the content any more.
  var isDeleted: Bool { failure == .deleted }

  /// The label of the key that loads again.
  var refreshLabel: String {
    (failure ?? provenance?.dataStatus) == .noPassword ? "log in" : "refresh"
  }

  /// Returns the provenance of the content; `fixed` until a load names one.
  func provenance(_ fixed: Provenance?) -> Provenance? {
    var provenance = self.provenance ?? fixed
    if let failure { provenance?.dataStatus = failure }
    if failure != nil, let failedServer, case .live = provenance?.source {
      provenance?.source = .live(failedServer)
    }
    return provenance
  }

  /// Returns the number of seconds after which the next load begins by itself. A source that is offline, or gave a bad answer, is asked
  /// again after 15 seconds at most, even if nobody wanted an interval, so that the failure ends; but never where the person wants it
  /// asked by a key alone.
  func refreshInterval(_ wanted: Int? = nil, from fixed: Provenance? = nil) -> Int? {
    let provenance = provenance(fixed)
    if provenance?.isPaused == true { return nil }
    if let wait { return wanted.map { max($0, wait) } }
    let dataStatus = failure ?? provenance?.dataStatus
    guard dataStatus == .offline || dataStatus == .badAnswer else { return wanted }
    return min(wanted ?? Self.retryInterval, Self.retryInterval)
  }

  private static var retryInterval: Int { 15 }

  /// True if this load will bring more of the same content.
  var moreFollows: Bool { current?.moreFollows == true }

  /// True if the content isn't what the source has now.
  var isOld: Bool { content != nil && (failure != nil || provenance?.isCurrent == false) }

  /// Empties the loader for another question: content that an earlier load still shows is dropped.
  func forget() {
    content = nil
    provenance = nil
    progress = nil
    current = nil
    isWhole = false
    (isPartial, wasPartial) = (false, false)
    failure = nil
    wait = nil
    answer = nil
  }

  /// The words in the bottom line while a load takes long.
  var activity: String? {
    // Whoever asked wants to see that something is done; what begins by itself stays quiet, and the hints stay where they are.
    if content != nil, current?.loadReason == .timer { return nil }
    if let progress { return "Loading… \(progress)" }
    return content != nil && current?.loadReason == .userRefresh ? "Loading…" : nil
  }

  /// The outcome of a load.
  enum Outcome {
    /// The load came to its end; the provenance says whether the content is what the source has now.
    case loaded
    /// The load failed, and there is nothing else to show, or the person asked for it.
    case failed(any Error)
    /// The load failed, but nobody asked for it, or the content is the source's all the same: it stays.
    case unchanged(any Error)
    /// The load failed with a problem that another screen remedies, and that screen is being opened. The error is shown if there is no
    /// content and the person comes back without a remedy.
    case recovered(any Error)
    /// Another load took its place; or a refresh by time failed the same way once more.
    case dropped
  }

  /// Asks the source, which may show a beginning if `acceptsPartialContent` returns true. `shown` is called for each content, before it is
  /// painted, with the content before and whether the new one is news.
  func load(
    _ loadReason: LoadReason, _ navigator: Navigator,
    _ source: @MainActor (Load<Content>) async throws -> Void,
    shown: @escaping @MainActor (_ before: Content?, _ isNews: Bool) -> Void,
    acceptsPartialContent: @escaping @MainActor () -> Bool = { true }
  ) async -> Outcome {
    let load = Load<Content>(
      loadReason, isReload: isWhole, acceptsPartialContent: acceptsPartialContent,
      take: { [weak self] load, content, provenance in
        guard let self, load === self.current, !Task.isCancelled else { return }
        let before = self.content
        // What had no age wasn't the source's: it only stood there until there was something of it.
        let isNews =
          if let earlier = self.provenance, let provenance {
            // Moments are whole seconds, in which a source may say one thing to a load and another to the next.
            before != nil
              && (provenance.timestamp != earlier.timestamp
                || earlier.isCurrent && provenance.isCurrent && !self.isHeard)
          } else { before != nil && self.provenance != nil }
        self.isHeard = self.isHeard || provenance?.isCurrent == true
        (self.wasPartial, self.isPartial) = (self.isPartial, load.moreFollows)
        self.content = content
        self.provenance = provenance
        if provenance?.isCurrent != false {
          navigator.withdrawNotice()
          self.tellRecovery(navigator)
          self.failure = nil
          self.wait = nil
          self.answer = nil
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
      },
      background: { [weak self] load, work in
        guard let self, load === self.current, !Task.isCancelled else { return }
        navigator.runInBackground(work)
      })
    current = load
    isHeard = false
    progress = nil
    let earlierKind = failureKind
    defer {
      load.end()
      if load === current {
        progress = nil
        current = nil
      }
    }
    do {
      try await source(load)
      guard load === current, !Task.isCancelled else { return .dropped }
      guard content != nil else { throw NothingShown() }
      isWhole = true
      return .loaded
    } catch {
      guard load === current, !Task.isCancelled else { return .dropped }
      let kind = Self.kind(of: error)
      defer { failureKind = kind }
      let dataStatus = (error as? any SourceError)?.dataStatus ?? .error
      // Nothing but words tells of what isn't the source's fault.
      let isCurrent = dataStatus == .current && content != nil
      isWhole = isWhole || isCurrent
      failure = isCurrent ? nil : dataStatus == .current ? .error : dataStatus
      failedServer = (error as? any SourceError)?.serverName
      wait = (error as? any SourceError)?.secondsToNextLoad
      answer = (error as? any SourceError)?.answer
      // Whoever was told what is wrong needn't be told each time that it still is.
      if loadReason == .timer, earlierKind == kind, content != nil { return .dropped }
      if let problem = error as? any Recoverable,
        loadReason == .userRefresh || loadReason == .appear && problem.opensByItself
      {
        navigator.push(problem.recoveryRoute)
        // Other parts of the screen may go on for long.
        navigator.paint(isLoaded: false)
        return .recovered(error)
      }
      guard loadReason == .userRefresh || content == nil || isDeleted, !isCurrent else {
        return .unchanged(error)
      }
      // What stands in the bottom line may be the cause from before.
      navigator.withdrawNotice()
      navigator.log(StatusMessage.notice(of: error))
      return .failed(error)
    }
  }

  /// The words of an error without its numbers, by which repeated failures are told apart. An HTTP status at the beginning counts.
  private static func kind(of error: any Error) -> String {
    let notice = StatusMessage.notice(of: error)
    // A new end of a wait is news.
    if (error as? any SourceError)?.secondsToNextLoad != nil { return notice }
    return notice.prefix(3) + notice.dropFirst(3).filter { !$0.isNumber }
  }

  /// Says that a server which failed answers again.
  private func tellRecovery(_ navigator: Navigator) {
    guard let failure, case .live(let name)? = provenance?.source else { return }
    switch failure {
    case .offline, .error, .badAnswer: navigator.notify("\(name): answering again.")
    case .noAccess: navigator.notify("\(name): access again.")
    case .noPassword: navigator.notify("\(name): logged in.")
    // Another server of the same screen, such as one with its files, may have been the untrusted one.
    case .notTrusted: navigator.notify("Certificate trusted.")
    case .deleted: navigator.notify("\(name): there again.")
    case .unasked, .current, .awaited: break
    }
  }
}
