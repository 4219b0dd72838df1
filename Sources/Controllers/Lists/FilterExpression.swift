/// A regular expression of a filter. It is found in any case and with any accents, line by line.
///
/// Its time is in proportion to the text's length, whatever it says: it is an automaton of at most 64 places (Glushkov's), and a state is the
/// set of the places that were reached. Known are `.`, `[…]`, `\d \w \s \b` and their opposites but that of `\b`, `^ $ ( ) | * + ? {2,3}`.
struct FilterExpression: Sendable {
  /// A reason why a text is no regular expression that can be used.
  enum Problem: Error, Hashable {
    case notClosed(Character)
    case notOpened
    case nothingToRepeat(Character)
    case badCount
    case unknown(String)
    case tooLong

    /// The reason in a few words.
    var words: String {
      switch self {
      case .notClosed(let sign): "“\(sign)” isn't closed"
      case .notOpened: "“)” isn't opened"
      case .nothingToRepeat(let sign): "nothing to repeat before “\(sign)”"
      case .badCount: "“{…}” isn't a count up to 64"
      case .unknown(let text): "“\(text)” isn't known"
      case .tooLong: "the expression is too long"
      }
    }
  }

  private let places: [Place]
  /// For each place those that may come behind it.
  private let follow: [UInt64]
  private let whole: Piece
  private let starts: UInt64
  private let ends: UInt64
  private let boundaries: UInt64
  /// For each ASCII character the places that it fits.
  private let ascii: [UInt64]

  /// Reads a regular expression. Throws `Problem`.
  ///
  ///     try FilterExpression(#"^sys-\d+$"#)
  init(_ pattern: String) throws(Problem) {
    var reader = Reader(pattern)
    whole = try reader.alternatives(depth: 0)
    guard reader.rest.isEmpty else { throw .notOpened }
    let places = reader.places
    self.places = places
    follow = reader.follow
    func mask(_ isIncluded: (Place) -> Bool) -> UInt64 {
      places.indices.reduce(0) { isIncluded(places[$1]) ? $0 | 1 << UInt64($1) : $0 }
    }
    starts = mask { $0 == .start }
    ends = mask { $0 == .end }
    boundaries = mask { $0 == .boundary }
    ascii = (0..<128).map { value in mask { $0.fits(Unicode.Scalar(UInt8(value))) } }
  }

  /// Tells whether a text has a match.
  func matches(_ text: String) -> Bool {
    if whole.isNullable { return true }
    var state: UInt64 = 0
    return !steps(of: TextFolding.bytes(of: text)) { step, _ in
      state = next(state, step, from: whole.first)
      return state & whole.last == 0
    }
  }

  /// Returns the matches in a text, as ranges of characters: at each place the longest.
  func ranges(in text: String) -> [Range<Int>] {
    let (bytes, characters) = TextFolding.indexed(text)
    var all: [(step: Step, byte: Int)] = []
    _ = steps(of: bytes) { step, byte in
      all.append((step, byte))
      return true
    }
    var ranges: [Range<Int>] = []
    var begin = 0
    while begin < all.count {
      var (state, seed, end) = (UInt64(0), whole.first, begin)
      for place in begin..<all.count {
        state = next(state, all[place].step, from: seed)
        if case .character = all[place].step { seed = 0 }
        if state & whole.last != 0 { end = place + 1 }
        if state == 0, seed == 0 { break }
      }
      let matched = all[begin..<end].compactMap { step, byte -> Int? in
        if case .character = step { characters[byte] } else { nil }
      }
      if let first = matched.first, let last = matched.last { ranges.append(first..<(last + 1)) }
      begin = max(end, begin + 1)
    }
    return ranges
  }

  /// What the automaton is told: the characters of a text, and what lies between them.
  private enum Step {
    case start, end, boundary
    case character(Unicode.Scalar)
  }

