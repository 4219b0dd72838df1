public import Core

/// The times at which this machine's clock was set back.
///
/// A response received while the clock was ahead has a later timestamp than one received after the
/// clock was corrected. Each cached response therefore also has a turn: the number of times the
/// clock had been set back when it was received. The response with the higher turn is newer,
/// whatever the timestamps say.
public struct ClockHistory: Hashable, Sendable {
  /// The latest time seen in the present turn, in seconds since 1970.
  public private(set) var latest = 0
  /// The times to which the clock was set back, oldest first.
  private var setBacks: [Int] = []
  /// The turn that the first entry of `setBacks` ended. Older entries are dropped.
  private var firstTurn = 0
  private static let maximumCount = 100
  /// 2025. An earlier time can't be right: a machine without a clock battery starts in 1970.
  private static let earliest = 1_735_689_600

  /// An empty history, before the first call of `note`.
  public init() {}

  /// The number of the present turn: the number of times the clock was set back so far.
  public var turn: Int { firstTurn + setBacks.count }

  /// Records the present time. Returns true if the clock was set back since the last call.
  @discardableResult
  public mutating func note(_ now: Int) -> Bool {
    guard now < latest else {
      latest = now
      return false
    }
    setBacks.append(now)
    latest = now
    if setBacks.count > Self.maximumCount {
      setBacks.removeFirst()
      firstTurn += 1
    }
    return true
  }

  /// A timestamp in the future was taken before the clock was set back.
  func turn(of timestamp: Int) -> Int { setBacks.isEmpty || timestamp <= latest ? turn : turn - 1 }

  /// Corrects the timestamp of a response from an earlier turn: it can't be later than the time to
  /// which the clock was set back afterwards.
  public func timestamp(_ timestamp: Int, ofTurn turn: Int) -> Int {
    let known = turn > firstTurn ? turn - firstTurn : 0
    let later = setBacks.dropFirst(known).filter { $0 >= Self.earliest }
    return later.min().map { min(timestamp, $0 - 1) } ?? timestamp
  }

  /// The history as JSON.
  public var json: JSON {
    .object([
      JSON.Member("format", .number("1")), JSON.Member("latest", .number(String(latest))),
      JSON.Member("firstTurn", .number(String(firstTurn))),
      JSON.Member("setBacks", .array(setBacks.map { .number(String($0)) })),
    ])
  }

  /// Decodes a history; `nil` if the JSON is anything else.
  public init?(_ json: JSON) {
    guard json["format"]?.int == 1, let latest = json["latest"]?.int,
      let firstTurn = json["firstTurn"]?.int, (0...Int(Int32.max)).contains(firstTurn),
      let setBacks = json["setBacks"]?.array?.map(\.int),
      setBacks.count <= Self.maximumCount, !setBacks.contains(nil)
    else { return nil }
    self.latest = latest
    self.firstTurn = firstTurn
    self.setBacks = setBacks.compactMap(\.self)
  }
}

/// A cache's clock, with the history of its set-backs.
public struct ResponseClock: Sendable {
  private let note: @Sendable () throws -> ClockHistory
  /// Returns the history so far, without recording the time.
  public let history: @Sendable () -> ClockHistory

  /// Creates a clock. `note` records the present time and returns the history so far.
  ///
  ///     ResponseClock(note: { try clock.note() }, history: { clock.history })
  public init(
    note: @escaping @Sendable () throws -> ClockHistory,
    history: @escaping @Sendable () -> ClockHistory
  ) {
    self.note = note
    self.history = history
  }

  /// Records the present time, and returns the turn of a response that is cached now.
  public func turn() throws -> Int { try note().turn }

  /// Records the present time, and returns the turn of a response received at `timestamp` that is
  /// cached now. That is the previous turn if the clock was set back while the response was on its
  /// way.
  public func turn(of timestamp: Int) -> Int {
    // If the history can't be written, the last known one is used.
    ((try? note()) ?? history()).turn(of: timestamp)
  }
}
