import Reprise

@testable import Patients
@testable import RepriseTesting

/// What is read of all answers of a kind: which keys count for what is shown, which don't, and what
/// of a list is left out.
///
/// A key counts if what is read changes with its value, and an element if what is read changes
/// without it. So nothing has to be said here of how the models read.
struct AnswerReading {
  let kind: RecordedKind
  private var answers = 0
  private var entries = 0
  private var leftOut: [String: Int] = [:]
  private var unreadable: [String: Int] = [:]
  private var read: Set<String> = []
  private var all: Set<String> = []
  private var empty: Set<String> = []
  /// How often a key was tried in entries of one shape: what counts in none of so many counts in
  /// none.
  private var tried: [Trial: Int] = [:]
  private static let mostTried = 2
  private var lists: [String: List] = [:]

  private struct Trial: Hashable {
    let name: String
    /// The names of all keys of the entry.
    let shape: Int
  }

  private struct List {
    var count = 0
    /// By reason.
    var lost: [String: Int] = [:]
  }

  init(_ kind: RecordedKind) { self.kind = kind }

  mutating func add(_ answer: JSON) {
    answers += 1
    let list = answer["results"]?.array ?? answer.array ?? (answer == .null ? [] : [answer])
    // Of entries with one id the screens have the first, and say so of the others.
    let ids = list.compactMap { $0.text("uuid") }
    if Set(ids).count < ids.count {
      unreadable["has another's id", default: 0] += ids.count - Set(ids).count
    }
    for entry in list {
      entries += 1
      do throws(Unreadable) {
        let picture = AnswerReading.words(try kind.read(entry))
        if let reason = kind.reasonToLeaveOut(entry) { leftOut[reason, default: 0] += 1 }
        let places = AnswerReading.places(in: entry)
        let shape = Set(places.map(\.name)).hashValue
        for (name, value, place) in places {
          tryWithout(Trial(name: name, shape: shape), value) { [kind] other in
            // What can't be read any more was read.
            (try? kind.read(entry.replacing(place, with: other)))
              .map { AnswerReading.words($0) } != picture
          }
        }
      } catch {
        unreadable[error.clause, default: 0] += 1
      }
    }
  }

  /// Changes a value, and takes away an element, to see whether that makes a difference.
  private mutating func tryWithout(
    _ trial: Trial, _ value: JSON, isRead: (_ another: JSON?) -> Bool
  ) {
    let name = trial.name
    if name.hasSuffix("[]") {
      lists[name, default: List()].count += 1
      if !isRead(nil) {
        lists[name]?.lost[AnswerReading.reason(value), default: 0] += 1
      }
    }
    guard value.members == nil, value.array == nil else { return }
    all.insert(name)
    guard value != .null else {
      empty.insert(name)
      return
    }
    guard !read.contains(name), tried[trial, default: 0] < Self.mostTried else { return }
    tried[trial, default: 0] += 1
    if isRead(AnswerReading.another(value)) { read.insert(name) }
  }

  /// All of a value but for the answer that it keeps whole.
  private static func words(_ value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    guard !mirror.children.isEmpty else { return "\(value)" }
    return "("
      + mirror.children.filter { $0.label != "raw" }
      .map { ($0.label ?? "") + " " + words($0.value) }.joined(separator: ",") + ")"
  }

  private static func another(_ value: JSON) -> JSON {
    switch value {
    case .bool(let value): .bool(!value)
    case .number(let text): .number(text == "7" ? "8" : "7")
    case .string(let text): .string("another " + text)
    default: .null
    }
  }

  /// Why an element may be left out, as far as it says so itself.
  private static func reason(_ element: JSON) -> String {
    if element["voided"]?.bool == true { return "voided" }
    return element.text("endDate") == nil ? "without a word" : "ended"
  }

  /// All values within an entry by name, "identifiers[].uuid", with the way to each. Links are
  /// nobody's to follow.
  private static func places(in entry: JSON) -> [(name: String, value: JSON, place: [Int])] {
    var found: [(name: String, value: JSON, place: [Int])] = []
    func visit(_ value: JSON, _ name: String, _ place: [Int]) {
      if !place.isEmpty { found.append((name, value, place)) }
      switch value {
      case .object(let members):
        for (number, member) in members.enumerated() where member.key != "links" {
          visit(
            member.value, name.isEmpty ? member.key : name + "." + member.key, place + [number])
        }
      case .array(let elements):
        for (number, element) in elements.enumerated() {
          visit(element, name + "[]", place + [number])
        }
      default: break
      }
    }
    visit(entry, "", [])
    return found
  }
}

extension AnswerReading: CustomStringConvertible {
  var description: String {
    var lines = ["\(kind.rawValue): \(answers) answers, \(entries) entries\(remarks)"]
    func add(_ word: String, _ names: [String]) {
      if !names.isEmpty { lines.append("  \(word): " + AnswerReading.folded(names)) }
    }
    add("read", read.sorted())
    for (name, list) in lists.sorted(by: { $0.key < $1.key })
    where !list.lost.isEmpty && read.contains(where: { $0.hasPrefix(name) }) {
      let lost = list.lost.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
      lines.append("  \(name): \(lost.joined(separator: ", ")) of \(list.count) left out")
    }
    add("dropped", AnswerReading.tops(of: all.subtracting(read).subtracting(empty), beside: read))
    add("null and not tried", AnswerReading.tops(of: empty.subtracting(read), beside: read))
    return lines.joined(separator: "\n")
  }

  private var remarks: String {
    (leftOut.map { ("\($0.value) \($0.key)") }.sorted()
      + unreadable.map { "\($0.value) unreadable: \($0.key)" }.sorted())
      .map { ", " + $0 }.joined()
  }

  /// Of a part of which nothing is read its name alone.
  private static func tops(of names: Set<String>, beside read: Set<String>) -> [String] {
    let tops = names.map { name in
      let parts = name.split(separator: ".")
      for count in 1..<max(parts.count, 1) {
        let top = parts.prefix(count).joined(separator: ".")
        if !read.contains(where: { $0 == top || $0.hasPrefix(top + ".") }) { return top }
      }
      return name
    }
    return Set(tops).sorted()
  }

  /// "a, b.(c, d)".
  private static func folded(_ names: [String]) -> String {
    var folded: [String] = []
    var rest = names[...]
    while let name = rest.first {
      guard let dot = name.firstIndex(of: ".") else {
        folded.append(name)
        rest = rest.dropFirst()
        continue
      }
      let top = name[...dot]
      let inner = rest.prefix { $0.hasPrefix(top) }
      let words = AnswerReading.folded(inner.map { String($0.dropFirst(top.count)) })
      folded.append(inner.count == 1 ? top + words : top + "(" + words + ")")
      rest = rest.dropFirst(inner.count)
    }
    return folded.joined(separator: ", ")
  }
}
