import Restoration

/// The sentence in the status line, and the log of all that were said.
struct Notices {
  /// A sentence in the status line.
  private struct Notice {
    let text: String
    /// The screen that said it; nil where the application did.
    let owner: ObjectIdentifier?
    /// How many loads had begun by then.
    let load: Int
  }

  private var notice: Notice?
  private(set) var log = MessageLog()

  /// What the status line says now.
  var current: String? { notice?.text }

  /// Says something until the next key, or until a later load of the screen that said it brings what the source has now.
  mutating func say(
    _ sentence: String, at moment: Int, by owner: ObjectIdentifier? = nil, load: Int = 0
  ) {
    notice = Notice(text: sentence, owner: owner, load: load)
    log.add(sentence, at: moment)
  }

  /// Says what a key did, which is no message to keep.
  mutating func show(_ sentence: String, by owner: ObjectIdentifier, load: Int) {
    notice = Notice(text: sentence, owner: owner, load: load)
  }

  /// Says several things until the next key.
  mutating func say(_ sentences: [String], at moment: Int) {
    guard !sentences.isEmpty else { return }
    notice = Notice(text: sentences.joined(separator: " "), owner: nil, load: 0)
    sentences.forEach { log.add($0, at: moment) }
  }

  /// Keeps a sentence without saying it: a window may be too narrow, or it is on the screen already.
  mutating func keep(_ sentence: String, at moment: Int) { log.add(sentence, at: moment) }

  /// Takes back what a screen said before its present load began: that is disproved, or old.
  mutating func withdraw(_ owner: ObjectIdentifier, before load: Int) {
    if let notice, notice.owner == owner, notice.load < load { self.notice = nil }
  }

  /// Goes on with the log of a session.
  mutating func resume(_ log: MessageLog) { self.log = log }

  mutating func clear() { notice = nil }
}
