import Foundation
import Reprise

/// In what two answers differ: names, order and types of keys, numbers of entries, the words of an
/// error; and values where both servers hold the same data.
struct AnswerDifference {
  private(set) var sentences: [String] = []
  /// Whether values count, too.
  let comparesValues: Bool
  /// Keys that the recordings of another release have more.
  let ignoredKeys: Set<String>
  /// Keys that may be null or not: what was stored differs.
  let freeKeys: Set<String>

  /// Words that differ from run to run, and by design: links name other hosts, traces are invented.
  private static let volatile: Set = [
    "detail", "code", "uri", "rel", "resourceAlias",
  ]

  mutating func compare(_ recorded: JSON, _ ours: JSON, at place: String = "", key: String = "") {
    // Nobody asks for these, and they are as long as they are.
    if ["userProperties", "stackTrace", "privileges"].contains(key) { return }
    switch (recorded, ours) {
    case (.object, .object):
      let (theirs, own) = (members(of: recorded), members(of: ours))
      let (names, found) = (theirs.map(\.key), own.map(\.key))
      guard names == found else {
        say("\(place): keys \(found) instead of \(names)")
        return
      }
      for (one, other) in zip(theirs, own) {
        compare(one.value, other.value, at: place + "." + one.key, key: one.key)
      }
    case (.array(let theirs), .array(let own)):
      guard theirs.count == own.count else {
        say("\(place): \(own.count) entries instead of \(theirs.count)")
        return
      }
      if key == "results", direction(theirs) != direction(own) {
        say("\(place): in the order \(direction(own)) instead of \(direction(theirs))")
      }
      // Of other data the order is another; what is alike is compared with what is alike.
      let (one, two) =
        comparesValues ? (theirs, own) : (theirs.sorted(by: isBefore), own.sorted(by: isBefore))
      for (number, pair) in zip(one, two).enumerated() {
        compare(pair.0, pair.1, at: "\(place)[\(number)]", key: key)
      }
    default:
      if freeKeys.contains(key) { return }
      guard recorded.kind == ours.kind else {
        say("\(place): \(ours.kind) instead of \(recorded.kind)")
        return
      }
      let words = ["message", "rawMessage", "translatedMessage"].contains(key)
      if comparesValues || words || key == "authenticated" || key == "totalCount",
        !Self.volatile.contains(key), !same(recorded, ours)
      {
        say("\(place): \(text(ours)) instead of \(text(recorded))")
      }
    }
  }

  /// The way in which the entries' moments go.
  private func direction(_ entries: [JSON]) -> String {
    for key in ["encounterDatetime", "startDatetime", "dateActivated", "obsDatetime"] {
      let timestamps = entries.compactMap { $0.text(key) }
      guard timestamps.count > 1, timestamps.count == entries.count else { continue }
      return timestamps == timestamps.sorted(by: >)
        ? "newest first" : timestamps == timestamps.sorted() ? "oldest first" : "none"
    }
    return "none"
  }

  private func isBefore(_ one: JSON, _ other: JSON) -> Bool { shape(one) < shape(other) }

  /// Names and types alone.
  private func shape(_ json: JSON) -> String {
    switch json {
    case .object:
      "{"
        + members(of: json).map { $0.key + (freeKeys.contains($0.key) ? "" : shape($0.value)) }
        .joined(separator: ",") + "}"
    case .array(let elements): "[" + elements.map { shape($0) }.sorted().joined() + "]"
    default: json.kind
    }
  }

  private mutating func say(_ sentence: String) { sentences.append(sentence) }

  private func members(of json: JSON) -> [JSON.Member] {
    (json.members ?? []).filter { !ignoredKeys.contains($0.key) }
  }

  private func same(_ one: JSON, _ other: JSON) -> Bool {
    if let first = one.double, let second = other.double { return first == second }
    return text(one) == text(other)
  }

  /// Without the addresses of Java objects.
  private func text(_ json: JSON) -> String {
    String(decoding: json.bytes, as: UTF8.self).replacing(/@[0-9a-f]+/, with: "@")
  }
}
