extension Int {
  /// The quotient rounded down, also below zero. The divisor is positive.
  func dividedDown(by divisor: Int) -> Int {
    let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? quotient - 1 : quotient
  }
}
