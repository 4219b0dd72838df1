import Controllers
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
  public var asksServer: Bool
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
  ///   client: client, origin: Provenance(.live("lab.example.com"), .unasked), zone: .local,
  ///   asksServer: true, now: { clock.now })
  /// ```
  public init(
    client: Client, origin: Provenance, zone: Zone, asksServer: Bool = false,
    isRecorded: Bool = false,
    now: @escaping @Sendable () -> Timestamp,
    recoverable: @escaping @MainActor @Sendable (any Error) -> any Error = { $0 }
  ) {
    self.client = client
    self.origin = origin
    self.zone = zone
    self.asksServer = asksServer
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
  ///   - isKept: Whether the data is cached. If there is no failure, the server is still being
  ///     asked.
  ///   - failure: Why the data isn't the server's latest; `nil` if it is, or if that isn't known
  ///     yet.
  public func provenance(
    _ ages: ResponseAges, isKept: Bool = false, _ failure: (any Error)? = nil
  ) -> Provenance {
    guard asksServer else {
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
    return isKept ? origin.at(ages.oldest, .awaited) : origin.at(ages.oldest ?? timestamp, .current)
  }
}

extension DataReader where Client: DataClient {
  /// Returns this reader for one screen: it reuses the screen's responses until the screen is
  /// refreshed.
  public func forOneScreen() -> Self {
    var reader = self
    reader.client.sources.screen = ResponseMemo(keepsEarlier: client.sources.kept == nil)
    return reader
  }

  /// Returns this reader for the screens of one thing, which read that thing's offline copy.
  public func about(_ subject: ResourceID) -> Self {
    var reader = self
    reader.client.sources.kept?.subject = subject
    return reader
  }
}
