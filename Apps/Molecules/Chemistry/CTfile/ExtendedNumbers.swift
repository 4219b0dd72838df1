/// The numbers that a V3000 table gives its atoms or bonds, which can have gaps and any order.
struct ExtendedNumbers {
  private var places: [Int: Int] = [:]
  private(set) var isInOrder = true
  private var count = 0

  /// Numbers the next atom or bond. If two have the same number, it refers to the first.
  mutating func add(_ number: Int) {
    if number != count + 1 { isInOrder = false }
    if places[number] == nil { places[number] = count }
    count += 1
  }

  /// The index of the atom or bond, from 0.
  func place(of number: Int) -> Int? { places[number] }

  /// The attribute's value with atoms and bonds renumbered from 1 in their order.
  static func renumbered(
    _ key: String, _ value: String, _ atoms: ExtendedNumbers, _ bonds: ExtendedNumbers
  ) -> String {
    guard !atoms.isInOrder || !bonds.isInOrder, value.hasPrefix("(") else { return value }
    let words = value.dropFirst().dropLast(value.hasSuffix(")") ? 1 : 0).split(separator: " ")
      .map { String($0) }
    func mapped(_ range: Range<Int>, _ numbers: ExtendedNumbers) -> String {
      var words = words
      for index in range.clamped(to: words.indices) {
        guard let number = Characters.integer(words[index]), let place = numbers.place(of: number)
        else { continue }
        words[index] = String(place + 1)
      }
      return "(" + words.joined(separator: " ") + ")"
    }
    switch key {
    case "ATOMS", "PATOMS", "ENDPTS": return mapped(1..<words.count.advanced(by: 1), atoms)
    case "XBONDS", "CBONDS", "BONDS", "XBCORR", "XBHEAD":
      return mapped(1..<words.count.advanced(by: 1), bonds)
    case "SAP": return mapped(1..<3, atoms)
    case "CSTATE": return mapped(1..<2, bonds)
    case "ATTCHORD": return mappedInPairs(words, atoms)
    default: return value
    }
  }

  private static func mappedInPairs(_ words: [String], _ atoms: ExtendedNumbers) -> String {
    var words = words
    for index in stride(from: 1, to: words.count, by: 2) {
      guard let number = Characters.integer(words[index]), let place = atoms.place(of: number)
      else { continue }
      words[index] = String(place + 1)
    }
    return "(" + words.joined(separator: " ") + ")"
  }

  /// A KEY=value word with renumbered atoms and bonds.
  static func renumbered(
    _ word: String, _ atoms: ExtendedNumbers, _ bonds: ExtendedNumbers
  ) -> String {
    guard let equals = word.firstIndex(of: "=") else { return word }
    let (key, value) = (String(word[..<equals]), String(word[word.index(after: equals)...]))
    return key + "=" + renumbered(key, value, atoms, bonds)
  }
}
