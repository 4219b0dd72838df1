import Controllers
import Networking
public import Screens
public import Values

/// The data of screens: what a client's questions are answered, with the age of the answers, and what is kept until there are any.
///
/// ```swift
/// source: { load in
///   try await reader.show(load) { client in
///     ListContent(rows: try await client.visits(of: patient).map { VisitRow($0) })
///   }
/// }
/// ```
public struct DataReader<Client: DatedClient>: Sendable {
  /// The client, whose questions are asked.
  public var client: Client
  /// The provenance of the data, before the server has answered.
  public let origin: Provenance
  /// The zone of the moments that are shown.
  public let zone: Zone
  /// True if the data are a running server's, and can become stale.
  public var asksServer: Bool
  /// True for a recording, whose data are as old as they were then.
  public var isRecorded: Bool
  /// Returns the present moment.
  public let now: @Sendable () -> Timestamp
  /// Returns an error for a screen: with the screen that remedies it, if there is one.
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
  /// The present moment, in seconds since 1970.
  public var timestamp: Int { now().milliseconds / 1000 }

  /// The present day.
  public var today: CalendarDate? { CalendarDate(iso: now().date(in: zone)) }

  /// Returns the provenance of data, and their age.
  ///
  /// - Parameters:
  ///   - ages: The ages of the answers that the data are made of.
  ///   - isKept: True if they are from the cache or a copy; without a failure, while the server is asked.
  ///   - failure: The reason why they aren't the server's latest; nil if they are, or if nobody knows yet.
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
    // Of nothing that was kept no age can be told.
    return isKept ? origin.at(ages.oldest, .awaited) : origin.at(ages.oldest ?? timestamp, .current)
  }
}

extension DataReader where Client: DataClient {
  /// Returns this reader for one screen: it doesn't ask again for answers that the screen has, until it is refreshed.
  public func forOneScreen() -> Self {
    var reader = self
    reader.client.sources.screen = ResponseMemo(keepsEarlier: client.sources.kept == nil)
    return reader
  }

  /// Returns this reader for one thing's screens: it finds the answers in that thing's complete copy.
  public func about(_ subject: ResourceID) -> Self {
    var reader = self
    reader.client.sources.kept?.subject = subject
    return reader
  }
}
