/// A person's sex by the server's letter.
enum Sex: Hashable, Sendable {
  case female, male, other
  case unknown
  /// A code that this release doesn't know.
  case unnamed(String)

  init(_ code: String?) {
    switch code?.uppercased() {
    case "F": self = .female
    case "M": self = .male
    case "O": self = .other
    case nil, "U": self = .unknown
    default: self = .unnamed(code ?? "")
    }
  }

  var word: String {
    switch self {
    case .female: "female"
    case .male: "male"
    case .other: "other sex"
    case .unknown: "sex unknown"
    case .unnamed(let code): "sex \(code)"
    }
  }

  var letter: String {
    switch self {
    case .female: "F"
    case .male: "M"
    case .other: "O"
    case .unknown: "?"
    case .unnamed(let code): code
    }
  }
}
