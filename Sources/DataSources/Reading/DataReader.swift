public import Controllers
public import Core
import Networking
public import Screens

/// A reader that loads the data of screens through a client. It shows cached data, with its age,
/// until the server responds.
///
/// ```swift
/// source: { load in
///   try await reader.show(load) { client in
///     ListContent(rows: try await client.visits(of: patient).map { VisitRow($0) })
///   }
/// }
/// ```
public struct DataReader<Client: DatedClient>: Sendable {
  /// The client through which data is requested.
  public var client: Client
  /// The provenance that is shown before the server has responded: the name of the server, and the
  /// status of the data.
  public let origin: Provenance
  /// The time zone in which times and days are shown.
  public let zone: Zone
  /// Whether the data comes from a server, so that it can become out of date. False for recordings
  /// and built-in data.
  public var usesServer: Bool
  /// Whether the data comes from a recording. If so, the screen shows the day of the recording, if
  /// the day is known.
  public var isRecorded: Bool
  /// Returns the present time, with which ages are computed.
  public let now: @Sendable () -> Timestamp
  /// Converts an error before a screen shows it. An application can add a screen on which the user
  /// corrects the cause, such as a password prompt.
  public var recoverable: @MainActor @Sendable (any Error) -> any Error

  /// Creates a reader.
  ///
  /// ```swift
  /// DataReader(
  ///   client: client, origin: Provenance(.live("lab.example.com"), .notRequested), zone: .local,
  ///   usesServer: true, now: { clock.now })
  /// ```
  ///
  /// - Parameters:
  ///   - client: The client through which data is requested.
  ///   - origin: The provenance that is shown before the server has responded.
  ///   - zone: The time zone in which times and days are shown.
  ///   - usesServer: Whether the data comes from a server.
  ///   - isRecorded: Whether the data comes from a recording.
  ///   - now: Returns the present time.
  ///   - recoverable: Converts an error before a screen shows it.
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
  /// The present time, in seconds since 1970, according to the reader's clock.
  public var timestamp: Int { now().milliseconds / 1000 }

  /// The present day in the reader's time zone, according to its clock.
  public var today: CalendarDate? { CalendarDate(iso: now().date(in: zone)) }

  /// Returns the provenance to show with data: its origin, its age, and why it isn't up to date.
  ///
  /// - Parameters:
  ///   - ages: The ages of the responses from which the data was made.
  ///   - isCached: Whether the data was read from the cache. Without a failure, it is shown as
  ///     being updated.
  ///   - failure: The error because of which the data isn't the server's latest. If `nil`, the
  ///     failure recorded in `ages` is used, if there is one.
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
  /// Returns a copy of this reader for one screen. The screen's sections share responses: an equal
  /// request isn't sent again until the application calls ``ResponseMemo/forget()``.
  public func forOneScreen() -> Self {
    var reader = self
    reader.client.sources.screenMemo = ResponseMemo(retainsEarlier: client.sources.cache == nil)
    return reader
  }

  /// Returns a copy of this reader for screens about one resource, such as a patient. When it reads
  /// cached data, it also reads the offline copy of this resource.
  public func about(_ subject: ResourceID) -> Self {
    var reader = self
    reader.client.sources.cache?.subject = subject
    return reader
  }
}

extension DataReader {
  /// Loads data and shows it. When the screen is opened, cached data is shown until the server
  /// responds.
  ///
  /// - Parameters:
  ///   - load: The load of the screen, which shows the data.
  ///   - fetch: Requests the data from the client that it receives.
  @MainActor public func show<Content>(
    _ load: Load<Content>, _ fetch: @MainActor (Client) async throws -> Content
  ) async throws {
    try await showInSteps(load) { client, _ in try await fetch(client) }
  }

  /// Loads data and shows it step by step, while the server's responses arrive.
  ///
  /// When the screen is opened, cached data is shown first, unless some of it is missing. If data
  /// is already shown, the server's data replaces it only when it is complete. If the load fails,
  /// the data is read from the cache and shown, if possible; then an error is thrown.
  ///
  /// - Parameters:
  ///   - load: The load of the screen, which shows the data.
  ///   - fetch: Requests the data from the client that it receives, passes incomplete data to the
  ///     closure that it receives, and returns the complete data.
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
  /// Returns a source for a list that is loaded page by page. Cached pages are shown until the
  /// server responds.
  ///
  /// - Parameter fetch: Requests a page from the client that it receives. The page's age and
  ///   failure are determined from the responses.
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
