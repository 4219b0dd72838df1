extension Int {
  /// The number in groups of three digits: "20,000".
  public var grouped: String {
    let digits = Array(String(magnitude))
    var text = self < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text += "," }
      text.append(digit)
    }
    return text
  }

  /// Returns the number with its noun: "1 system", "20,000 systems".
  public func counted(_ noun: (one: String, many: String)) -> String {
    "\(grouped) \(self == 1 ? noun.one : noun.many)"
  }
}