  /// Calls `take` for each step of a folded text, with the number of its byte, until it returns false; returns false then.
  private func steps(of bytes: [UInt8], _ take: (Step, Int) -> Bool) -> Bool {
    var (byte, wasWord) = (0, false)
    guard take(.start, 0) else { return false }
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      let isWord = Place.isWord(scalar)
      if isWord != wasWord, !take(.boundary, byte) { return false }
      wasWord = isWord
      if scalar == "\n" {
        guard take(.end, byte), take(.character(scalar), byte), take(.start, byte) else {
          return false
        }
      } else if !take(.character(scalar), byte) {
        return false
      }
      byte += UTF8.width(scalar)
    }
    return (!wasWord || take(.boundary, byte)) && take(.end, byte)
  }

  /// Returns the places that are reached by a step from others, or from the beginning of the expression.
  private func next(_ state: UInt64, _ step: Step, from first: UInt64) -> UInt64 {
    var (reached, rest) = (first, state)
    while rest != 0 {
      reached |= follow[rest.trailingZeroBitCount]
      rest &= rest - 1
    }
    switch step {
    case .start: return state | reached & starts
    case .end: return state | reached & ends
    case .boundary: return state | reached & boundaries
    case .character(let scalar) where scalar.value < 128:
      return reached & ascii[Int(scalar.value)]
    case .character(let scalar):
      var fitting: UInt64 = 0
      while reached != 0 {
        let place = reached.trailingZeroBitCount
        if places[place].fits(scalar) { fitting |= 1 << UInt64(place) }
        reached &= reached - 1
      }
      return fitting
    }
  }

  /// A part of the expression: its places that a match may begin and end with.
  fileprivate struct Piece: Sendable {
    var first: UInt64 = 0
    var last: UInt64 = 0
    var isNullable = true
  }
}

extension FilterExpression {
  /// One character of the expression, or a class of them.
  fileprivate enum Place: Hashable, Sendable {
    case start, end, boundary
    case characters(Set<Class>, isExcluded: Bool)

    enum Class: Hashable, Sendable {
      case range(ClosedRange<UInt32>)
      case digit(Bool)
      case word(Bool)
      case space(Bool)

      func contains(_ scalar: Unicode.Scalar) -> Bool {
        switch self {
        case .range(let range):
          range.contains(scalar.value)
            || scalar.properties.uppercaseMapping.unicodeScalars.contains {
              range.contains($0.value)
            }
        case .digit(let isIncluded): ("0"..."9").contains(scalar) == isIncluded
        case .word(let isIncluded): Place.isWord(scalar) == isIncluded
        case .space(let isIncluded): scalar.properties.isWhitespace == isIncluded
        }
      }
    }

    static func isWord(_ scalar: Unicode.Scalar) -> Bool {
      scalar.value < 128
        ? scalar == "_" || ("0"..."9").contains(scalar) || ("a"..."z").contains(scalar)
        : scalar.properties.isAlphabetic
    }

    func fits(_ scalar: Unicode.Scalar) -> Bool {
      guard case .characters(let classes, let isExcluded) = self, scalar != "\n" else {
        return false
      }
      return classes.contains { $0.contains(scalar) } != isExcluded
    }
  }

