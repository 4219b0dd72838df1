public import Values

/// The times at which this machine's clock was found to be set back.
///
/// An answer heard while the clock was ahead has a later moment than one heard after the clock was set right. So each kept answer also has a
/// turn: how often the clock had been set back when it was heard. Of two answers the one of the later turn is newer, whatever their moments.
public struct ClockHistory: Hashable, Sendable {
  /// The latest moment in the present turn, in seconds since 1970.
  public private(set) var latest = 0
  /// The moments to which the clock was set back, the earliest turn's first.
  private var setBacks: [Int] = []
  /// The number of the turn that ended with the first of them; earlier ones are forgotten.
  private var firstTurn = 0
  private static let maximumCount = 100
  /// 2025: no clock that says anything earlier is right. A machine without a battery for its clock begins in 1970.
  private static let earliest = 1_735_689_600

  /// The history of a clock that nobody has looked at yet.
  public init() {}

  /// The number of the present turn: 0 before the clock was ever set back.
  public var turn: Int { firstTurn + setBacks.count }

  /// Takes note of the time. Returns true if the clock was set back since the last one.
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

  /// The turn in which something was heard that is kept now. A moment that is still to come was heard before the clock was set back.
  func turn(of timestamp: Int) -> Int { setBacks.isEmpty || timestamp <= latest ? turn : turn - 1 }

  /// The moment of what was heard in a turn, as far as that can be known: no later than the clock was set back after it.
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

  /// Reads a history; nil for anything else.
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

/// The clock of a cache, with its history.
public struct ResponseClock: Sendable {
  private let note: @Sendable () throws -> ClockHistory
  /// Returns the history until now.
  public let history: @Sendable () -> ClockHistory

  /// A clock. `note` takes note of the time, and returns the history until now.
  ///
  ///     ResponseClock(note: { try clock.note() }, history: { clock.history })
  public init(
    note: @escaping @Sendable () throws -> ClockHistory,
    history: @escaping @Sendable () -> ClockHistory
  ) {
    self.note = note
    self.history = history
  }

  /// Takes note of the time, and returns the turn of what is kept now.
  public func turn() throws -> Int { try note().turn }

  /// Takes note of the time, and returns the turn in which something of a moment was heard that is kept now: perhaps the one before, for an
  /// answer takes its time.
  public func turn(of timestamp: Int) -> Int {
    // Where the history can't be kept, the last one that is known counts.
    ((try? note()) ?? history()).turn(of: timestamp)
  }
}
