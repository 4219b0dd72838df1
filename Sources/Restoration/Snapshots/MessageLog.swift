import Core

/// The application's latest status messages, newest first, each with its time and the number of
/// consecutive repetitions.
///
/// There are at most 50 messages of at most 300 characters, because they are part of every
/// snapshot. They are encoded when a message is added, not at every save.
public struct MessageLog: Hashable, Sendable {
  /// A status message, with the time and the number of consecutive repetitions.
  public struct Message: Hashable, Sendable {
    /// The time when the message was last added, in seconds since 1970.
    public let timestamp: Int
    /// The message's text as a single line, truncated to the maximum length.
    public let text: String
    /// The number of consecutive times that the message was added.
    public let count: Int
  }

  /// The maximum number of messages: 50.
  public static let maximumCount = 50
  /// The maximum length of a message, in characters: 300.
  public static let maximumLength = 300
  /// Limits Unicode scalars as well, because one character can consist of megabytes of combining
  /// marks.
  private static let maximumScalars = 1200
  private static let maximumRepeats = 1_000_000

  /// The messages, newest first.
  public private(set) var messages: [Message] = []
  /// The messages as JSON.
  private(set) var bytes: [UInt8] = []

  /// Creates a log without messages.
  public init() {}

  /// Whether the log has no messages.
  public var isEmpty: Bool { messages.isEmpty }

  /// Adds a message with its time in seconds since 1970. If it equals the newest message, that
  /// message's count is incremented instead.
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

  /// Reads the messages of a snapshot. Malformed ones are skipped.
  init(_ json: JSON) {
    messages = (json.array ?? []).prefix(MessageLog.maximumCount).compactMap { json in
      guard let text = json["text"]?.string else { return nil }
      return Message(
        timestamp: json["at"]?.string.flatMap(Timestamp.init(iso:))?.seconds ?? 0,
        text: MessageLog.fitting(text),
        count: min(max(1, json["count"]?.int ?? 1), MessageLog.maximumRepeats))
    }
    encode()
  }

  private mutating func encode() {
    let list = messages.map { message in
      JSON.object(
        [
          .init("at", .string(Timestamp(seconds: message.timestamp).iso)),
          .init("text", .string(message.text)),
        ] + (message.count > 1 ? [.init("count", .number(String(message.count)))] : []))
    }
    bytes = JSON.array(list).bytes
  }

  private static func fitting(_ sentence: String) -> String {
    let beginning = sentence.prefix(maximumLength + 1)
    let line = beginning.split(whereSeparator: \.isNewline).joined(separator: " ")
    // Leaves space for the ellipsis.
    let scalars = line.unicodeScalars.prefix(maximumScalars - 1)
    let text = String(String.UnicodeScalarView(scalars))
    let isWhole =
      beginning.endIndex == sentence.endIndex && scalars.endIndex == line.endIndex
      && text.count <= maximumLength
    return isWhole ? text : text.prefix(maximumLength - 1) + "…"
  }
}