  /// Reads an expression into places.
  fileprivate struct Reader {
    var rest: Substring
    var places: [Place] = []
    var follow: [UInt64] = []
    private var atomCount = 0

    init(_ pattern: String) { rest = pattern[...] }

    mutating func alternatives(depth: Int) throws(Problem) -> Piece {
      guard depth < 50 else { throw .tooLong }
      var piece = try sequence(depth: depth)
      while rest.first == "|" {
        rest.removeFirst()
        let other = try sequence(depth: depth)
        piece = Piece(
          first: piece.first | other.first, last: piece.last | other.last,
          isNullable: piece.isNullable || other.isNullable)
      }
      return piece
    }

    private mutating func sequence(depth: Int) throws(Problem) -> Piece {
      var piece = Piece()
      while let sign = rest.first, sign != "|", sign != ")" {
        piece = joined(piece, try repeated(depth: depth))
      }
      return piece
    }

    private mutating func repeated(depth: Int) throws(Problem) -> Piece {
      let start = rest
      var piece = try atom(depth: depth)
      switch rest.first {
      case "*", "+", "?":
        let sign = rest.removeFirst()
        if sign != "?" { link(piece.last, to: piece.first) }
        if sign != "+" { piece.isNullable = true }
      case "{":
        let (least, most) = try counts()
        let behind = rest
        let first = piece
        piece = Piece()
        for number in 0..<max(least, most ?? least + 1, 1) {
          // The same is read once more, for places of its own.
          var copy = first
          if number > 0 {
            rest = start
            copy = try atom(depth: depth)
          }
          if number >= least { copy.isNullable = true }
          if most == nil { link(copy.last, to: copy.first) }
          piece = joined(piece, copy)
        }
        if most == 0 { piece = Piece() }
        rest = behind
      default: return piece
      }
      // Shortest or longest, a row matches all the same.
      if rest.first == "?" { rest.removeFirst() }
      return piece
    }

    /// Reads "{2}", "{2,}" or "{2,3}".
    private mutating func counts() throws(Problem) -> (least: Int, most: Int?) {
      guard let end = rest.firstIndex(of: "}") else { throw .notClosed("{") }
      let parts = rest[..<end].dropFirst().split(separator: ",", omittingEmptySubsequences: false)
      rest = rest[end...].dropFirst()
      let numbers = parts.map { $0.isEmpty ? nil : Int($0) }
      guard (1...2).contains(parts.count), let least = numbers[0], (0...64).contains(least),
        parts.last == "" || (least...64).contains(numbers.last.flatMap(\.self) ?? -1)
      else { throw .badCount }
      return (least, numbers.last.flatMap(\.self))
    }

    private mutating func atom(depth: Int) throws(Problem) -> Piece {
      atomCount += 1
      guard atomCount < 1_000 else { throw .tooLong }
      let sign = rest.removeFirst()
      switch sign {
      case "(":
        if rest.first == "?" {
          guard rest.hasPrefix("?:") else { throw .unknown("(" + rest.prefix(2)) }
          rest.removeFirst(2)
        }
        let piece = try alternatives(depth: depth + 1)
        guard rest.first == ")" else { throw .notClosed("(") }
        rest.removeFirst()
        return piece
      case "[": return try place(try characterClass())
      case "*", "+", "?", "{": throw .nothingToRepeat(sign)
      case "^": return try place(.start)
      case "$": return try place(.end)
      case ".": return try place(.characters([], isExcluded: true))
      case "\\":
        if rest.first == "b" {
          rest.removeFirst()
          return try place(.boundary)
        }
        return try place(.characters([try escaped()], isExcluded: false))
      default:
        var piece = Piece()
        for value in FilterExpression.folded(sign) {
          piece = joined(
            piece, try place(.characters([.range(value...value)], isExcluded: false)))
        }
        return piece
      }
    }

    /// Reads what follows a backslash.
    private mutating func escaped() throws(Problem) -> Place.Class {
      guard let sign = rest.popFirst() else { throw .unknown("\\") }
      switch sign {
      case "d", "D": return .digit(sign == "d")
      case "w", "W": return .word(sign == "w")
      case "s", "S": return .space(sign == "s")
      case "t": return .range(9...9)
      default:
        guard let value = sign.unicodeScalars.first?.value, !sign.isLetter, !sign.isNumber else {
          throw .unknown("\\\(sign)")
        }
        return .range(value...value)
      }
    }

    private mutating func characterClass() throws(Problem) -> Place {
      var classes: Set<Place.Class> = []
      let isExcluded = rest.first == "^"
      if isExcluded { rest.removeFirst() }
      var isFirst = true
      while let sign = rest.popFirst() {
        if sign == "]", !isFirst { return .characters(classes, isExcluded: isExcluded) }
        isFirst = false
        if sign == "\\" {
          classes.insert(try escaped())
          continue
        }
        let values = FilterExpression.folded(sign)
        if rest.first == "-", let end = rest.dropFirst().first, end != "]",
          let first = sign.unicodeScalars.first?.value, let last = end.unicodeScalars.first?.value
        {
          guard first <= last, end != "\\" else { throw .unknown("\(sign)-\(end)") }
          rest.removeFirst(2)
          classes.insert(.range(first...last))
        } else {
          classes.formUnion(values.map { .range($0...$0) })
        }
      }
      throw .notClosed("[")
    }

    private mutating func place(_ place: Place) throws(Problem) -> Piece {
      guard places.count < 64 else { throw .tooLong }
      let bit = UInt64(1) << UInt64(places.count)
      places.append(place)
      follow.append(0)
      return Piece(first: bit, last: bit, isNullable: false)
    }

    private mutating func joined(_ left: Piece, _ right: Piece) -> Piece {
      link(left.last, to: right.first)
      return Piece(
        first: left.first | (left.isNullable ? right.first : 0),
        last: right.last | (right.isNullable ? left.last : 0),
        isNullable: left.isNullable && right.isNullable)
    }

    private mutating func link(_ last: UInt64, to first: UInt64) {
      for place in follow.indices where last & 1 << UInt64(place) != 0 { follow[place] |= first }
    }
  }

  /// Returns the scalars of a character as they stand in a folded text. ASCII stays: capitals have a meaning behind a backslash.
  private static func folded(_ character: Character) -> [UInt32] {
    if let ascii = character.asciiValue { return [UInt32(ascii)] }
    return String(decoding: TextFolding.bytes(of: String(character)), as: UTF8.self)
      .unicodeScalars.map(\.value)
  }
}
