import Core
import Restoration

struct HostileCase {
  let change: String
  let body: [UInt8]
  var isUnreadable = false
}

/// Generates hostile bodies from a valid one by changing each of its values.
struct HostileBodies {
  private let whole: JSON
  private let longText: Int
  private let paths: [(name: String, paths: [JSON.Path])]

  /// The number of bytes by which the body can grow and still fit the largest slot, including the
  /// header and other states.
  private let budget: Int

  init(_ body: [UInt8], longText: Int, topOnly: Bool) throws {
    whole = try JSON(body, limits: .snapshot)
    budget = max(0, (1 << 20) - (8 << 10) - body.count)
    self.longText = min(longText, budget)
    let top = "screens[\((whole["screens"]?.array?.count ?? 0) - 1)]"
    let all = whole.paths().filter {
      !topOnly || !$0.name.hasPrefix("screens[") || $0.name.hasPrefix(top)
    }
    paths = Dictionary(grouping: all, by: \.name)
      .map { (name: $0.key, paths: $0.value.map(\.path)) }
      .sorted { $0.paths[0].lexicographicallyPrecedes($1.paths[0]) }
  }

  private struct Change {
    let name: String
    let paths: [JSON.Path]
    let value: HostileValue?
    let longText: Int

    func apply(to json: JSON) -> JSON {
      // From last to first, so that removed values don't shift the others.
      paths.reversed().reduce(json) {
        $0.replacing($1, with: value?.json(longText: longText / paths.count))
      }
    }

    var text: String { "\(name) \(value.map { "as \($0)" } ?? "left out")" }
  }

  var cases: [HostileCase] {
    let screens = paths.filter { $0.name.hasPrefix("screens[") }
    let others = paths.filter { !$0.name.hasPrefix("screens[") }
    // Grouped by screen, so that one change of each screen can be made in the same case.
    let byScreen = Dictionary(grouping: screens) { $0.paths[0][1] }
      .mapValues { $0.flatMap { changes(of: $0.name, $0.paths) } }
    let longest = byScreen.values.map(\.count).max() ?? 0
    let combined = (0..<longest).map { number in
      byScreen.keys.sorted().compactMap { screen -> Change? in
        guard let changes = byScreen[screen], number < changes.count else { return nil }
        return changes[number]
      }
    }
    let alone = others.flatMap { changes(of: $0.name, $0.paths) }.map { [$0] }
    return (alone + combined + severalAtOnce).map(hostile) + [allTextsLong] + doubled + [tooDeep]
  }

  /// Extreme values of the right type in all parts at once, and in a reproducible sample.
  private var severalAtOnce: [[Change]] {
    var generator = SplitMix64(seed: UInt64(whole.bytes.count))
    let leaves = paths.filter { $0.name.contains("].state.") }
    var several: [[Change]] = []
    for number in [HostileValue.smallest, .largest, .minusOne] {
      for text in [HostileValue.emptyText, .unsafeText, .manyMarks] {
        for isSample in [false, true] {
          let chosen = leaves.filter { _ in !isSample || Bool.random(using: &generator) }
          several.append(
            chosen.compactMap { name, paths in
              let value: HostileValue
              switch whole.value(at: paths[0]) {
              case .number: value = number
              // Most optional values are ids.
              case .string, .null: value = text
              case .bool, .array, .object: return nil
              }
              return Change(name: name, paths: paths, value: value, longText: longText)
            })
        }
      }
    }
    return several
  }

  private var allTextsLong: HostileCase {
    let texts = paths.filter { $0.name.hasPrefix("screens[") }.flatMap(\.paths)
      .filter { whole.value(at: $0).string != nil }
    let long = HostileValue.longText.json(
      longText: min(budget, 64 * longText) / max(1, texts.count))
    return HostileCase(
      change: "every text of every screen long",
      body: texts.reduce(whole) { $0.replacing($1, with: long) }.bytes)
  }

  /// Each hostile value for all values of one name at once, and for one of them in turn.
  private func changes(of name: String, _ paths: [JSON.Path]) -> [Change] {
    let values = HostileValue.allCases.map(Optional.some) + [nil]
    return values.enumerated().flatMap { number, value in
      let alone = Change(
        name: name, paths: [paths[number % paths.count]], value: value, longText: longText)
      let all = Change(name: name, paths: paths, value: value, longText: longText)
      return paths.count > 1 ? [all, alone] : [alone]
    }
  }

