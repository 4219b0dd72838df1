import Core
import RepriseTesting
import Restoration
import Screens
import Terminals
import Testing

@Suite struct TextEntryTests {
  /// An entry after some keys, as `text with | for the caret`.
  private func after(_ entry: TextEntry, _ keys: Key...) -> String {
    var entry = entry
    for key in keys { #expect(entry.edit(.key(key)) == .handled) }
    return picture(entry)
  }

  private func picture(_ entry: TextEntry) -> String {
    entry.text.prefix(entry.caret) + "|" + entry.text.dropFirst(entry.caret)
  }

  @Test(
    "Keys edit a text entry as in a shell",
    arguments: [
      ("ab", 1, Key("x"), "ax|b"), ("ab", 1, .backspace, "|b"), ("ab", 1, .control("h"), "|b"),
      ("ab", 1, .delete, "a|"), ("ab", 1, .control("d"), "a|"), ("ab", 1, .left, "|ab"),
      ("ab", 1, .right, "ab|"), ("ab", 1, .home, "|ab"), ("ab", 1, .end, "ab|"),
      ("ab", 1, .control("a"), "|ab"), ("ab", 1, .control("e"), "ab|"),
      ("ab", 1, .control("u"), "|b"), ("ab", 1, .control("k"), "a|"),
      ("one two  three", 14, .control("w"), "one two  |"), ("one two  ", 9, .control("w"), "one |"),
      ("one", 2, .control("w"), "|e"), ("", 0, .backspace, "|"), ("", 0, .delete, "|"),
      ("", 0, .control("w"), "|"), ("ab", 0, .left, "|ab"), ("ab", 2, .right, "ab|"),
      ("ab", 0, .backspace, "|ab"), ("ab", 2, .delete, "ab|"),
    ])
  func keysEditAsInAnyShell(text: String, caret: Int, key: Key, expected: String) {
    #expect(after(TextEntry(text, caret: caret), key) == expected)
  }

  @Test(
    "Alt keys in a text entry work on words as in a shell",
    arguments: [
      ("one two.three", 13, Key.alt("b"), "one two.|three"),
      ("one, two", 5, .alt("b"), "|one, two"),
      ("one two", 7, .left.withAlt, "one |two"), ("one two", 0, .alt("b"), "|one two"),
      ("one two.three", 3, .alt("f"), "one two|.three"), ("one", 3, .alt("f"), "one|"),
      ("one two", 0, .right.withAlt, "one| two"), ("one two", 3, .alt("d"), "one|"),
      ("one two", 5, .alt("d"), "one t|"), ("one", 3, .alt("d"), "one|"),
      ("one two.three", 13, .backspace.withAlt, "one two.|"), ("東京 né", 5, .alt("b"), "東京 |né"),
    ])
  func keysWithAltWorkOnWordsAsInAnyShell(text: String, caret: Int, key: Key, expected: String) {
    #expect(after(TextEntry(text, caret: caret), key) == expected)
  }

  @Test(
    "Other Alt keys type nothing into a text entry",
    arguments: [Key.alt("x"), .alt("é"), .up.withAlt, .enter.withAlt])
  func anyOtherKeyWithAltIsNoText(key: Key) {
    var entry = TextEntry("ab", caret: 1)
    #expect(entry.edit(.key(key)) == .ignored)
    #expect(picture(entry) == "a|b")
  }

  @Test(
    "A text entry moves over and deletes grapheme clusters",
    arguments: [
      "é", "e\u{301}", "👩‍💻", "🇮🇹", "東", "한", "👍🏽", "ท\u{0E33}",
    ] as [Character])
  func aClusterIsOneStepAndOneDeletion(character: Character) {
    let entry = TextEntry("a\(character)b")
    #expect(after(entry, .left, .left) == "a|\(character)b")
    #expect(after(entry, .left, .backspace) == "a|b")
    #expect(after(entry, .home, .right, .delete) == "a|b")
    #expect(after(TextEntry("ab", caret: 1), .character(character)) == "a\(character)|b")
  }

  @Test("A combining mark typed into a text entry joins the letter before")
  func aMarkThatIsTypedJoinsTheLetterBefore() {
    var entry = TextEntry("eb", caret: 1)
    _ = entry.edit(.key(.character("\u{301}")))
    #expect(entry.text == "e\u{301}b")
    #expect(entry.caret == 1)
    _ = entry.edit(.key(.backspace))
    #expect(picture(entry) == "|b")
  }

  @Test("Text pasted into a text entry becomes one line") func aPastedTextIsOneLine() {
    var entry = TextEntry("[]", caret: 1)
    #expect(entry.edit(.paste("two\nlines\r\nand\ta tab\u{2028}end")) == .handled)
    #expect(picture(entry) == "[two lines and a tab end|]")
  }

  @MainActor private final class Said { var sentences: [String] = [] }

  /// Pastes a text; returns what is there then, and what the user is told.
  @MainActor private func paste(_ text: String, isSecret: Bool = false) -> [String] {
    var entry = TextEntry()
    let said = Said()
    let navigator = Navigator(size: Size(rows: 24, columns: 80)) {
      if case .notify(let sentence) = $0 { said.sentences.append(sentence) }
    }
    _ = entry.edit(.paste(text), isSecret: isSecret, navigator)
    return [entry.text] + said.sentences
  }

  @MainActor @Test("A pasted line loses blanks and marks at both ends")
  func aCopiedLineIsPastedWithoutItsEnds() {
    let line = "\u{FEFF}\u{A0}\t LucaV two\u{200B} \n\n"
    #expect(paste(line) == ["LucaV two"])
    #expect(paste("one\n two\n") == ["one two", "Pasted 2 lines as one."])
    #expect(paste(" \n") == [""])
  }

  /// A password may begin or end with a blank, and several lines would be a wrong one.
  @MainActor @Test("A pasted password keeps its blanks, several lines are refused")
  func aPastedPasswordKeepsItsBlanksAndIsOneLine() {
    #expect(paste("\u{FEFF} se cret \u{200B}\n", isSecret: true) == [" se cret "])
    let refused = paste("secret\nmore", isSecret: true)
    #expect(refused == ["", "Not pasted: the text has 2 lines. Copy only the password."])
  }

  @Test("Ctrl with an arrow key moves a text entry's caret by a word")
  func ctrlWithAnArrowMovesByAWord() {
    var entry = TextEntry("one two three")
    for _ in 0..<2 { _ = entry.edit(.key(Key(.left, isControl: true))) }
    #expect(picture(entry) == "one |two three")
    _ = entry.edit(.key(Key(.delete, isControl: true)))
    _ = entry.edit(.key(Key(.right, isControl: true)))
    #expect(picture(entry) == "one  three|")
  }

  @Test(
    "A text entry ignores events that edit nothing",
    arguments: [
      Event.key(.up), .key(.enter), .key(.escape), .key(.tab), .key(.control("q")), .focus(true),
      .key(.function(1)), .mouse(Mouse(.click, at: Position(row: 0, column: 0))),
    ])
  func whatEditsNothingIsIgnored(event: Event) {
    var entry = TextEntry("ab", caret: 1)
    #expect(entry.edit(event) == .ignored)
    #expect(picture(entry) == "a|b")
  }

  @Test("A text entry has at most 1,000 characters") func noLineIsLongerThanAThousandCharacters() {
    var entry = TextEntry(String(repeating: "a", count: 2_000))
    #expect(entry.text.count == TextEntry.maximumLength)
    _ = entry.edit(.key("b"))
    _ = entry.edit(.paste("more"))
    #expect(entry.text.count == TextEntry.maximumLength)
    #expect(!entry.text.contains("b"))
    _ = entry.edit(.key(.backspace))
    _ = entry.edit(.paste("more"))
    #expect(entry.text.hasSuffix("am"))
  }

  /// A single character may be megabytes of marks; a state that holds it couldn't be saved any
  /// more.
  @Test("A text entry has at most 12,000 scalars whatever its characters")
  func aLineIsNotLargeHoweverItsCharactersAreMade() {
    let tower = "e" + String(repeating: "\u{301}", count: 500_000)
    var entry = TextEntry(tower)
    for _ in 0..<20 { _ = entry.edit(.paste(tower + "x")) }
    for _ in 0..<20 { _ = entry.edit(.paste(String(repeating: "\u{302}", count: 5_000))) }
    _ = entry.edit(.paste(String(repeating: "👨‍👩‍👧‍👦", count: 5_000)))
    #expect(entry.text.unicodeScalars.count <= 12_000)
    #expect(entry.text.count <= TextEntry.maximumLength)
    #expect((0...entry.text.count).contains(entry.caret))
  }

  @Test("A paste beyond the limit cuts the pasted text only", arguments: [0, 1, 500, 999])
  func whatIsPastedIsCutAndNotWhatWasThere(caret: Int) {
    var entry = TextEntry(String(repeating: "a", count: 999), caret: caret)
    _ = entry.edit(.paste("xyz"))
    #expect(
      picture(entry)
        == String(repeating: "a", count: caret) + "x|" + String(repeating: "a", count: 999 - caret))
  }

