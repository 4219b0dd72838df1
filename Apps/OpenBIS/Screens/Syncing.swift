import Reprise

/// The state of bringing what is kept up to date, of one run.
struct Syncing {
  /// True while it goes on, here or in another process that is waited for.
  var isUnderWay = false
  /// True if the person has asked for all entities anew.
  var wantsEverything = false
  /// The end of the last one, and its moment in seconds since 1970; nil as long as there was none.
  var last: (end: End, timestamp: Int)?

  /// The words about the last failure; nil if the last one didn't fail.
  var failureWords: String?

  /// The end of a sync.
  enum End {
    /// All came that there was.
    case whole
    /// The person has stopped it. It begins again when the person wants it.
    case stopped
    /// The server failed, or one of its categories.
    case failed
  }

  /// The seconds for which the end of one sync isn't the beginning of the next, however often an instance wants it.
  static let rest = 60

  /// Tells whether a sync is to begin, because the person wants it or because it is due.
  func isWanted(_ root: InstanceRoot, _ loadReason: LoadReason, at now: Int) -> Bool {
    if loadReason == .userRefresh { return true }
    guard root.isDue else { return false }
    guard let last else { return true }
    let hasRested = now < last.timestamp || now - last.timestamp >= Self.rest
    switch last.end {
    case .whole: return hasRested
    case .stopped: return false
    // A server that was away is asked again by itself.
    case .failed: return hasRested || loadReason == .timer
    }
  }
}

/// The sync goes on wherever the person is: what has come is shown on the screen that it is about, and whoever goes on browsing disturbs
/// nothing, and isn't disturbed.
extension Viewer {
  /// Begins to bring what is kept up to date, if the instance or the person wants it.
  func syncIfDue(_ root: InstanceRoot, _ load: Load<some Sendable>) {
    guard reader.asksServer, syncing.isWanted(root, load.loadReason, at: reader.timestamp) else {
      return
    }
    begin(load)
  }

  /// Goes on with a sync that broke off, wherever the person was then.
  func goOnSyncing(_ client: EntityClient, _ load: Load<some Sendable>) async throws {
    // Refreshing this screen isn't refreshing all of them.
    guard reader.asksServer, client.asking == .server, load.loadReason != .userRefresh,
      !syncing.isUnderWay, let root = try await EntityClient(client.source).keptRoot()
    else { return }
    syncIfDue(root, load)
  }

  private func begin(_ load: Load<some Sendable>) {
    let isAsked = load.loadReason == .userRefresh
    load.runInBackground(
      BackgroundWork("sync", stop: "x", help: "Stop the sync; what has come is kept") {
        [weak self] navigator in
        await self?.sync(navigator, isAsked: isAsked)
      })
  }

  private func sync(_ navigator: Navigator, isAsked: Bool) async {
    syncing.isUnderWay = true
    repeat {
      let scope = syncing.wantsEverything ? SyncScope.everything : .changes
      syncing.wantsEverything = false
      await sync(scope, navigator, isAsked: isAsked)
    } while syncing.wantsEverything && !Task.isCancelled
    syncing.isUnderWay = false
    navigator.reload([Route.navigation, .tree])
  }

  private func sync(_ scope: SyncScope, _ navigator: Navigator, isAsked: Bool) async {
    let clock = ContinuousClock()
    let began = clock.now
    let meter = SyncMeter()
    do {
      let report = try await reader.client.source.sync(scope) { event in
        let seconds = (clock.now - began) / .seconds(1)
        Task { @MainActor in
          switch event {
          case .asking(let progress):
            navigator.say(progress: "Syncing… \(meter.words(progress, after: seconds))")
          case .elsewhere(let done, let total):
            navigator.say(progress: "Another window is syncing: \(done) of \(total)")
          case .came(let categories):
            navigator.reload([.navigation, .tree] + categories.map { Route.family(of: $0) })
          }
        }
      }
      syncing.last = (report.failures.isEmpty ? .whole : .failed, reader.timestamp)
      if let words = report.failureWords {
        tell(words, navigator, isAsked: isAsked)
      } else {
        syncing.failureWords = nil
        guard isAsked else { return }
        navigator.notify(
          report.isAnothers
            ? "Another window has synced meanwhile."
            : "Synced: \(report.count.counted(ListContent<EntityRow>.noun)) came.")
      }
    } catch {
      syncing.last = (Task.isCancelled ? .stopped : .failed, reader.timestamp)
      guard !Task.isCancelled else {
        return navigator.notify(
          "The sync was stopped. What had come is kept; r in the first list goes on.")
      }
      tell(
        "The sync broke off: \(StatusMessage(problem: "", error).text)", navigator, isAsked: isAsked
      )
    }
  }

  /// Says why a sync failed. Of one that begins by itself, again and again, the same isn't said each time.
  private func tell(_ words: String, _ navigator: Navigator, isAsked: Bool) {
    if isAsked || words != syncing.failureWords { navigator.notify(words) }
    syncing.failureWords = words
  }
}
