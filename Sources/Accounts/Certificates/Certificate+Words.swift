import Networking

extension Certificate {
  /// The fingerprint in two lines of sixteen bytes, for comparison by eye.
  ///
  /// Every fourth byte is followed by a blank, at which a narrow screen breaks the line.
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

  /// Whether a text is the fingerprint, in any usual format: "SHA256:3a7f…", "3A:7F:…".
  func hasFingerprint(_ text: String) -> Bool {
    let digits = text.split { $0 == "=" || $0 == " " }.last.map { String($0) } ?? ""
    return Certificate.digits(digits) == Certificate.digits(fingerprint)
  }

  /// Whether a text is a prefix of the fingerprint with at least four digits.
  func hasFingerprint(beginning text: String) -> Bool {
    let digits = Certificate.digits(text)
    return digits.count >= 4 && Certificate.digits(fingerprint).hasPrefix(digits)
  }

  private static func digits(_ text: String) -> String {
    let lower = text.lowercased()
    let bare = lower.hasPrefix("sha256:") ? lower.dropFirst("sha256:".count) : lower[...]
    return bare.filter { $0 != ":" }
  }
}
