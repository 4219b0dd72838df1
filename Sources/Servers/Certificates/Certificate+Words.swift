import Networking

extension Certificate {
  /// The first moment at which the certificate is valid: "2024-11-21 09:00:00 UTC".
  var validFromText: String { Certificate.moment(validFrom) }

  /// The last moment at which the certificate is valid.
  var validUntilText: String { Certificate.moment(validUntil) }

  /// The fingerprint in two lines of sixteen bytes, so that it can be compared by eye.
  ///
  /// There is a blank after every fourth byte: a narrow screen breaks a line there, and not within a byte.
  var fingerprintLines: String {
    let bytes = fingerprint.split(separator: ":").map { String($0) }
    func groups(_ parts: [String], of count: Int, separator: String) -> [String] {
      stride(from: 0, to: parts.count, by: count).map { start in
        parts[start..<min(start + count, parts.count)].joined(separator: separator)
      }
    }
    return groups(groups(bytes, of: 4, separator: ":"), of: 4, separator: " ")
      .joined(separator: "\n")
  }

  /// Tells whether a text is the fingerprint, however another program writes it: "SHA256:3a7f…", "3A:7F:…".
  func hasFingerprint(_ text: String) -> Bool {
    let digits = text.split { $0 == "=" || $0 == " " }.last.map { String($0) } ?? ""
    return Certificate.digits(digits) == Certificate.digits(fingerprint)
  }

  /// Tells whether a text is the fingerprint's beginning: four digits or more.
  func hasFingerprint(beginning text: String) -> Bool {
    let digits = Certificate.digits(text)
    return digits.count >= 4 && Certificate.digits(fingerprint).hasPrefix(digits)
  }

  private static func digits(_ text: String) -> String {
    let lower = text.lowercased()
    let bare = lower.hasPrefix("sha256:") ? lower.dropFirst("sha256:".count) : lower[...]
    return bare.filter { $0 != ":" }
  }

  /// OpenSSL's "Nov 21 09:00:00 2024 GMT" as moments are written everywhere else; any other text stays as it is.
  private static func moment(_ text: String) -> String {
    let parts = text.split(separator: " ")
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    guard parts.count == 5, parts[4] == "GMT",
      let month = months.firstIndex(of: String(parts[0])), let day = Int(parts[1])
    else { return text }
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(parts[3])-\(two(month + 1))-\(two(day)) \(parts[2]) UTC"
  }
}
