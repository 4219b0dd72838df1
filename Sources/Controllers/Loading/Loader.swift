import FoundationEssentials
import Glibc
import Restoration
import Screens

/// Runs the loads of one screen, and holds the resulting content, provenance and error.
@MainActor final class Loader<Content: Sendable> {
  private(set) var content: Content?
  /// Completes the content that a source shows with what only the screen knows.
  var prepare: @MainActor (Content) -> Content = { $0 }
  private(set) var provenance: Provenance?
  private(set) var progress: String?
  /// The latest load, whose outcome counts.
  private var current: Load<Content>?
  /// Whether the running load has shown current data, so that later steps only add to it.
  private var hasShownCurrentData = false
  /// Whether a load was completed, so that all of the content is available.
  private var isWhole = false
  /// Whether the content is a partial result, and whether the previous content was.
  private(set) var (isPartial, wasPartial) = (false, false)
  private(set) var failure: Provenance.DataStatus?
  /// The name of the failed server, if it isn't the content's source.
  private var failedServer: String?

  /// Seconds after a failed load before the source may be asked again; `nil` if it set none.
  private var wait: Int?

  private(set) var unreadableResponseRoute: (any AppRoute)?

  private var failureKind: String?

  var isDeleted: Bool { failure == .deleted }

  var refreshLabel: String {
    (failure ?? provenance?.dataStatus) == .noPassword ? "log in" : "refresh"
  }

  func provenance(_ fixed: Provenance?) -> Provenance? {
    var provenance = self.provenance ?? fixed
    if let failure { provenance?.dataStatus = failure }
    if failure != nil, let failedServer, case .live = provenance?.source {
      provenance?.source = .live(failedServer)
    }
    return provenance
  }

  /// After a connection failure or an undecodable response, retries within 15 seconds even without
  /// an interval, unless the user has paused automatic refresh.
  func refreshInterval(_ wanted: Int? = nil, from fixed: Provenance? = nil) -> Int? {
    let provenance = provenance(fixed)
    if provenance?.isPaused == true { return nil }
    if let wait { return wanted.map { max($0, wait) } }
    let dataStatus = failure ?? provenance?.dataStatus
    guard dataStatus == .offline || dataStatus == .badResponse else { return wanted }
    return min(wanted ?? Self.retryInterval, Self.retryInterval)
  }

  private static var retryInterval: Int { 15 }

  var moreFollows: Bool { current?.moreFollows == true }

  /// Whether the content differs from the source's current data, as far as is known.
  var isOld: Bool { content != nil && (failure != nil || provenance?.isCurrent == false) }

  /// Drops also the content of an earlier load that is still running.
  func forget() {
    content = nil
    provenance = nil
    progress = nil
    current = nil
    isWhole = false
    (isPartial, wasPartial) = (false, false)
    failure = nil
    wait = nil
    unreadableResponseRoute = nil
  }

  var activity: String? {
    // A load by the user shows that it is running; automatic loads leave the key hints in place.
    if content != nil, current?.loadReason == .timer { return nil }
    if let progress { return "Loading… \(progress)" }
    return content != nil && current?.loadReason == .userRefresh ? "Loading…" : nil
  }

  enum Outcome {
    /// The load ended. The provenance says whether the content is the source's current data.
    case loaded
    /// The load failed, and there is no other content, or the user requested the load.
    case failed(any Error)
    /// The content stays: the user didn't request the load, or it is current anyway.
    case unchanged(any Error)
    /// The load failed with an error that another screen resolves, and that screen is being opened.
    /// The error is shown if there is no content and the user returns without success.
    case recovered(any Error)
    /// Another load replaced this one, or an automatic refresh failed in the same way as before.
    case dropped
  }

