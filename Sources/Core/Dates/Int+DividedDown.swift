extension Int {
  /// Returns the quotient rounded down, even below zero. The divisor must be positive.
  func dividedDown(by divisor: Int) -> Int {
    let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? quotient - 1 : quotient
  }
}
