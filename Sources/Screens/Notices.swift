import Restoration

/// The notice in the status line, and the log of all messages.
struct Notices {
  private struct Notice {
    let text: String
    /// The screen that showed the notice; `nil` if the application did.
    let owner: ObjectIdentifier?
    /// The number of loads that had begun when the notice was shown.
    let load: Int
  }

  private var notice: Notice?
  private(set) var log = MessageLog()

  var current: String? { notice?.text }

  /// The notice stays until the next key, or until a later load of the same screen withdraws it.
  mutating func say(
    _ sentence: String, at timestamp: Int, by owner: ObjectIdentifier? = nil, load: Int = 0
  ) {
    notice = Notice(text: sentence, owner: owner, load: load)
    log.add(sentence, at: timestamp)
  }

  mutating func show(_ sentence: String, by owner: ObjectIdentifier, load: Int) {
    notice = Notice(text: sentence, owner: owner, load: load)
  }

  mutating func say(_ sentences: [String], at timestamp: Int) {
    guard !sentences.isEmpty else { return }
    notice = Notice(text: sentences.joined(separator: " "), owner: nil, load: 0)
    for sentence in sentences { log.add(sentence, at: timestamp) }
  }

  /// Logs a message without showing it, for example because the screen shows it already.
  mutating func record(_ sentence: String, at timestamp: Int) { log.add(sentence, at: timestamp) }

  /// Removes only a notice from before that load, which has made it obsolete.
  mutating func withdraw(_ owner: ObjectIdentifier, before load: Int) {
    if let notice, notice.owner == owner, notice.load < load { self.notice = nil }
  }

  mutating func resume(_ log: MessageLog) { self.log = log }

  mutating func clear() { notice = nil }
}