  /// Calls `shown` before each content is painted, with the previous content and whether the new
  /// one is news.
  func load(
    _ loadReason: LoadReason, _ navigator: Navigator,
    _ source: @MainActor (Load<Content>) async throws -> Void,
    shown: @escaping @MainActor (_ before: Content?, _ isNews: Bool) -> Void,
    acceptsPartialContent: @escaping @MainActor () -> Bool = { true }
  ) async -> Outcome {
    let load = Load<Content>(
      loadReason, isReload: isWhole, acceptsPartialContent: acceptsPartialContent,
      receive: { [weak self] load, content, provenance in
        guard let self, load === self.current, !Task.isCancelled else { return }
        let before = self.content
        // Content without provenance was only a placeholder, so its successor isn't news.
        let isNews =
          if let earlier = self.provenance, let provenance {
            // Times have a resolution of one second, within which a source may send different data
            // to two loads.
            before != nil
              && (provenance.timestamp != earlier.timestamp
                || earlier.isCurrent && provenance.isCurrent && !self.hasShownCurrentData)
          } else { before != nil && self.provenance != nil }
        self.hasShownCurrentData = self.hasShownCurrentData || provenance?.isCurrent == true
        (self.wasPartial, self.isPartial) = (self.isPartial, load.moreFollows)
        self.content = self.prepare(content)
        self.provenance = provenance
        if provenance?.isCurrent != false {
          navigator.withdrawNotice()
          self.notifyOfRecovery(navigator)
          self.failure = nil
          self.wait = nil
          self.unreadableResponseRoute = nil
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
    hasShownCurrentData = false
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
      // An error that isn't the source's fault doesn't change the data status.
      let isCurrent = dataStatus == .current && content != nil
      isWhole = isWhole || isCurrent
      failure = isCurrent ? nil : dataStatus == .current ? .error : dataStatus
      failedServer = (error as? any SourceError)?.serverName
      wait = (error as? any SourceError)?.secondsToNextLoad
      unreadableResponseRoute = (error as? any SourceError)?.unreadableResponseRoute
      // A repeated failure of automatic refresh isn't reported again.
      if loadReason == .timer, earlierKind == kind, content != nil { return .dropped }
      if let problem = error as? any Recoverable,
        loadReason == .userRefresh || loadReason == .appear && problem.opensByItself
      {
        navigator.push(problem.recoveryRoute)
        // Other child screens may continue to load for a long time.
        navigator.paint(isLoaded: false)
        return .recovered(error)
      }
      guard loadReason == .userRefresh || content == nil || isDeleted, !isCurrent else {
        return .unchanged(error)
      }
      // The notice in the status line may be about the previous error.
      navigator.withdrawNotice()
      navigator.log(StatusMessage.notice(of: error))
      return .failed(error)
    }
  }

  /// Omits numbers, to detect repeated failures; an HTTP status at the beginning stays.
  private static func kind(of error: any Error) -> String {
    let notice = StatusMessage.notice(of: error)
    // A new waiting period is reported.
    if (error as? any SourceError)?.secondsToNextLoad != nil { return notice }
    return notice.prefix(3) + notice.dropFirst(3).filter { !$0.isNumber }
  }

  private func notifyOfRecovery(_ navigator: Navigator) {
    guard let failure, case .live(let name)? = provenance?.source else { return }
    switch failure {
    case .offline, .error, .badResponse: navigator.notify("\(name): answering again.")
    case .noAccess: navigator.notify("\(name): access again.")
    case .noPassword: navigator.notify("\(name): logged in.")
    // The untrusted server may have been another one of the same screen, such as a file server.
    case .notTrusted: navigator.notify("Certificate trusted.")
    case .deleted: navigator.notify("\(name): there again.")
    case .notRequested, .current, .awaited: break
    }
  }
}

/// The source returned without showing anything. Without this error the screen would show
/// “Loading…” forever.
struct NothingShown: LocalizedError {
  var errorDescription: String? { "Nothing was loaded, and no reason was given." }
  var recoverySuggestion: String? {
    "This is a bug in the application: its source neither showed anything nor threw an error."
  }
}
