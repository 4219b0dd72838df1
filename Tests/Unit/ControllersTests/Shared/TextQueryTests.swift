import Testing

@testable import Controllers

@Suite struct TextQueryTests {
  @Test(
    "A text query matches regardless of case and accents",
    arguments: [
      ("was", "05WASadmin", true), ("WAS", "was", true), ("xyz", "05WASadmin", false),
      ("Café", "CAFÉ", true), ("Cafe\u{301}", "Café", true), ("Café", "Cafe\u{301}", true),
      ("cafe", "Café", true), ("Café", "cafe", true), ("CAFÉ", "cafe au lait", true),
      ("é", "e", true), ("Å", "a", true), ("ñ", "MANANA", true), ("東", "東京", true),
      ("京都", "東京", false), ("👩‍💻", "a 👩‍💻 b", true), ("👩", "👩‍💻", true), ("", "", true),
      ("", "anything", true), ("a", "", false), ("longer", "long", false),
      ("ＷＡＳ", "was", true), ("was", "ＷＡＳ", true), ("ß", "ß", true), (" ", "a b", true),
      ("a\u{0}b", "xa\u{0}b", true), ("I", "ı", true), ("σ", "Σ", true),
      ("istanbul", "İSTANBUL", true), ("İSTANBUL", "istanbul", true), ("ışık", "IŞIK", true),
      ("isik", "IŞIK", true), ("IŞIK", "ışık", true), ("strasse", "Straße", true),
      ("Straße", "STRASSE", true), ("stras", "STRAẞE", true), ("office", "oﬃce", true),
      ("ﬁle", "FILE", true), ("lodz", "Łódź", true), ("Ærø", "aero", true), ("σας", "ΣΑΣ", true),
      ("한", "\u{1112}\u{1161}\u{11AB}", true), ("a b", "a\u{A0}b", true),
      ("a", "A", true), ("z", "Z", true), ("A", "a", true), ("Z", "z", true), ("@", "`", false),
      ("`", "@", false), ("[", "{", false), ("{", "[", false), ("京", "abc", false),
      ("abc", "abc", true), ("東京", "東京", true), ("東京都", "東京", false), ("cd", "abcd", true),
      ("京都", "東京都", true), ("laeuse", "Läuse", true), ("LAEUSE", "La\u{308}use", true),
      ("lause", "Läuse", true), ("laeuse", "Lause", false), ("neue", "neu", false),
      ("Müller", "Mueller", false), ("mueller", "Müller", true),
    ])
  func itIsFoundWhateverItsCaseAndAccents(query: String, text: String, isFound: Bool) {
    #expect(TextQuery(query).matches(text) == isFound)
    #expect(query.isEmpty || TextQuery(query).ranges(in: text).isEmpty != isFound)
  }

  @Test(
    "A text query's ranges count characters",
    arguments: [
      ("a", "banana", [1..<2, 3..<4, 5..<6]), ("ana", "banana", [1..<4]),
      ("aa", "aaaa", [0..<2, 2..<4]),
      ("é", "aéée\u{301}", [1..<2, 2..<3, 3..<4]), ("京", "東京の京", [1..<2, 3..<4]),
      ("b", "👩‍💻b", [1..<2]), ("x", "abc", []), ("", "abc", []), ("lait", "Café au lait", [8..<12]),
      ("ss", "Straße", [4..<5]), ("s", "ßas", [0..<1, 2..<3]), ("fi", "ﬁﬁ", [0..<1, 1..<2]),
      ("tras", "Straße!", [1..<5]), ("aeus", "Läuse", [1..<4]), ("a", "ガaか", [1..<2]),
    ])
  func rangesCountCharacters(query: String, text: String, ranges: [Range<Int>]) {
    #expect(TextQuery(query).ranges(in: text) == ranges)
  }

  /// A file may be one line, and each match another look at all of it: then this would take hours.
  @Test(
    "A text query scans a line of 300,000 characters once", .timeLimit(.minutes(1)),
    arguments: ["value ", "välue "])
  func aLongLineIsGoneThroughOnce(word: String) {
    let line = String(repeating: word, count: 50_000)
    #expect(TextQuery("e").ranges(in: line).count == 50_000)
    #expect(TextQuery("e").ranges(in: line, limit: 3).map(\.lowerBound) == [4, 10, 16])
  }

  @Test("A text query counts CR LF as one character") func aLineBreakOfTwoBytesIsOneCharacter() {
    #expect(TextQuery("b").ranges(in: "a\r\nb") == [2..<3])
  }

  @Test(
    "A text query returns at most the requested number of ranges",
    arguments: [(0, 0), (1, 1), (2, 2), (3, 3), (4, 3)])
  func noMoreMatchesAreGivenThanWereAskedFor(limit: Int, count: Int) {
    for text in ["banana", "bánaná"] {
      let ranges = TextQuery("a").ranges(in: text, limit: limit)
      #expect(ranges == [1..<2, 3..<4, 5..<6].prefix(count).map { $0 })
    }
  }

  @Test("A text query keeps the typed text") func whatWasTypedStaysAsItWas() {
    #expect(TextQuery("Äb").text == "Äb")
    #expect(TextQuery("").isEmpty)
    #expect(!TextQuery(" ").isEmpty)
  }
}
