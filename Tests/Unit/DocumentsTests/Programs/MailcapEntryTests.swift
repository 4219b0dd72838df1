import Testing

@testable import Documents

@Suite struct MailcapEntryTests {
  private func entries(_ text: String) -> [MailcapEntry] {
    MailcapEntry.entries(in: Array(text.utf8))
  }

  @Test("Mailcap reader: lines, comments and continuations") func linesCommentsAndContinuations()
    throws
  {
    let all = entries(
      """
      # a comment; with; fields
      text/html; w3m -T %t '%s'; needsterminal; description="A page"; nametemplate=%s.html

      chemical/*; obabel \\
        %s -osmi; copiousoutput; TEST=test -n "$X"
      broken
      image; see %s\\; echo\r
      application/x; a \\%s
      """)
    #expect(all.map(\.type) == ["text/html", "chemical/*", "image/*", "application/x"])
    #expect(all[0].needsTerminal)
    #expect(all[0].description == "A page")
    #expect(all[1].command == "obabel   %s -osmi")
    #expect(all[1].hasCopiousOutput)
    #expect(all[1].test == #"test -n "$X""#)
    #expect(all[2].command == "see %s; echo")
  }

  @Test(
    "Mailcap command gets the path of the file",
    arguments: [
      ("w3m -T %t '%s'", "w3m -T 'text/x' '/tmp/a'"), ("w3m \"%s\"", "w3m '/tmp/a'"),
      ("cat", "cat < '/tmp/a'"), (#"echo 50\% %s"#, "echo 50% '/tmp/a'"),
      ("a --charset=%{charset} %s", "a --charset='' '/tmp/a'"),
      ("a %% %n %s %", "a % %n '/tmp/a' %"), (#"a \\ %s \"#, #"a \ '/tmp/a' \"#),
      (#"printf "\n" %s"#, #"printf "\n" '/tmp/a'"#),
    ])
  func theFileTakesItsPlace(command: String, expected: String) {
    #expect(MailcapEntry.expanded(command, path: "/tmp/a", mimeType: "text/x") == expected)
  }

  @Test("Mailcap command quotes an odd path for the shell") func anOddPathIsOneWordForTheShell() {
    #expect(MailcapEntry.expanded("cat '%s'", path: "/a 'b", mimeType: "") == #"cat '/a '"'"'b'"#)
  }

  @Test("Mailcap type with a wildcard covers its family only") func wildcardsCoverTheirFamily() {
    let entry = entries("chemical/*; a %s")[0]
    #expect(entry.covers("chemical/x-cdx"))
    #expect(!entry.covers("chemicals/x"))
    #expect(!entry.covers("text/plain"))
  }

  @Test("Mailcap reader takes the first of duplicate fields, unquoted")
  func theFirstOfSeveralCountsAndQuotesAreTakenOff() {
    let all = entries(
      """
      a/b; x %s; description=one; description=two
      a/b; x %s; description=""
      a/b; x %s; description="
      a/b; x %s; Description = "a;
      a/b; x \\
      # %s
      a/b
      ; x
      a/b;
      a/b; x %s \\
      """)
    #expect(all.map(\.description) == ["one", "", "\"", "\"a", nil, nil])
    #expect(all.map(\.command) == ["x %s", "x %s", "x %s", "x %s", "x # %s", "x %s"])
    #expect(all.allSatisfy { $0.test == nil && !$0.needsTerminal && !$0.hasCopiousOutput })
  }

  @Test("Mailcap type */* covers every type") func everythingIsCoveredByStars() {
    #expect(entries("*/*; a %s")[0].covers("x/y"))
    #expect(entries("a/b; a %s")[0].covers("a/b"))
    #expect(!entries("a/b; a %s")[0].covers("a/bc"))
  }
}
