public import Controllers
public import Core
import Networking
public import Screens

/// Loads the data of screens through a client, with its age, and shows cached data until the server
/// responds.
///
/// ```swift
/// source: { load in
///   try await reader.show(load) { client in
///     ListContent(rows: try await client.visits(of: patient).map { VisitRow($0) })
///   }
/// }
/// ```
public struct DataReader<Client: DatedClient>: Sendable {
  /// The client that sends the requests.
  public var client: Client
  /// The provenance of the data before the server has responded.
  public let origin: Provenance
  /// The time zone of the times on the screen.
  public let zone: Zone
  /// Whether the data comes from a running server, and can become stale.
  public var usesServer: Bool
  /// Whether the data comes from a recording, and is as old as the recording.
  public var isRecorded: Bool
  /// Returns the present time.
  public let now: @Sendable () -> Timestamp
  /// Converts an error for a screen, adding the recovery screen if there is one.
  public var recoverable: @MainActor @Sendable (any Error) -> any Error

  /// Creates a reader.
  ///
  /// ```swift
  /// DataReader(
  ///   client: client, origin: Provenance(.live("lab.example.com"), .notRequested), zone: .local,
  ///   usesServer: true, now: { clock.now })
  /// ```
  public init(
    client: Client, origin: Provenance, zone: Zone, usesServer: Bool = false,
    isRecorded: Bool = false,
    now: @escaping @Sendable () -> Timestamp,
    recoverable: @escaping @MainActor @Sendable (any Error) -> any Error = { $0 }
  ) {
    self.client = client
    self.origin = origin
    self.zone = zone
    self.usesServer = usesServer
    self.isRecorded = isRecorded
    self.now = now
    self.recoverable = recoverable
  }
}

extension DataReader {
  /// The present time, in seconds since 1970.
  public var timestamp: Int { now().milliseconds / 1000 }

  /// The present day.
  public var today: CalendarDate? { CalendarDate(iso: now().date(in: zone)) }

  /// Returns the provenance of data.
  ///
  /// - Parameters:
  ///   - ages: The ages of the responses from which the data is made.
  ///   - isCached: Whether the data is cached. If there is no failure, the server is still being
  ///     asked.
  ///   - failure: Why the data isn't the server's latest; `nil` if it is, or if that isn't known
  ///     yet.
  public func provenance(
    _ ages: ResponseAges, isCached: Bool = false, _ failure: (any Error)? = nil
  ) -> Provenance {
    guard usesServer else {
      var provenance = origin.at(ages.oldest ?? timestamp, .current)
      if isRecorded, let oldest = ages.oldest {
        provenance.source = .unplugged(
          origin.source.name, day: Timestamp(seconds: oldest).date(in: zone))
      }
      return provenance
    }
    if let failure = failure ?? ages.failure {
      return origin.at(ages.oldest, .error).after(failure)
    }
    // Without any cached response, there is no age.
    return isCached
      ? origin.at(ages.oldest, .awaited) : origin.at(ages.oldest ?? timestamp, .current)
  }
}

extension DataReader where Client: DataClient {
  /// Returns this reader for one screen: it reuses the screen's responses until the screen is
  /// refreshed.
  public func forOneScreen() -> Self {
    var reader = self
    reader.client.sources.screenMemo = ResponseMemo(retainsEarlier: client.sources.cache == nil)
    return reader
  }

  /// Returns this reader for the screens of one thing, which read that thing's offline copy.
  public func about(_ subject: ResourceID) -> Self {
    var reader = self
    reader.client.sources.cache?.subject = subject
    return reader
  }
}

extension DataReader {
  /// Shows data from the server, and cached data until then, like `showInSteps` with a single step.
  @MainActor public func show<Content>(
    _ load: Load<Content>, _ fetch: @MainActor (Client) async throws -> Content
  ) async throws {
    try await showInSteps(load) { client, _ in try await fetch(client) }
  }

