/// Finds the word the user probably meant by an unknown one.
package enum Suggestion {
  /// A word is near if the typed one, of at least three letters, is its prefix, or differs by one
  /// edit (two if at least six letters were typed).
  package static func nearest(to word: String, among words: [String]) -> String? {
    let typed = word.lowercased()
    guard !words.contains(word) else { return nil }
    if typed.count > 2, let whole = words.first(where: { $0.hasPrefix(typed) }) { return whole }
    let limit = typed.count < 6 ? 1 : 2
    let near = words.filter { word in
      let distance = distance(typed, word)
      return distance <= limit && distance < word.count - 1
    }
    // Users rarely mistype the first letter.
    func rank(_ word: String) -> (Int, Int) {
      (distance(typed, word), word.first == typed.first ? 0 : 1)
    }
    return near.min { rank($0) < rank($1) }
  }

  static func distance(_ first: String, _ second: String) -> Int {
    let (first, second) = (Array(first), Array(second))
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for (row, letter) in first.enumerated() {
      var current = [row + 1]
      for (column, other) in second.enumerated() {
        var best = min(last[column] + (letter == other ? 0 : 1), last[column + 1] + 1)
        best = min(best, current[column] + 1)
        let isSwap =
          row > 0 && column > 0 && letter == second[column - 1] && first[row - 1] == other
        if isSwap { best = min(best, beforeLast[column - 1] + 1) }
        current.append(best)
      }
      (beforeLast, last) = (last, current)
    }
    return last[second.count]
  }
}
