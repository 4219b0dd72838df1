import Values

/// Sentences that an application said, newest first, each with its moment and how often it was said in a row.
///
/// There are at most 50 of at most 300 characters: they are part of every snapshot. They are encoded when one is added, not at every save.
public struct MessageLog: Hashable, Sendable {
  /// A sentence that was said once or several times in a row.
  public struct Message: Hashable, Sendable {
    /// The moment when the sentence was said last, in seconds since 1970.
    public let timestamp: Int
    /// The sentence.
    public let text: String
    /// The number of times that the sentence was said in a row.
    public let count: Int
  }

  /// The most messages: 50.
  public static let maximumCount = 50
  /// The most characters of a message: 300.
  public static let maximumLength = 300
  /// A character of more scalars could be megabytes of marks.
  private static let maximumScalars = 1200
  private static let maximumRepeats = 1_000_000

  /// The messages, newest first.
  public private(set) var messages: [Message] = []
  /// The messages as JSON.
  private(set) var bytes: [UInt8] = []

  /// A log without messages.
  public init() {}

  /// True if nothing was said.
  public var isEmpty: Bool { messages.isEmpty }

  /// Adds a sentence. The newest one is counted, not added again.
  public mutating func add(_ sentence: String, at timestamp: Int) {
    let text = MessageLog.fitting(sentence)
    var count = 1
    if let newest = messages.first, newest.text == text {
      count = min(newest.count + 1, MessageLog.maximumRepeats)
      messages.removeFirst()
    }
    messages.insert(Message(timestamp: timestamp, text: text, count: count), at: 0)
    if messages.count > MessageLog.maximumCount { messages.removeLast() }
    encode()
  }

  /// Reads a snapshot's messages. Anything else is left out.
  init(_ json: JSON) {
    messages = (json.array ?? []).prefix(MessageLog.maximumCount).compactMap { json in
      guard let text = json["text"]?.string else { return nil }
      return Message(
        timestamp: json["at"]?.string.flatMap(UTCTime.init)?.secondsSince1970 ?? 0,
        text: MessageLog.fitting(text),
        count: min(max(1, json["count"]?.int ?? 1), MessageLog.maximumRepeats))
    }
    encode()
  }

  private mutating func encode() {
    let list = messages.map { message in
      JSON.object(
        [
          .init("at", .string(UTCTime(secondsSince1970: message.timestamp).description)),
          .init("text", .string(message.text)),
        ] + (message.count > 1 ? [.init("count", .number(String(message.count)))] : []))
    }
    bytes = JSON.array(list).bytes
  }

  /// Shortens a sentence to one line that fits into any snapshot.
  private static func fitting(_ sentence: String) -> String {
    let beginning = sentence.prefix(maximumLength + 1)
    let line = beginning.split(whereSeparator: \.isNewline).joined(separator: " ")
    // With room for the sign.
    let scalars = line.unicodeScalars.prefix(maximumScalars - 1)
    let text = String(String.UnicodeScalarView(scalars))
    let isWhole =
      beginning.endIndex == sentence.endIndex && scalars.endIndex == line.endIndex
      && text.count <= maximumLength
    return isWhole ? text : text.prefix(maximumLength - 1) + "…"
  }
}
