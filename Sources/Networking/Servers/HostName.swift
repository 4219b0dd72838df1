/// A host name that can be compared by eye: in ASCII, with international labels in Punycode (RFC
/// 3492). `xn--pple-43d.example` exposes the Cyrillic letter of “аpple.example”. A scheme before
/// the host and a port after it are left unchanged.
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
    let scalars = label.unicodeScalars.map { Int($0.value) }
    // No host has a longer label, but a session file may contain one.
    let encoded = "xn--" + punycode(Array(scalars.prefix(maximumLength)))
    return scalars.count > maximumLength ? encoded + "…" : encoded
  }

  private static let maximumLength = 63

  // MARK: RFC 3492

  private static let (base, least, most) = (36, 1, 26)

  private static func punycode(_ scalars: [Int]) -> String {
    let plain = scalars.filter { $0 < 0x80 }
    var output = plain.map { Character(Unicode.Scalar(UInt8($0))) }
    if !plain.isEmpty { output.append("-") }
    var (next, delta, bias, handled) = (0x80, 0, 72, plain.count)
    while let following = scalars.filter({ $0 >= next }).min() {
      delta += (following - next) * (handled + 1)
      next = following
      for scalar in scalars {
        if scalar < next { delta += 1 }
        guard scalar == next else { continue }
        append(delta, bias, to: &output)
        bias = adapted(delta, count: handled + 1, isFirst: handled == plain.count)
        delta = 0
        handled += 1
      }
      delta += 1
      next += 1
    }
    return String(output)
  }

  private static func append(_ delta: Int, _ bias: Int, to output: inout [Character]) {
    var rest = delta
    var position = base
    while true {
      let threshold = min(max(position - bias, least), most)
      guard rest >= threshold else { return output.append(digit(rest)) }
      output.append(digit(threshold + (rest - threshold) % (base - threshold)))
      rest = (rest - threshold) / (base - threshold)
      position += base
    }
  }

  private static func digit(_ value: Int) -> Character {
    Character(Unicode.Scalar(UInt8(value < 26 ? 0x61 + value : 0x30 + value - 26)))
  }

  private static func adapted(_ delta: Int, count: Int, isFirst: Bool) -> Int {
    var rest = isFirst ? delta / 700 : delta / 2
    rest += rest / count
    var position = 0
    while rest > (base - least) * most / 2 {
      rest /= base - least
      position += base
    }
    return position + (base - least + 1) * rest / (rest + 38)
  }
}
