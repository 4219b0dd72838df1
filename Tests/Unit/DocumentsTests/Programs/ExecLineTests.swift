import Testing

@testable import Documents

@Suite struct ExecLineTests {
  private func words(_ line: String, _ path: String = "/tmp/a b.mol") -> [String]? {
    ExecLine(line)?.arguments(opening: path, name: "Name", entry: "/e.desktop")
  }

  @Test(
    "Exec line: words, quotes and field codes",
    arguments: [
      ("view %f", ["view", "/tmp/a b.mol"]), ("view %F --x", ["view", "/tmp/a b.mol", "--x"]),
      ("view %u", ["view", "file:///tmp/a%20b.mol"]),
      ("view --file=%f", ["view", "--file=/tmp/a b.mol"]),
      ("view", ["view", "/tmp/a b.mol"]),
      ("view %i %c %k %f", ["view", "Name", "/e.desktop", "/tmp/a b.mol"]),
      (
        #""/opt/my app/v" -t "a \"b\" \$c \\" %f"#,
        ["/opt/my app/v", "-t", #"a "b" $c \"#, "/tmp/a b.mol"]
      ),
      ("view 100%% %f", ["view", "100%", "/tmp/a b.mol"]),
      ("view  %d %n %f ", ["view", "/tmp/a b.mol"]),
      (#"view "%f" "50%%""#, ["view", "%f", "50%", "/tmp/a b.mol"]),
      ("view --url=%U", ["view", "--url=file:///tmp/a%20b.mol"]),
      ("view %U", ["view", "file:///tmp/a%20b.mol"]),
      ("view a%cb %x% %f", ["view", "aNameb", "%", "/tmp/a b.mol"]),
      (#"view a"b c"d"#, ["view", "ab cd", "/tmp/a b.mol"]),
      (#"view "" %f"#, ["view", "", "/tmp/a b.mol"]),
    ])
  func wordsQuotesAndFieldCodes(line: String, expected: [String]) {
    #expect(words(line) == expected)
  }

  @Test("Exec line that starts nothing is nil", arguments: ["", "  ", #"view "a"#, #""" %f"#])
  func linesThatStartNothingAreNone(line: String) {
    #expect(ExecLine(line) == nil)
  }

  @Test("Exec line does not expand field codes in a file name")
  func aFileNameNeverBecomesAnotherFieldCode() {
    #expect(words("view %f", "/tmp/%u %c.mol") == ["view", "/tmp/%u %c.mol"])
  }

  @Test(
    "Exec line quotes a path as one word",
    arguments: [
      ("/usr/bin/v", "/usr/bin/v"), ("/100%", "/100%%"), ("/a b", #""/a b""#),
      (#"/"$`\"#, #""/\"\$\`\\""#), ("/a'%", #""/a'%%""#), ("/a#", #""/a#""#),
    ])
  func aPathIsOneWordOfALine(path: String, word: String) {
    #expect(ExecLine.quoted(path) == word)
    #expect(words(ExecLine.quoted(path) + " %f", "/x") == [path, "/x"])
  }
}
