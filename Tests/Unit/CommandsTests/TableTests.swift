import Controllers
import Core
import Synchronization
import Terminals
import Testing

@testable import Commands

@Suite struct TableTests {
  private let columns = [
    Column<[String]>("name", heading: "NAME", width: .fixed(9), text: { $0[0] }),
    Column<[String]>(
      "size", heading: "SIZE", width: .fixed(9), isNumeric: true, text: { $0[1] },
      sortKey: { .number(Int($0[1]) ?? 0) }),
  ]

  private func table(
    _ rows: [[String]], sort: ListSort = .asReceived, filter: String = ""
  ) throws -> Table<[String]> {
    try Table(rows, columns: columns, sort: sort, filter: filter, id: { $0[0] })
  }

  @Test("Table for a pipe aligns columns by displayed width") func columnsLineUpByWhatIsSeen()
    throws
  {
    let plain = try table([["東京", "7"], ["b\u{1B}", "12"]]).plain
    #expect(plain == "NAME  SIZE\n東京     7\nb^[     12\n")
  }

  /// A failing writer, as a full disk.
  private struct Full: Error {}

  @Test("Table rows are read while they are written", arguments: ["--json", "--csv"])
  func rowsAreReadWhileTheyAreWritten(form: String) async throws {
    let read = Mutex(0)
    let table = try Table(
      reading: { body in
        for number in 1...1_000 {
          read.withLock { $0 = number }
          try body(["row \(number)", "1"])
        }
      }, columns: columns)
    let rows = Command.Rows(table) { .string($0[0]) }
    let command = Command.listing(
      "list", .none(advice: ""), help: "", json: ""
    ) { _, _ in rows }
    let arguments = try Arguments(
      ["list", form], commands: [command], options: [], program: "app")
    let output = try await command.run(arguments)
    #expect(read.withLock { $0 } == 0)
    var pieces = 0
    #expect(throws: Full.self) {
      try output.write { _ in
        pieces += 1
        if pieces == 3 { throw Full() }
      }
    }
    #expect(read.withLock { $0 } <= 3)
    #expect(output.text.contains("row 1000"))
  }

  @Test("Table of a streaming source equals that of its rows") func aTableOfASourceIsThatOfItsRows()
    throws
  {
    let rows = [["db 1", "7"], ["a long name", "12"], ["東京\u{1B}", "3"]]
    let table = try Table(reading: { try rows.forEach($0) }, columns: columns, filter: "!db")
    let output = try table.output(Arguments(), exitCode: .success) { _ in .null }
    #expect(output.text == (try self.table(Array(rows.dropFirst()))).plain)
    #expect(throws: UsageError.self) {
      try Table(reading: { try rows.forEach($0) }, columns: columns, filter: "/(/")
    }
  }

  @Test("Table refuses an invalid filter") func aFilterThatCannotBeUsedIsRefused() throws {
    let rows = [["db 1", "7"], ["mq 1", "12"], ["db 2", "12"]]
    #expect(try table(rows, filter: "12 !mq").arranged.map { $0[0] } == ["db 2"])
    #expect(throws: UsageError.self) { try table(rows, filter: "/(/") }
  }

  /// A file's data fields are columns, too.
  @Test("Table heading makes control characters visible") func aHeadingIsMadeVisible() throws {
    let columns = [
      Column<String>("a", heading: "A\u{1B}]52;c;x\u{7}", width: .fixed(9), text: { $0 })
    ]
    let table = try Table(["b"], columns: columns, sort: .asReceived, filter: "", id: { $0 })
    #expect(table.plain == "A^[]52;c;x^G\nb\n")
  }

  @Test("Table on a terminal cuts the widest column") func atATerminalTheWidestColumnIsCut() throws
  {
    let table = try table([["a long name of a system", "7"], ["b", "12"]])
    #expect(
      table.plain(width: 20).split(separator: "\n").allSatisfy { CellWidth.of(String($0)) <= 20 })
    #expect(table.plain(width: 20).contains("a long name o…"))
    #expect(table.plain(width: 80) == table.plain)
    // Where there is no room at all, the lines are too long rather than empty.
    #expect(table.plain(width: 3).contains("a long …"))
  }

  private static let systems = [
    Column<[String]>("name", heading: "NAME", width: .flexible(22...80), text: { $0[0] }),
    Column("owner", heading: "OWNER", width: .flexible(12...32), text: { $0[1] }),
    Column("id", heading: "ID", width: .flexible(4...40), text: { $0[2] }),
    Column("created", heading: "CREATED", width: .fixed(16), text: { $0[3] }),
    Column("size", heading: "SIZE", width: .fixed(6), isNumeric: true, text: { $0[4] }),
  ]

  /// A name keeps its minimum, a date, an id and a number all, and what has no room is named.
  @Test("Table on a terminal cuts prose and omits columns without space")
  func atATerminalOnlyProseIsCutAndWhatHasNoRoomIsLeftOut() throws {
    let row = [
      "A cluster of many nodes for the acceptance tests", "Administrator of the lab",
      "0123456789abcdef", "2010-01-19 01:07", "98765",
    ]
    let table = try Table(
      [row], columns: Self.systems, sort: .asReceived, filter: "", id: { $0[0] })
    for width in 20...200 {
      let (text, leftOut) = table.lines(width: width)
      let lines = text.split(separator: "\n")
      #expect(lines.allSatisfy { CellWidth.of(String($0)) <= width }, "\(width)")
      for (heading, cell) in zip(["ID", "CREATED", "SIZE"], row.suffix(3)) {
        #expect(text.contains(cell) != leftOut.contains(heading), "\(width): \(text)")
      }
      #expect(text.contains(row[0].prefix(min(width, 22) - 1)), "\(width): \(text)")
    }
    #expect(table.lines(width: 80).leftOut.isEmpty)
    #expect(table.lines(width: 70).leftOut == ["CREATED", "SIZE"])
    #expect(table.lines(width: nil).leftOut.isEmpty)
    #expect(
      Table<[String]>.note(leftOut: ["CREATED", "SIZE"], instead: "--csv")
        == "Left out for lack of room: CREATED, SIZE. Widen the terminal, or use --csv.")
    #expect(Table<[String]>.note(leftOut: [], instead: "--csv") == nil)
  }

  /// One long name doesn't take the room that the other columns need.
  @Test("Table cuts a name to its minimum before other columns")
  func aNameIsCutToItsMinimumBeforeTheOthersAreBelowTheirIdeal() throws {
    let columns = [
      Column<[String]>("name", heading: "NAME", width: .flexible(22...80), text: { $0[0] }),
      Column("status", heading: "STATUS", width: .flexible(12...40, ideal: 18), text: { $0[1] }),
      Column("id", heading: "ID", width: .flexible(4...40), text: { $0[2] }),
    ]
    let name = String(repeating: "a long name ", count: 5)
    let table = try Table(
      [[name, "partially started → stopped", "4711"]], columns: columns, sort: .asReceived,
      filter: "", id: { $0[2] })
    func widths(_ width: Int) -> [Int] {
      let heading = table.plain(width: width).prefix { !$0.isNewline }
      return ["NAME", "STATUS", "ID"].compactMap { name in
        heading.firstRange(of: name).map { heading[..<$0.lowerBound].count }
      }
    }
    // NAME, STATUS and ID begin here.
    #expect(widths(80) == [0, 56, 76])
    #expect(widths(50) == [0, 26, 46])
    #expect(widths(44) == [0, 24, 40])
  }

  /// Though it has a blank, as prose has.
  @Test("Table date longer than its column is whole or omitted")
  func aDateThatIsLongerThanItsColumnIsWholeOrLeftOut() throws {
    let columns = [
      Column<[String]>("name", heading: "NAME", width: .flexible(4...80), text: { $0[0] }),
      Column("created", heading: "CREATED", width: .fixed(10), text: { $0[1] }),
    ]
    let table = try Table(
      [["a name of many letters", "2010-01-19 01:07:33"]], columns: columns, sort: .asReceived,
      filter: "", id: { $0[0] })
    for width in 10...60 {
      let (text, leftOut) = table.lines(width: width)
      #expect(text.contains("2010-01-19 01:07:33") == leftOut.isEmpty, "\(width): \(text)")
    }
    #expect(table.lines(width: 30).leftOut.isEmpty)
    // Four cells of the name, two blanks, and the date.
    #expect(table.lines(width: 25).text == "NAME  CREATED\na n…  2010-01-19 01:07:33\n")
    #expect(table.lines(width: 25).leftOut == [])
    #expect(table.lines(width: 24).text == "NAME\na name of many letters\n")
    #expect(table.lines(width: 24).leftOut == ["CREATED"])
  }

  @Test("Table number with blanks is whole or omitted")
  func aNumberIsWholeThoughItHasBlanksAndAColumnThatCouldBeNarrower() throws {
    let columns = [
      Column<[String]>("name", heading: "NAME", width: .flexible(4...80), text: { $0[0] }),
      Column(
        "size", heading: "SIZE", width: .flexible(2...9), isNumeric: true, text: { $0[1] }),
    ]
    let table = try Table([["abcdefgh", "1 000 000"]], columns: columns, id: { $0[0] })
    #expect(table.lines(width: 19).text == "NAME           SIZE\nabcdefgh  1 000 000\n")
    #expect(table.lines(width: 15).text == "NAME       SIZE\nabc…  1 000 000\n")
    #expect(table.lines(width: 15).leftOut == [])
    #expect(table.lines(width: 14).leftOut == ["SIZE"])
  }

  /// A letter of two cells is whole, or not there.
  @Test(
    "Table cell is cut between wide characters",
    arguments: [
      (12, "東京都庁第一"), (11, "東京都庁第…"), (10, "東京都庁…"), (9, "東京都庁…"), (8, "東京都…"),
      // No column is narrower than eight cells where it is the only one.
      (7, "東京都…"), (1, "東京都…"),
    ])
  func aCellIsCutBetweenItsLetters(width: Int, cell: String) throws {
    let columns = [Column<String>("n", heading: "N", width: .flexible(1...80), text: { $0 })]
    let table = try Table(["東京都庁第一"], columns: columns, id: { $0 })
    #expect(table.plain(width: width) == "N\n\(cell)\n")
  }

  @Test("Table sorts numbers by value") func numbersSortByTheirValue() throws {
    let rows = [["a", "9"], ["b", "10"], ["c", "2"]]
    #expect(
      try table(rows, sort: ListSort("size", isDescending: true)).arranged.map { $0[0] }
        == ["b", "a", "c"])
  }

  @Test("CSV quotes commas, quotes and line ends") func csvQuotesWhatNeedsIt() throws {
    let rows = [["a,\"b\"", "1"], ["two\r\nlines", "2"]]
    let csv = try table(rows).output(Arguments().setting("csv", to: "")) { _ in .null }.text
    #expect(csv == "name,size\r\n\"a,\"\"b\"\"\",1\r\n\"two\r\nlines\",2\r\n")
  }

  @Test("CSV escapes formulas except in raw form")
  func whatASpreadsheetWouldRunIsPrintedAsItIsOnlyWhereThatIsWanted() throws {
    let table = try table([["=1+1", "1"]])
    func csv(_ value: String) throws -> String {
      try table.output(Arguments().setting("csv", to: value)) { _ in .null }.text
    }
    #expect(try csv("") == "name,size\r\n'=1+1,1\r\n")
    #expect(try Array(csv("excel").utf8).starts(with: [0xEF, 0xBB, 0xBF]))
    #expect(try csv("excel").dropFirst() == csv("")[...])
    #expect(try csv("raw") == "name,size\r\n=1+1,1\r\n")
    let unknown = UsageError(
      "--csv doesn't know “cooked”", advice: "Write --csv, --csv=raw, or --csv=excel.")
    #expect(throws: unknown) { try csv("cooked") }
  }

  @Test("Table prints JSON only with --json")
  func theValuesForProgramsArePrintedOnlyWhereTheyAreWanted() throws {
    let table = try table([["b", "2"], ["a", "1"]], sort: ListSort("name"))
    func output(_ arguments: Arguments) throws -> Command.Output {
      try table.output(arguments, note: "one was skipped") { .string($0[0]) }
    }
    #expect(try output(Arguments()).text == "NAME  SIZE\na        1\nb        2\n")
    let json = try output(Arguments().setting("json", to: ""))
    #expect(try JSON(Array(json.text.utf8)) == .array([.string("a"), .string("b")]))
    #expect(json.text.hasSuffix("]\n"))
    #expect(json.note == "one was skipped")
  }

  @Test("Table with space for all columns prints only the given note")
  func whereAllColumnsHaveRoomOnlyItsOwnNoteIsSaid() throws {
    let table = try table([["b", "2"]])
    for note in [nil, "one was skipped"] {
      let output = try table.output(note: note, instead: "--csv")
      #expect(output.note == note)
      #expect(output.text == "NAME  SIZE\nb        2\n")
      #expect(output.exitCode == .success)
    }
  }

  @Test("Sort option takes one of the columns") func anOrderOnTheCommandLineIsByOneOfTheColumns()
    throws
  {
    func sort(_ text: String) throws -> ListSort? {
      try Arguments().setting("sort", to: text).sort(by: columns, example: "size:desc")
    }
    #expect(try Arguments().sort(by: columns, example: "size:desc") == nil)
    #expect(try sort("size:desc") == ListSort("size", isDescending: true))
    let invalid = UsageError(
      "“size:up” is an invalid sort order",
      advice: "Write a column, or COLUMN:desc, for example size:desc.")
    #expect(throws: invalid) { try sort("size:up") }
    let unknown = UsageError(
      "there is no column “colour”", advice: "There are: name, size.")
    #expect(throws: unknown) { try sort("colour") }
  }

  @Test("Table sorted by an unknown column names the known ones")
  func anUnknownColumnIsAMistakeThatNamesTheOthers() {
    #expect(
      throws: UsageError("there is no column “colour”", advice: "There are: name, size.")
    ) {
      try table([], sort: ListSort("colour"))
    }
  }

  @Test("Table filter ignores case") func aFilterFindsWhateverTheCase() throws {
    #expect(
      try table([["Alpha", "1"], ["beta", "2"]], filter: "ALPH").arranged == [["Alpha", "1"]])
    #expect(try table([["Alpha", "1"], ["beta", "2"]]).arranged.count == 2)
  }

  @Test("Table filter matches search terms outside of the columns")
  func aFilterFindsWhatStandsInNoColumnToo() throws {
    let table = try Table(
      [["a", "1"], ["b", "2"]], columns: columns, filter: "hidden",
      searchText: { $0[0] == "b" ? "hidden" : "" }, id: { $0[0] })
    #expect(table.arranged == [["b", "2"]])
  }
}
