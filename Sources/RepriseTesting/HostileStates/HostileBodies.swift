import Restoration
import Values

/// A snapshot's body with something hostile in it.
struct HostileCase {
  /// The change, in words.
  let change: String
  let body: [UInt8]
  /// True if every reader must refuse the body.
  var isUnreadable = false
}

/// The bodies that are made from one by changing each of its places.
struct HostileBodies {
  private let whole: JSON
  private let longText: Int
  private let places: [(name: String, places: [JSON.Place])]

  /// The number of bytes by which the body can grow and still fit into the largest slot, with its header and the other keys' states.
  private let budget: Int

  init(_ body: [UInt8], longText: Int, topOnly: Bool) throws {
    whole = try JSON(body, limits: .snapshot)
    budget = max(0, (1 << 20) - (8 << 10) - body.count)
    self.longText = min(longText, budget)
    let top = "screens[\((whole["screens"]?.array?.count ?? 0) - 1)]"
    let all = whole.places().filter {
      !topOnly || !$0.name.hasPrefix("screens[") || $0.name.hasPrefix(top)
    }
    places = Dictionary(grouping: all, by: \.name)
      .map { (name: $0.key, places: $0.value.map(\.place)) }
      .sorted { $0.places[0].lexicographicallyPrecedes($1.places[0]) }
  }

  /// One change of one place, or of all places of a name.
  private struct Change {
    let name: String
    let places: [JSON.Place]
    let value: HostileValue?
    let longText: Int

    func apply(to json: JSON) -> JSON {
      // The last first, so that what is left out doesn't move the others.
      places.reversed().reduce(json) {
        $0.replacing($1, with: value?.json(longText: longText / places.count))
      }
    }

    var words: String { "\(name) \(value.map { "as \($0)" } ?? "left out")" }
  }

  var cases: [HostileCase] {
    let screens = places.filter { $0.name.hasPrefix("screens[") }
    let others = places.filter { !$0.name.hasPrefix("screens[") }
    // Screen for screen, so that one change of each can be made at the same time.
    let byScreen = Dictionary(grouping: screens) { $0.places[0][1] }
      .mapValues { $0.flatMap { changes(of: $0.name, $0.places) } }
    let longest = byScreen.values.map(\.count).max() ?? 0
    let combined = (0..<longest).map { number in
      byScreen.keys.sorted().compactMap { screen -> Change? in
        guard let changes = byScreen[screen], number < changes.count else { return nil }
        return changes[number]
      }
    }
    let alone = others.flatMap { changes(of: $0.name, $0.places) }.map { [$0] }
    return (alone + combined + severalAtOnce).map(hostile) + [allTextsLong] + doubled + [tooDeep]
  }

  /// Extremes of the right kind in many places of the states at once: in all, and in some that are always the same.
  private var severalAtOnce: [[Change]] {
    var generator = SplitMix64(seed: UInt64(whole.bytes.count))
    let leaves = places.filter { $0.name.contains("].state.") }
    var several: [[Change]] = []
    for number in [HostileValue.smallest, .largest, .minusOne] {
      for text in [HostileValue.emptyText, .unsafeText, .manyMarks] {
        for isSample in [false, true] {
          let chosen = leaves.filter { _ in !isSample || Bool.random(using: &generator) }
          several.append(
            chosen.compactMap { name, places in
              let value: HostileValue
              switch whole.value(at: places[0]) {
              case .number: value = number
              // Most optionals are ids.
              case .string, .null: value = text
              case .bool, .array, .object: return nil
              }
              return Change(name: name, places: places, value: value, longText: longText)
            })
        }
      }
    }
    return several
  }

  /// A snapshot of many long texts; no larger than can be saved.
  private var allTextsLong: HostileCase {
    let texts = places.filter { $0.name.hasPrefix("screens[") }.flatMap(\.places)
      .filter { whole.value(at: $0).string != nil }
    let long = HostileValue.longText.json(
      longText: min(budget, 64 * longText) / max(1, texts.count))
    return HostileCase(
      change: "every text of every screen long",
      body: texts.reduce(whole) { $0.replacing($1, with: long) }.bytes)
  }

  /// Returns every change of the places of one name: of all at once, and of a single one, each time another.
  private func changes(of name: String, _ places: [JSON.Place]) -> [Change] {
    let values = HostileValue.allCases.map(Optional.some) + [nil]
    return values.enumerated().flatMap { number, value in
      let alone = Change(
        name: name, places: [places[number % places.count]], value: value, longText: longText)
      let all = Change(name: name, places: places, value: value, longText: longText)
      return places.count > 1 ? [all, alone] : [alone]
    }
  }

  private func hostile(_ changes: [Change]) -> HostileCase {
    // From the end on, so that what is left out doesn't move the others.
    let ordered = changes.sorted { $1.places[0].lexicographicallyPrecedes($0.places[0]) }
    return HostileCase(
      change: changes.map(\.words).joined(separator: ", "),
      body: ordered.reduce(whole) { $1.apply(to: $0) }.bytes)
  }

  private var doubled: [HostileCase] {
    places.map { name, places in
      HostileCase(
        change: "\(name) twice", body: whole.doubling(places[0]).bytes,
        isUnreadable: whole.isMember(places[0]))
    }
  }

  private var tooDeep: HostileCase {
    let deep = (0..<100).reduce(JSON.array([])) { inner, _ in .array([inner]) }
    return HostileCase(
      change: "an array of 100 levels", body: whole.replacing([0], with: deep).bytes,
      isUnreadable: true)
  }
}
