import Reprise

/// A person's postal address, one line per element.
struct Address: Hashable, Sendable {
  let lines: [String]

  /// Parses an address. Returns `nil` if all its parts are empty.
  init?(_ json: JSON?) {
    guard let json else { return nil }
    let keys = (1...15).map { "address\($0)" }
    let place = [json.text("postalCode"), json.text("cityVillage")].compactMap(\.self)
      .joined(separator: " ")
    let rest = ["countyDistrict", "stateProvince", "country"].map { json.text($0) }
    let lines = (keys.map { json.text($0) } + [place] + rest).compactMap(\.self)
      .filter { !$0.isEmpty }
    guard !lines.isEmpty else { return nil }
    self.lines = lines
  }
}
