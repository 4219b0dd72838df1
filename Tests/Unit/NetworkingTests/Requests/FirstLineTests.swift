import Testing

@testable import Networking

@Suite struct FirstLineTests {
  @Test(
    "A body's first line is its first visible text",
    arguments: [
      ("", nil), (" \r\n\t ", nil), ("Sorry.", "Sorry."),
      ("\n\n  It  is\tdown. \r\nNow.", "It is down."),
      ("<html><title>It is down</title><body>x", "It is down"),
      ("<!DOCTYPE html>\n<TITLE lang=en>\n A &lt;b&gt; &amp;lt; \n</TITLE>", "A <b> &lt;"),
      ("<style>a{}</style><script>if (a<b) x()</script><p>Sorry, <b>Luca</b>.</p>", "Sorry,"),
      ("<!-- a --><p>b", "b"), ("<script>never ends", nil), ("<p", nil), ("<title></title>x", "x"),
      ("a < b", "a < b"), ("{\"message\": \"x\"}", "{\"message\": \"x\"}"),
    ]) func itIsWhatAPersonWouldRead(body: String, line: String?)
  {
    #expect(FirstLine(of: Array(body.utf8)).text == line)
  }

  @Test("A body's first line has at most 200 characters") func itIsAtMostTwoHundredCharactersLong()
  {
    let line = FirstLine(of: Array(String(repeating: "è", count: 1000).utf8)).text
    #expect(line == String(repeating: "è", count: 199) + "…")
  }

  @Test("A body that isn't text has a harmless first line") func bytesThatAreNoTextDoNoHarm() {
    #expect(FirstLine(of: [0xFF, 0xFE, 0x41]).text == "\u{FFFD}\u{FFFD}A")
    // However much there is, and however it nests, it takes no time.
    let open = String(repeating: "<script><!--<title", count: 100_000)
    #expect(FirstLine(of: Array(open.utf8)).text == nil)
  }

  /// Each was looked at anew from each of its brackets, to the end: a second of a processor's time
  /// for 16 KiB.
  @Test(
    "Unclosed tags don't slow down finding the first line",
    arguments: ["<title", "<title>", "<script", "<script>", "<!--", "<", "<title><"])
  func whatNeverEndsTakesNoTime(part: String) {
    let body = Array(("<p>" + String(repeating: part, count: 16_384 / part.utf8.count)).utf8)
    let time = ContinuousClock().measure {
      for _ in 0..<10 { _ = FirstLine(of: body).text }
    }
    #expect(time < .seconds(2))
  }

  @Test(
    "An HTML body's first line is what a browser shows first",
    arguments: [
      ("<title>a<b>x</title>c", "a"), ("<!---->c", "c"), ("<!-->c", nil), ("<p>a<!-- b -->c", "a"),
      ("<STYLE>x</STYLE>b", "b"), ("<style>x</script>b", nil), ("<scrip>x", "x"),
      ("<p>&quot;a&quot;&nbsp;&#39;b&#39; &gt; c", "\"a\" 'b' > c"),
      ("<title >x</title>y", "x"), ("<b><title>", nil), ("<b>a<title>", "a"),
    ]) func whatABrowserShowsFirstIsFound(body: String, line: String?)
  {
    #expect(FirstLine(of: Array(body.utf8)).text == line)
  }

  @Test("A body's first line is limited to 200 characters of 16 KiB") func theLimitsAreExact() {
    let longest = String(repeating: "a", count: 200)
    #expect(FirstLine(of: Array(longest.utf8)).text == longest)
    #expect(
      FirstLine(of: Array((longest + "a").utf8)).text == String(longest.dropLast()) + "…")
    let blanks = [UInt8](repeating: 0x20, count: 16_383)
    #expect(FirstLine(of: blanks + [0x41]).text == "A")
    #expect(FirstLine(of: blanks + [0x20, 0x41]).text == nil)
  }
}