  @Test("A text entry without text is empty") func aLineWithoutTextIsEmpty() {
    #expect(TextEntry().isEmpty && TextEntry("").caret == 0)
    #expect(!TextEntry(" ").isEmpty)
    #expect(TextEntry("abc").caret == 3)
  }

  /// They are one character, and nothing that they could join.
  @Test("A text entry of joiners alone doesn't trap", arguments: [12, 13, 5_000])
  func joinersAloneAreNoTrap(count: Int) {
    let joiners = String(repeating: "\u{200D}", count: count)
    for text in [joiners, "a\n" + joiners, joiners + "b"] {
      var entry = TextEntry(text)
      _ = entry.edit(.paste(text))
      #expect(entry.text.unicodeScalars.count <= 12_000)
    }
  }

  // MARK: Restoring

  private struct State: RestorableState { var entry = TextEntry() }

  private func restored(_ json: String) throws -> (state: State, lostKeys: [String]) {
    let (state, lostKeys, _) = StateCoder.restore(State.self, from: try JSON(Array(json.utf8)))
    return (state, lostKeys)
  }

  @Test(
    "A restored text entry clamps its caret",
    arguments: [
      ("abc", 1, 1), ("abc", -5, 0), ("abc", 99, 3), ("abc", Int.min, 0), ("abc", .max, 3),
      ("", 7, 0), ("👩‍💻", 3, 1),
    ])
  func aCaretThatIsNowhereIsPutIntoTheText(text: String, caret: Int, expected: Int) throws {
    let (state, lostKeys) = try restored(#"{"entry":{"caret":\#(caret),"text":"\#(text)"}}"#)
    #expect(state.entry.text == text)
    #expect(state.entry.caret == expected)
    #expect(lostKeys == [])
  }

  @Test("A restored text entry is one line of limited length")
  func aTextFromASnapshotIsOneLineOfBoundedLengthToo() throws {
    let (state, _) = try restored(
      #"{"entry":{"caret":3,"text":"a\nb\#(String(repeating: "x", count: 5_000))"}}"#)
    #expect(state.entry.text.hasPrefix("a bx"))
    #expect(state.entry.text.count == TextEntry.maximumLength)
  }

  @Test("A text entry is restored after each of 600 random keys", arguments: [1, 2, 3] as [UInt64])
  func whateverIsTypedComesBackAsItWas(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    var state = State()
    let keys: [Key] = [
      .left, .right, .home, .end, .backspace, .delete, .control("w"), .control("k"), "a", " ", "é",
      "👩‍💻", "\u{301}", "\u{200D}", "🇮", "東",
    ]
    for _ in 0..<600 {
      _ = state.entry.edit(.key(keys.randomElement(using: &generator) ?? .left))
      #expect((0...state.entry.text.count).contains(state.entry.caret))
      let saved = try JSON(try StateCoder.encode(state).bytes)
      #expect(StateCoder.restore(State.self, from: saved).state == state)
    }
  }
}
