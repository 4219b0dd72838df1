public import Controllers
import Screens

extension DataReader {
  /// Shows data from the server, and cached data until then, like `showInSteps` with a single step.
  @MainActor public func show<Content>(
    _ load: Load<Content>, _ ask: @MainActor (Client) async throws -> Content
  ) async throws {
    try await showInSteps(load) { client, _ in try await ask(client) }
  }

  /// Shows data from the server step by step: `ask` passes incomplete data to its argument, and
  /// returns the complete data.
  ///
  /// Cached data is shown first, with its age, unless the user requested a refresh; it stays if the
  /// server can't be reached. If data is already shown, only complete data replaces it. If the
  /// server stops responding, the steps received so far are completed from the cache and shown, and
  /// then the error is thrown.
  @MainActor public func showInSteps<Content>(
    _ load: Load<Content>,
    _ ask: @MainActor (Client, (Content) -> Void) async throws -> Content
  ) async throws {
    var isShown = load.isReload
    if !isShown, load.loadReason == .appear { isShown = try await showKept(load, nil, ask) }
    let client = client.forOneLoad(load.loadReason)
    do {
      let whole = try await ask(client) { part in
        if load.loadReason == .appear, !isShown {
          load.show(part, from: provenance(client.ages))
        }
      }
      load.show(whole, from: provenance(client.ages))
    } catch {
      if !Task.isCancelled { _ = try await showKept(load, error, ask) }
      throw recoverable(error)
    }
    // So that the screen isn't taken for refreshed. On the first load, an empty part shows its
    // failure itself.
    let failure =
      client.ages.failure ?? (load.loadReason == .userRefresh ? client.ages.failureOfPart : nil)
      ?? client.ages.notKept
    if let failure { throw recoverable(failure) }
  }

  /// Shows cached data if all of it is available; otherwise returns false. Throws only after a
  /// failure: the reason why an offline copy lacks the data.
  @MainActor private func showKept<Content>(
    _ load: Load<Content>, _ failure: (any Error)?,
    _ ask: @MainActor (Client, (Content) -> Void) async throws -> Content
  ) async throws -> Bool {
    guard let known = client.cacheOnly() else { return false }
    let content: Content
    do {
      content = try await ask(known) { _ in }
    } catch {
      if failure?.hasNoResponse == true, let lack = error.lackOfCopy { throw lack }
      return false
    }
    // Before the server has responded, uncached data isn't missing.
    if failure == nil, known.ages.isIncomplete { return false }
    load.show(content, from: provenance(known.ages, isKept: true, failure))
    return true
  }
}

extension Error {
  /// The error of an offline copy that lacks the data; `nil` if this is another error.
  fileprivate var lackOfCopy: (any Error)? { (self as? any FetchError)?.inCopy }
}
