import FoundationEssentials

/// A host name that can be compared by eye: in ASCII, with international labels in Punycode, or
/// percent-encoded if no host has such a label. `xn--pple-43d.example` exposes the Cyrillic letter
/// of “аpple.example”. A scheme before the host and a port after it are left unchanged.
package struct HostName {
  package let text: String
  package let ascii: String

  package init(_ text: String) {
    self.text = text
    var ascii = ""
    var label = ""
    func end() {
      ascii += Self.encoded(label)
      label = ""
    }
    for character in text.unicodeScalars {
      if character.isASCII, !Self.isInLabel(character) {
        end()
        ascii.unicodeScalars.append(character)
      } else {
        label.unicodeScalars.append(character)
      }
    }
    end()
    self.ascii = ascii
  }

  package var displayText: String { ascii == text ? text : "\(ascii) (“\(text)”)" }

  private static func isInLabel(_ character: Unicode.Scalar) -> Bool {
    character.properties.isAlphabetic || ("0"..."9").contains(character) || character == "-"
      || character == "_"
  }

  private static func encoded(_ label: String) -> String {
    if label.unicodeScalars.allSatisfy(\.isASCII) { return label }
    // No host has a longer label, but a session file may contain one.
    let length = 63
    var host = URLComponents()
    host.host = String(label.unicodeScalars.prefix(length))
    guard let encoded = host.encodedHost else { return "…" }
    return label.unicodeScalars.count > length ? encoded.prefix(length) + "…" : encoded
  }
}
