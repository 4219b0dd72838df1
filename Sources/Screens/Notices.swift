/// What the status line says, and what of it somebody may want to read in full, or again.
struct Notices {
  /// What the status line says now.
  private(set) var current: String?
  /// What can be read with the key for messages, oldest first.
  private(set) var kept: [String] = []

  private static let maximumCount = 100

  /// Says something until the next key.
  mutating func say(_ sentence: String) { current = sentence }

  /// Says what is worth keeping, until the next key and then for whoever asks: a window may be too narrow for it,
  /// and a key that was pressed ahead may come before anybody has read it.
  mutating func keep(_ sentences: [String]) {
    guard !sentences.isEmpty else { return }
    current = sentences.joined(separator: " ")
    sentences.forEach { keep($0) }
  }

  /// Keeps a sentence without saying it. The same one is kept once.
  mutating func keep(_ sentence: String) {
    guard !kept.contains(sentence) else { return }
    kept.append(sentence)
    if kept.count > Notices.maximumCount { kept.removeFirst() }
  }

  /// Keeps what is said now, for want of room.
  mutating func keepCurrent() {
    guard let current, !kept.joined(separator: " ").contains(current) else { return }
    keep(current)
  }

  mutating func clear() { current = nil }
}
