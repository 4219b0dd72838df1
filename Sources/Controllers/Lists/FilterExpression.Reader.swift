extension FilterExpression {
  /// A position of the automaton: one character or a class of characters.
  enum Position: Hashable, Sendable {
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
        case .word(let isIncluded): Position.isWord(scalar) == isIncluded
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

  struct Reader {
    var rest: Substring
    var positions: [Position] = []
    var follow: [UInt64] = []
    private var atomCount = 0

    init(_ pattern: String) { rest = pattern[...] }

    mutating func alternatives(depth: Int) throws(SyntaxError) -> Piece {
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

    private mutating func sequence(depth: Int) throws(SyntaxError) -> Piece {
      var piece = Piece()
      while let sign = rest.first, sign != "|", sign != ")" {
        piece = joined(piece, try repeated(depth: depth))
      }
      return piece
    }

    private mutating func repeated(depth: Int) throws(SyntaxError) -> Piece {
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
          // Parses the same atom again, so that each repetition has its own positions.
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
      // Lazy quantifiers match the same rows.
      if rest.first == "?" { rest.removeFirst() }
      return piece
    }

    /// Parses "{2}", "{2,}" or "{2,3}".
    private mutating func counts() throws(SyntaxError) -> (least: Int, most: Int?) {
      guard let end = rest.firstIndex(of: "}") else { throw .notClosed("{") }
      let parts = rest[..<end].dropFirst().split(separator: ",", omittingEmptySubsequences: false)
      rest = rest[end...].dropFirst()
      let numbers = parts.map { $0.isEmpty ? nil : Int($0) }
      guard (1...2).contains(parts.count), let least = numbers[0], (0...64).contains(least),
        parts.last == "" || (least...64).contains(numbers.last.flatMap(\.self) ?? -1)
      else { throw .badCount }
      return (least, numbers.last.flatMap(\.self))
    }

    private mutating func atom(depth: Int) throws(SyntaxError) -> Piece {
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
      case "[": return try addPosition(try characterClass())
      case "*", "+", "?", "{": throw .nothingToRepeat(sign)
      case "^": return try addPosition(.start)
      case "$": return try addPosition(.end)
      case ".": return try addPosition(.characters([], isExcluded: true))
      case "\\":
        if rest.first == "b" {
          rest.removeFirst()
          return try addPosition(.boundary)
        }
        return try addPosition(.characters([try escaped()], isExcluded: false))
      default:
        var piece = Piece()
        for value in FilterExpression.folded(sign) {
          piece = joined(
            piece, try addPosition(.characters([.range(value...value)], isExcluded: false)))
        }
        return piece
      }
    }

    private mutating func escaped() throws(SyntaxError) -> Position.Class {
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

    private mutating func characterClass() throws(SyntaxError) -> Position {
      var classes: Set<Position.Class> = []
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

    private mutating func addPosition(_ position: Position) throws(SyntaxError) -> Piece {
      guard positions.count < 64 else { throw .tooLong }
      let bit = UInt64(1) << UInt64(positions.count)
      positions.append(position)
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
      for position in follow.indices where last & 1 << UInt64(position) != 0 {
        follow[position] |= first
      }
    }
  }

  /// ASCII is unchanged, because capitals have a meaning after a backslash.
  fileprivate static func folded(_ character: Character) -> [UInt32] {
    if let ascii = character.asciiValue { return [UInt32(ascii)] }
    return String(decoding: TextFolding.bytes(of: String(character)), as: UTF8.self)
      .unicodeScalars.map(\.value)
  }
}
