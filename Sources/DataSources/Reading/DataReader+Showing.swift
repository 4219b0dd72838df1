public import Controllers
import Screens

extension DataReader {
  /// Shows data read from the server.
  @MainActor public func show<Content>(
    _ load: Load<Content>, _ ask: @MainActor (Client) async throws -> Content
  ) async throws {
    try await showInSteps(load) { client, _ in try await ask(client) }
  }

  /// Shows more and more of the data read from the server: `ask` calls its argument when there is something to show, and at last returns
  /// all.
  ///
  /// Data from the cache or a copy are shown first, with their age, unless the person asked for a refresh; they stay if the server can't be
  /// asked. If data are shown already, only whole ones replace them: old and whole says more than new and in pieces. If the server can't be
  /// asked any more, or breaks off, the pieces that came and the rest from the cache are shown all the same, and then the problem is
  /// thrown.
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
    // So that nobody takes it for refreshed. At first a part says by itself that it isn't there.
    let failure =
      client.ages.failure ?? (load.loadReason == .userRefresh ? client.ages.failureOfPart : nil)
      ?? client.ages.notKept
    if let failure { throw recoverable(failure) }
  }

  /// Shows the data from the cache or a copy, if all of them are there; returns false if not. Throws only after a failure: the reason why a
  /// copy lacks them.
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
    // As long as the server may still say it, what isn't kept isn't missing.
    if failure == nil, known.ages.isIncomplete { return false }
    load.show(content, from: provenance(known.ages, isKept: true, failure))
    return true
  }
}

extension Error {
  /// The problem that a copy lacks the data, if this error is the reason; nil for all others.
  fileprivate var lackOfCopy: (any Error)? { (self as? any FetchError)?.inCopy }
}