  /// Shows data from the server step by step: `fetch` passes incomplete data to its argument, and
  /// returns the complete data.
  ///
  /// Cached data is shown first, with its age, unless the user requested a refresh; it stays if the
  /// server can't be reached. If data is already shown, only complete data replaces it. If the
  /// server stops responding, the steps received so far are completed from the cache and shown, and
  /// then the error is thrown.
  @MainActor public func showInSteps<Content>(
    _ load: Load<Content>,
    _ fetch: @MainActor (Client, (Content) -> Void) async throws -> Content
  ) async throws {
    var isShown = load.isReload
    if !isShown, load.loadReason == .appear { isShown = try await showCached(load, nil, fetch) }
    let client = client.forOneLoad(load.loadReason)
    do {
      let whole = try await fetch(client) { part in
        if load.loadReason == .appear, !isShown {
          load.show(part, from: provenance(client.ages))
        }
      }
      load.show(whole, from: provenance(client.ages))
    } catch {
      if !Task.isCancelled { _ = try await showCached(load, error, fetch) }
      throw recoverable(error)
    }
    // So that the screen isn't taken for refreshed. On the first load, an empty part shows its
    // failure itself.
    let failure =
      client.ages.failure ?? (load.loadReason == .userRefresh ? client.ages.failureOfPart : nil)
      ?? client.ages.cacheWriteError
    if let failure { throw recoverable(failure) }
  }

  /// Returns false if some data isn't cached. Throws, only after a failure, why a copy lacks it.
  @MainActor private func showCached<Content>(
    _ load: Load<Content>, _ failure: (any Error)?,
    _ fetch: @MainActor (Client, (Content) -> Void) async throws -> Content
  ) async throws -> Bool {
    guard let known = client.cacheOnly() else { return false }
    let content: Content
    do {
      content = try await fetch(known) { _ in }
    } catch {
      if failure?.hasNoResponse == true, let copyError = error.copyError { throw copyError }
      return false
    }
    // Before the server has responded, uncached data isn't missing.
    if failure == nil, known.ages.isIncomplete { return false }
    load.show(content, from: provenance(known.ages, isCached: true, failure))
    return true
  }
}

extension Error {
  fileprivate var copyError: (any Error)? { (self as? any FetchError)?.inCopy }
}

extension DataReader where Client: DataClient {
  /// Returns the pages of a server's list; cached pages are shown until the server responds.
  ///
  /// `fetch` requests a page from a client. The rows' age and failure come from the responses.
  @MainActor public func pages<Row>(
    _ fetch: @escaping @MainActor (Client, ListPageRequest) async throws -> ListPage<Row>
  ) -> PageSource<Row> {
    // Otherwise all pages would stay in memory.
    var reader = self
    reader.client.sources.screenMemo = nil
    let source = reader
    let pages = BudgetedPages()
    return PageSource { request in
      var client = source.client.forOneLoad(request.loadReason)
      let budget = pages.budget(forPageAt: request.start)
      client.sources.budget = budget
      defer { pages.note(pageAt: request.start, in: budget) }
      do {
        return try await fetch(client, request)
          .from(source.provenance(client.ages), client.ages.failure ?? client.ages.cacheWriteError)
      } catch {
        guard error.hasNoResponse, let known = source.client.cacheOnly() else {
          throw source.recoverable(error)
        }
        do {
          return try await fetch(known, request)
            .from(source.provenance(known.ages, isCached: true, error), source.recoverable(error))
        } catch let cacheError {
          throw (cacheError as? any FetchError)?.inCopy ?? source.recoverable(error)
        }
      }
    } cached: { request in
      guard let known = source.client.cacheOnly(), let page = try? await fetch(known, request)
      else { return nil }
      return page.from(source.provenance(known.ages, isCached: true), nil)
    }
  }
}

extension ListPage {
  fileprivate func from(_ provenance: Provenance, _ failure: (any Error)?) -> ListPage {
    ListPage(
      rows: rows, count: count, total: total, hasMore: hasMore, note: note, from: provenance,
      failure: failure)
  }
}
