import Foundation
import Restoration
import Terminals
import Values

/// A session that somebody else saved, or for another server or user: shown for what it is before anything of it is opened.
///
/// It holds nothing but data, so looking costs nothing. But where it leads to is somebody else's choice: no screen is built and
/// nothing is fetched until the person has agreed.
struct ForeignSession {
  private let path: String
  private let snapshot: Snapshot
  private let asked: Account?
  /// Whether it isn't opened but overwritten.
  private let isReplaced: Bool

  /// Nil if the session is the person's own.
  init?(
    _ snapshot: Snapshot, path: String, author: String, account: Account?, isNamed: Bool,
    isReplaced: Bool = false
  ) {
    // The usual session may have come along to a new machine; a file that was named on the command line may be anybody's.
    let isAnothers = isNamed && snapshot.author != author
    guard isAnothers || snapshot.account != account else { return nil }
    self.path = path
    self.snapshot = snapshot
    self.isReplaced = isReplaced
    asked = account
  }

  /// What the person has to know to decide.
  var description: String {
    var lines = [
      "\(path) was saved by \(snapshot.author ?? "somebody unknown"),"
        + " \(UTCTime(secondsSince1970: snapshot.savedAt))."
    ]
    if isReplaced, snapshot.account != asked {
      lines.append("It belongs to \(name(snapshot.account)).")
    } else if snapshot.account != asked {
      lines.append(
        "It belongs to \(name(snapshot.account)); here it would be used for \(name(asked)).")
    }
    let place = snapshot.place
    let screens = place.isEmpty ? "the first screen" : place
    lines.append(
      isReplaced ? "--fresh would replace all of it: \(screens)" : "It would open: \(screens)")
    return lines.map { "  " + SafeText.visible($0) }.joined(separator: "\n")
  }

  private func name(_ account: Account?) -> String { account?.words ?? "no server" }

  private var question: String { isReplaced ? "Replace it?" : "Open it?" }

  /// What became of it when the person doesn't agree.
  var refusal: String { isReplaced ? "nothing was replaced" : "nothing was opened" }

  /// Asks at the terminal. Returns whether the person agrees; who just presses Enter doesn't.
  func isConfirmed() -> Bool {
    FileHandle.standardError.write(Data("\(description)\n\(question) [y/N] ".utf8))
    guard let answer = readLine() else { return false }
    return ["y", "yes"].contains(answer.lowercased())
  }
}
