/// The two readings of `(uuid,person:(display,names:ref))`.
extension AskedRepresentation {
  /// Returns the reading since REST 2.50. Parentheses that are missing at the end are made up for [141].
  static func properties(in list: some StringProtocol) -> [Property] {
    var rest = Substring(list)
    if rest.first == "(" { rest.removeFirst() }
    return properties(&rest)
  }

  private static func properties(_ rest: inout Substring) -> [Property] {
    var properties: [Property] = []
    while !rest.isEmpty {
      let name = rest.prefix { !",:()".contains($0) }
      rest = rest.dropFirst(name.count)
      var property = Property(name: String(name))
      if rest.first == ":" {
        rest.removeFirst()
        property.representation = representation(&rest)
      }
      if !name.isEmpty { properties.append(property) }
      if rest.popFirst() == ")" { return properties }
    }
    return properties
  }

  private static func representation(_ rest: inout Substring) -> AskedRepresentation {
    if rest.first == "(" {
      rest.removeFirst()
      return .custom(properties(&rest))
    }
    let word = rest.prefix { $0 != "," && $0 != ")" }
    rest = rest.dropFirst(word.count)
    return AskedRepresentation(word: word)
  }

  /// Returns the reading before REST 2.50, which cuts at commas first.
  ///
  /// In the piece where a nested list opens, one parenthesis is counted however many there are. So a list that begins with a nested one
  /// swallows what stands behind it, until the count happens to fit: "Unknown property 'display))'" [2.49: 530a]. At the very end nothing
  /// is left to swallow [2.49: 500a].
  static func misread(_ list: some StringProtocol) -> [Property] {
    var inner = Substring(list)
    if inner.first == "(" { inner.removeFirst() }
    if inner.last == ")" { inner.removeLast() }
    let pieces = inner.split(separator: ",", omittingEmptySubsequences: false)
    var properties: [Property] = []
    var number = 0
    while number < pieces.count {
      let piece = pieces[number]
      number += 1
      guard let colon = piece.firstIndex(of: ":") else {
        properties.append(Property(name: String(piece)))
        continue
      }
      let name = String(piece[..<colon])
      var nested = String(piece[piece.index(after: colon)...])
      guard nested.hasPrefix("(") else {
        properties.append(Property(name: name, representation: AskedRepresentation(word: nested)))
        continue
      }
      var open = nested.hasSuffix(")") ? 0 : 1
      while open != 0, number < pieces.count {
        for character in pieces[number] {
          if character == "(" { open += 1 }
          if character == ")" { open -= 1 }
        }
        nested += "," + pieces[number]
        number += 1
      }
      properties.append(Property(name: name, representation: .custom(misread(nested))))
    }
    return properties
  }
}
