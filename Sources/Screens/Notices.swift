import Restoration

/// The sentence in the status line, and the log of all sentences so far.
struct Notices {
  /// A sentence in the status line.
  private struct Notice {
    let text: String
    /// The screen that said the sentence; nil if the application did.
    let owner: ObjectIdentifier?
    /// The number of loads that had begun by then.
    let load: Int
  }

  private var notice: Notice?
  private(set) var log = MessageLog()

  /// The sentence in the status line now.
  var current: String? { notice?.text }

  /// Shows and logs a sentence, until the next key or until a later load of the screen that said it withdraws it.
  mutating func say(
    _ sentence: String, at timestamp: Int, by owner: ObjectIdentifier? = nil, load: Int = 0
  ) {
    notice = Notice(text: sentence, owner: owner, load: load)
    log.add(sentence, at: timestamp)
  }

  /// Shows the outcome of a key without logging it.
  mutating func show(_ sentence: String, by owner: ObjectIdentifier, load: Int) {
    notice = Notice(text: sentence, owner: owner, load: load)
  }

  /// Shows and logs several sentences, until the next key.
  mutating func say(_ sentences: [String], at timestamp: Int) {
    guard !sentences.isEmpty else { return }
    notice = Notice(text: sentences.joined(separator: " "), owner: nil, load: 0)
    sentences.forEach { log.add($0, at: timestamp) }
  }

  /// Logs a sentence without showing it: a window may be too narrow, or it is on the screen already.
  mutating func keep(_ sentence: String, at timestamp: Int) { log.add(sentence, at: timestamp) }

  /// Withdraws a screen's sentence if it was said before that load began: the load has disproved or outdated it.
  mutating func withdraw(_ owner: ObjectIdentifier, before load: Int) {
    if let notice, notice.owner == owner, notice.load < load { self.notice = nil }
  }

  /// Takes over the log of a session.
  mutating func resume(_ log: MessageLog) { self.log = log }

  mutating func clear() { notice = nil }
}
