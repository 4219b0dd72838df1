import Testing

@testable import Controllers

@Suite struct FilterQueryTests {
  /// Rows of a status and a name, as a list has them in its columns.
  private static let rows = [
    ["db-1", "Started", "/resources/users/4"], ["db-2", "Stopped", ""], ["mq 1", "Started", ""],
    ["Straße 12", "Failed!", "a|b"],
  ]

  @Test(
    "A filter query matches the expected rows",
    arguments: [
      ("", [0, 1, 2, 3]), ("db", [0, 1]), ("started db", [0]), ("db started", [0]),
      ("!started", [1, 3]), ("!started !failed", [1]), ("!db|mq", [3]), ("db|mq started", [0, 2]),
      ("db | strasse", [0, 1, 3]), (#""mq 1""#, [2]), (#""1 mq""#, []), ("mq 1", [2]),
      (#""a|b""#, [3]), (#""failed!""#, [3]), (#"!"mq 1""#, [0, 1, 3]),
      // What is half typed asks for nothing yet.
      ("!", [0, 1, 2, 3]), ("db|", [0, 1]), ("db !", [0, 1]), ("db |", [0, 1]), (#"db ""#, [0, 1]),
      (#""mq 1"#, [2]), ("|db", [0, 1]), (" ", [0, 1, 2, 3]),
      // A path is no expression.
      ("/resources/users/4", [0]), ("/resources/ users", [0]), ("/d", []), ("4/", []),
      // Expressions.
      (#"/^db-\d$/"#, [0, 1]), (#"!/^db-\d$/"#, [2, 3]), (#"/db.1|mq.1/"#, [0, 2]),
      (#"/^mq 1$/ started"#, [2]), (#"/users\/4$/"#, [0]), (#"/^[^s]+e12$/|mq"#, [2]),
      (#"/STRASSE \d{2}/"#, [3]), (#"/straße/"#, [3]), (#"/\bb\b/"#, [3]),
      (#"/[A-C]b?/"#, [0, 1, 2, 3]),
      (#"/^$/"#, [1, 2]), (#"/s(tart|topp)ed/ !/tt/"#, [0, 1, 2]), (#"/(?:d)b-[1-1]/"#, [0]),
      (#"/fail{1,2}ed\W/"#, [3]), (#"/q{2}|b{0}2/"#, [1, 3]), (#"/a*/"#, [0, 1, 2, 3]),
    ])
  func rowsAreLetThrough(text: String, expected: [Int]) {
    let query = FilterQuery(text)
    let found = Self.rows.indices.filter { row in
      query.includes { part in Self.rows[row].contains { part.matches($0) } }
    }
    #expect(found == expected, "\(text)")
    #expect(query.problem == nil)
  }

  @Test(
    "A filter query with an invalid expression has an error, no match",
    arguments: [
      ("/[/", "“[” isn't closed"), ("/(a/", "“(” isn't closed"), ("/a)/", "“)” isn't opened"),
      ("/*a/", "nothing to repeat before “*”"), ("/a{3,2}/", "“{…}” isn't a count up to 64"),
      ("/a{9999999999999999999}/", "“{…}” isn't a count up to 64"), (#"/\q/"#, "“\\q” isn't known"),
      ("/(?=a)/", "“(?=” isn't known"), ("/a{65}/", "“{…}” isn't a count up to 64"),
      ("/(a{64})b/", "the expression is too long"), ("/a{,2}/", "“{…}” isn't a count up to 64"),
      ("db /z-[/", "“[” isn't closed"), ("/[z-a]/", "“z-a” isn't known"),
    ])
  func whatIsNoExpressionIsSaidAndMatchesNothing(text: String, problem: String) {
    let query = FilterQuery(text)
    #expect(query.problem == problem)
    #expect(!query.isEmpty)
    #expect(!query.includes { _ in true } && !query.includes { _ in false })
  }

  /// Those with which other engines take for ever, on texts as long as they come.
  @Test(
    "Filter expressions match in bounded time", .timeLimit(.minutes(1)),
    arguments: [
      "(a*)*b", "(a+)+$", "(a|a)*b", "(a|aa)+$", "(.*)*x", "a*a*a*a*a*a*b", "(.*a){12}x",
      "((((){64}){64}){64}){64}", String(repeating: "(", count: 5_000),
      String(repeating: "a?", count: 30) + String(repeating: "a", count: 30),
      "((a{0,8}){0,8})*b", String(repeating: "[", count: 5_000),
    ])
  func noExpressionTakesForEver(pattern: String) {
    let query = FilterQuery("/\(pattern)/")
    let text = String(repeating: "a", count: 20_000) + "!"
    _ = query.includes { $0.matches(text) }
    _ = query.ranges(in: String(text.prefix(300)))
  }

  @Test(
    "A filter query has the ranges of all matches",
    arguments: [
      ("db 1", "db-1", [0..<2, 3..<4]), ("b-|db", "db-1", [0..<3]), ("!db 1", "db-1", [3..<4]),
      (#"/\d+/"#, "a12 b3", [1..<3, 5..<6]), (#"/str(a|ä)ss/"#, "Straße", [0..<5]),
      (#"/^a|b$/"#, "aab ab", [0..<1, 5..<6]), (#"/x*/"#, "axxa", [1..<3]), ("", "a", []),
      (#"/\bdb\b/"#, "dbx db", [4..<6]),
    ])
  func allThatIsFoundIsMarked(text: String, candidate: String, ranges: [Range<Int>]) {
    #expect(FilterQuery(text).ranges(in: candidate) == ranges)
  }

  @Test(
    "A literal filter query matches the exact name",
    arguments: ["Single Server", "a|b", "!x", "/a/", "plain"])
  func aNameIsFoundAsItIs(name: String) {
    let query = FilterQuery(FilterQuery.literal(name))
    #expect(query.includes { $0.matches("- \(name) -") })
    #expect(!query.includes { $0.matches("Server Single a !") })
  }
}
