import Reprise
import RepriseTesting

/// Whether what was seen around a kill keeps the promise: the relaunched screen is the last one
/// painted, or a newer one, and never an older one.
///
/// What was saved tells at which moment the process died. The relaunched screen must be that
/// moment's to the cell, and no part of what the dead process had painted may be newer.
struct Verdict {
  /// What the twin painted and saved from the last start on, key by key.
  let timestamps: [Twin.Moment]
  let dead: VisibleRows
  let saved: SavedScreens
  let relaunched: VisibleRows

  /// The moment that came back; nil if the promise was broken.
  func place() throws -> Int? { try reason() == nil ? try savedPlace() : nil }

  /// Whether the process died before it had saved what all its keys came to; nil if they came to
  /// nothing.
  func wasEarly() throws -> Bool? {
    guard let first = timestamps.first, let last = timestamps.last else { return nil }
    let final = try last.screens
    return try first.screens == final ? nil : saved != final
  }

  /// What is wrong, with pictures.
  func complaint() throws -> String {
    func words(_ saved: SavedScreens) -> String {
      (saved.entries.map { String(decoding: $0.bytes, as: UTF8.self) } + saved.messages)
        .joined(separator: "\n  ")
    }
    let painted = try timestamps.enumerated().map {
      "moment \($0):\n\($1.rows.picture)\n  \(words(try $1.screens))"
    }
    return """
      \(try reason() ?? "nothing is wrong")
      saved: moment \(try savedPlace().map(String.init) ?? "none")
        \(words(saved))
      the dead screen:
      \(dead.picture)
      the relaunched one:
      \(relaunched.picture)
      \(painted.joined(separator: "\n"))
      """
  }

  private func reason() throws -> String? {
    guard let place = try savedPlace() else { return "what was saved was never a state of it" }
    guard relaunched == timestamps[place].rows else {
      return "the relaunched screen isn't the one that was saved"
    }
    guard isOfWhatWasSaved(place) else { return "the dead screen shows what wasn't saved" }
    return nil
  }

  /// The last moment at which just that was saved which was found. Moments that saved the same
  /// come back the same.
  private func savedPlace() throws -> Int? {
    try timestamps.lastIndex { try $0.screens == saved }
  }

  /// Whether the dead screen is made of pictures up to a moment, and none of its rows is a later
  /// one's.
  ///
  /// The kill may have left a picture half painted, with one row half written. Rows count wherever
  /// they stand, because ncurses moves those that another picture has elsewhere.
  private func isOfWhatWasSaved(_ place: Int) -> Bool {
    guard dead.count == relaunched.count else { return false }
    let known = Set(timestamps[...place].flatMap(\.rows) + [[]])
    let later = Set(timestamps[place...].flatMap(\.rows)).subtracting(known)
    return later.isDisjoint(with: dead) && dead.filter { !known.contains($0) }.count <= 1
  }
}
