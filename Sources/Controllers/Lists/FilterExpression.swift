/// A regular expression of a filter that ignores case and accents, and matches line by line in
/// linear time: a Glushkov automaton of at most 64 positions. Supports `.`, `[…]`, `\d \w \s \b`,
/// the negations `\D \W \S`, and `^ $ ( ) | * + ? {2,3}`.
struct FilterExpression: Sendable {
  /// Why a text isn't a supported regular expression.
  enum SyntaxError: Error, Hashable {
    case notClosed(Character)
    case notOpened
    case nothingToRepeat(Character)
    case badCount
    case unknown(String)
    case tooLong

    var text: String {
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

  private let positions: [Position]
  /// For each position, those that may follow it.
  private let follow: [UInt64]
  private let whole: Piece
  private let starts: UInt64
  private let ends: UInt64
  private let boundaries: UInt64
  /// For each ASCII character, the positions that match it.
  private let ascii: [UInt64]

  init(_ pattern: String) throws(SyntaxError) {
    var reader = Reader(pattern)
    whole = try reader.alternatives(depth: 0)
    guard reader.rest.isEmpty else { throw .notOpened }
    let positions = reader.positions
    self.positions = positions
    follow = reader.follow
    func mask(_ isIncluded: (Position) -> Bool) -> UInt64 {
      positions.indices.reduce(0) { isIncluded(positions[$1]) ? $0 | 1 << UInt64($1) : $0 }
    }
    starts = mask { $0 == .start }
    ends = mask { $0 == .end }
    boundaries = mask { $0 == .boundary }
    ascii = (0..<128).map { value in mask { $0.fits(Unicode.Scalar(UInt8(value))) } }
  }

  func matches(_ text: String) -> Bool {
    if whole.isNullable { return true }
    var state: UInt64 = 0
    return !steps(of: TextFolding.bytes(of: text)) { step, _ in
      state = next(state, step, from: whole.first)
      return state & whole.last == 0
    }
  }

  /// Returns the matches in a text, as ranges of characters. At each index the longest is used.
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
      for index in begin..<all.count {
        state = next(state, all[index].step, from: seed)
        if case .character = all[index].step { seed = 0 }
        if state & whole.last != 0 { end = index + 1 }
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

  /// The automaton's input: the characters of a text, and the boundaries between them.
  private enum Step {
    case start, end, boundary
    case character(Unicode.Scalar)
  }

  /// Calls `visit` with each step and its byte offset until it returns false; then returns false.
  private func steps(of bytes: [UInt8], _ visit: (Step, Int) -> Bool) -> Bool {
    var (byte, wasWord) = (0, false)
    guard visit(.start, 0) else { return false }
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      let isWord = Position.isWord(scalar)
      if isWord != wasWord, !visit(.boundary, byte) { return false }
      wasWord = isWord
      if scalar == "\n" {
        guard visit(.end, byte), visit(.character(scalar), byte), visit(.start, byte) else {
          return false
        }
      } else if !visit(.character(scalar), byte) {
        return false
      }
      byte += UTF8.width(scalar)
    }
    return (!wasWord || visit(.boundary, byte)) && visit(.end, byte)
  }

  /// Returns the positions reached by a step from `state`, or from the start of the expression.
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
        let position = reached.trailingZeroBitCount
        if positions[position].fits(scalar) { fitting |= 1 << UInt64(position) }
        reached &= reached - 1
      }
      return fitting
    }
  }

  /// A subexpression: the positions with which its match may begin and end.
  struct Piece: Sendable {
    var first: UInt64 = 0
    var last: UInt64 = 0
    var isNullable = true
  }
}
