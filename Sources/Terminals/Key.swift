/// A key that was pressed, with the modifiers Ctrl and Alt.
public struct Key: Hashable, Sendable {
  /// A key without the modifiers Ctrl and Alt.
  public enum Code: Hashable, Sendable {
    /// A key that types a character. The value is that character, for example `Q` for Shift-Q.
    case character(Character)
    /// Enter, Esc, Tab, Shift-Tab, Backspace, Del or Ins.
    case enter, escape, tab, backTab, backspace, delete, insert
    /// An arrow key, Home, End, PgUp or PgDn.
    case up, down, left, right, home, end, pageUp, pageDown
    /// A function key. The value is its number: 1 for F1.
    case function(Int)
  }

  /// The key without the modifiers Ctrl and Alt.
  public let code: Code
  /// Whether Ctrl was held down. Ctrl-Q is `.control("q")`.
  public let isControl: Bool
  /// Whether Alt was held down. Terminals send Alt as an Escape before the key. Alt-B is
  /// `.alt("b")`.
  public let isAlt: Bool

  /// Creates a key with the given modifiers. For most keys, a constant such as `.enter` or a
  /// literal such as `"q"` is shorter.
  ///
  ///     Key(.left, isAlt: true)
  public init(_ code: Code, isControl: Bool = false, isAlt: Bool = false) {
    self.code = code
    self.isControl = isControl
    self.isAlt = isAlt
  }

  /// Enter, without Ctrl and Alt.
  public static let enter = Key(.enter)
  /// Esc, without Ctrl and Alt.
  public static let escape = Key(.escape)
  /// Tab, without Ctrl and Alt.
  public static let tab = Key(.tab)
  /// Shift-Tab, which terminals send as a key of its own, without Ctrl and Alt.
  public static let backTab = Key(.backTab)
  /// Backspace, without Ctrl and Alt.
  public static let backspace = Key(.backspace)
  /// Del, without Ctrl and Alt.
  public static let delete = Key(.delete)
  /// Ins, without Ctrl and Alt.
  public static let insert = Key(.insert)
  package static let suspend = control("z")
  /// The arrow key ↑, without Ctrl and Alt.
  public static let up = Key(.up)
  /// The arrow key ↓, without Ctrl and Alt.
  public static let down = Key(.down)
  /// The arrow key ←, without Ctrl and Alt.
  public static let left = Key(.left)
  /// The arrow key →, without Ctrl and Alt.
  public static let right = Key(.right)
  /// Home, without Ctrl and Alt.
  public static let home = Key(.home)
  /// End, without Ctrl and Alt.
  public static let end = Key(.end)
  /// PgUp, without Ctrl and Alt.
  public static let pageUp = Key(.pageUp)
  /// PgDn, without Ctrl and Alt.
  public static let pageDown = Key(.pageDown)

  /// Returns the key that types the given character, without Ctrl and Alt.
  public static func character(_ character: Character) -> Key { Key(.character(character)) }
  /// Returns the key of the given letter with Ctrl: `.control("q")` is Ctrl-Q.
  public static func control(_ letter: Character) -> Key {
    Key(.character(letter), isControl: true)
  }
  /// Returns the key of the given letter with Alt: `.alt("b")` is Alt-B.
  public static func alt(_ letter: Character) -> Key { Key(.character(letter), isAlt: true) }
  /// A copy of the key with Alt: `Key.left.withAlt` is Alt-←.
  public var withAlt: Key { Key(code, isControl: isControl, isAlt: true) }
  /// Returns a function key, without Ctrl and Alt, by its number: 1 for F1.
  public static func function(_ number: Int) -> Key { Key(.function(number)) }
}

extension Key: ExpressibleByExtendedGraphemeClusterLiteral {
  /// Creates the key that types a character from a literal, without Ctrl and Alt.
  ///
  ///     let quit: Key = "q"
  public init(extendedGraphemeClusterLiteral character: Character) {
    self.init(.character(character))
  }
}

extension Key: CustomStringConvertible {
  /// The key's name as help texts show it: `q`, `Ctrl-Q`, `Alt-B`, `PgUp`, `F1`, `↑`.
  public var description: String {
    guard isAlt else { return name }
    if case .character(let character) = code, !isControl, character != " " {
      return "Alt-" + character.uppercased()
    }
    return "Alt-" + name
  }

  private var name: String {
    switch code {
    case .character(" "): isControl ? "Ctrl-Space" : "Space"
    case .character(let character):
      isControl ? "Ctrl-" + character.uppercased() : String(character)
    case _ where isControl: "Ctrl-" + Key(code).name
    case .enter: "Enter"
    case .escape: "Esc"
    case .tab: "Tab"
    case .backTab: "Shift-Tab"
    case .backspace: "Backspace"
    case .delete: "Del"
    case .insert: "Ins"
    case .up: "↑"
    case .down: "↓"
    case .left: "←"
    case .right: "→"
    case .home: "Home"
    case .end: "End"
    case .pageUp: "PgUp"
    case .pageDown: "PgDn"
    case .function(let number): "F\(number)"
    }
  }
}