  private func hostile(_ changes: [Change]) -> HostileCase {
    // From last to first, so that removed values don't shift the others.
    let ordered = changes.sorted { $1.paths[0].lexicographicallyPrecedes($0.paths[0]) }
    return HostileCase(
      change: changes.map(\.text).joined(separator: ", "),
      body: ordered.reduce(whole) { $1.apply(to: $0) }.bytes)
  }

  private var doubled: [HostileCase] {
    paths.map { name, paths in
      HostileCase(
        change: "\(name) twice", body: whole.doubling(paths[0]).bytes,
        isUnreadable: whole.isMember(paths[0]))
    }
  }

  private var tooDeep: HostileCase {
    let deep = (0..<100).reduce(JSON.array([])) { inner, _ in .array([inner]) }
    return HostileCase(
      change: "an array of 100 levels", body: whole.replacing([0], with: deep).bytes,
      isUnreadable: true)
  }
}

/// A value that replaces an application's own: the extremes of every range, and every wrong type.
enum HostileValue: CaseIterable {
  case smallest, largest, minusOne, zero, huge
  case emptyText, longText, manyMarks, unsafeText
  case null, yes, emptyArray, emptyObject, deepArray

  func json(longText: Int) -> JSON {
    switch self {
    case .smallest: .number(String(Int.min))
    case .largest: .number(String(Int.max))
    case .minusOne: .number("-1")
    case .zero: .number("0")
    case .huge: .number("1e308")
    case .emptyText: .string("")
    case .longText: .string(String(repeating: "wide 東 ", count: longText / 9))
    // A single character to the user.
    case .manyMarks: .string("e" + String(repeating: "\u{301}", count: longText / 2))
    case .unsafeText: .string("\u{1B}[31m\n\t\0\u{202E}\u{200D}\r\n\u{FFFD}")
    case .null: .null
    case .yes: .bool(true)
    case .emptyArray: .array([])
    case .emptyObject: .object([])
    case .deepArray: (0..<HostileValue.depth).reduce(.array([])) { inner, _ in .array([inner]) }
    }
  }

  /// Fits below the deepest value of a state, so that the state stays readable.
  private static let depth = 20
}

extension JSON {
  /// The index of a member or element at each level.
  typealias Path = [Int]

  /// Such as `screens[1].state.topID`; elements of arrays below `screens` share the name `[*]`.
  func paths() -> [(name: String, path: Path)] {
    var found: [(name: String, path: Path)] = []
    func visit(_ value: JSON, _ name: String, _ path: Path) {
      if !path.isEmpty { found.append((name, path)) }
      switch value {
      case .object(let members):
        for (index, member) in members.enumerated() {
          visit(member.value, name.isEmpty ? member.key : "\(name).\(member.key)", path + [index])
        }
      case .array(let elements):
        for (index, element) in elements.enumerated() {
          visit(element, name + (path.count == 1 ? "[\(index)]" : "[*]"), path + [index])
        }
      default: break
      }
    }
    visit(self, "", [])
    return found
  }

  func value(at path: some Collection<Int>) -> JSON {
    guard let index = path.first else { return self }
    switch self {
    case .object(let members): return members[index].value.value(at: path.dropFirst())
    case .array(let elements): return elements[index].value(at: path.dropFirst())
    default: return self
    }
  }

  func isMember(_ path: Path) -> Bool { value(at: path.dropLast()).members != nil }

  func replacing(_ path: some Collection<Int>, with replacement: JSON?) -> JSON {
    guard let index = path.first else { return replacement ?? self }
    let rest = path.dropFirst()
    switch self {
    case .object(var members):
      if rest.isEmpty, replacement == nil {
        members.remove(at: index)
      } else {
        members[index].value = members[index].value.replacing(rest, with: replacement)
      }
      return .object(members)
    case .array(var elements):
      if rest.isEmpty, replacement == nil {
        elements.remove(at: index)
      } else {
        elements[index] = elements[index].replacing(rest, with: replacement)
      }
      return .array(elements)
    default: return self
    }
  }

  func doubling(_ path: some Collection<Int>) -> JSON {
    guard let index = path.first else { return self }
    let rest = path.dropFirst()
    switch self {
    case .object(var members):
      if rest.isEmpty { members.append(members[index]) }
      members[index].value = members[index].value.doubling(rest)
      return .object(members)
    case .array(var elements):
      if rest.isEmpty { elements.append(elements[index]) }
      elements[index] = elements[index].doubling(rest)
      return .array(elements)
    default: return self
    }
  }
}
