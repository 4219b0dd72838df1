import Testing

@testable import Networking

@Suite struct ResponseHeadTests {
  private func head(_ lines: String...) -> ResponseHead {
    var head = ResponseHead()
    for line in lines { Array(line.utf8).withUnsafeBytes { head.take($0) } }
    return head
  }

  @Test("A response head has status, reason and headers") func itHasAStatusAReasonAndHeaders() {
    let head = head(
      "HTTP/1.1 404 Not  here\r\n", "A: b\r\n", "A:  c \t\r\n", "Empty:\r\n", "\r\n")
    #expect(head.status == 404)
    #expect(head.reason == "Not  here")
    #expect(
      head.headers == [HTTPHeader("A", "b"), HTTPHeader("A", "c"), HTTPHeader("Empty", "")])
  }

  @Test("A response head's reason may be missing") func aReasonMayBeMissing() {
    #expect(head("HTTP/2 200 \r\n", "\r\n").reason == "")
    #expect(head("HTTP/2 200\r\n", "\r\n").status == 200)
  }

  @Test("A response head ignores interim responses") func whatComesBeforeTheAnswerIsNotTheAnswer() {
    let head = head(
      "HTTP/1.1 103 Early Hints\r\n", "Link: a\r\n", "\r\n", "HTTP/1.1 200 OK\r\n", "A: b\r\n",
      "\r\n")
    #expect(head.status == 200)
    #expect(head.headers == [HTTPHeader("A", "b")])
  }

  @Test("A response head ignores trailers") func whatComesBehindTheBodyIsNotItsHead() {
    let head = head("HTTP/1.1 200 OK\r\n", "\r\n", "Content-Type: text/html\r\n", "\r\n")
    #expect(head.headers.isEmpty)
  }

  @Test("A response head ignores invalid header lines") func linesThatAreNoHeadersAreLeftOut() {
    let head = head("HTTP/1.1 200 OK\r\n", "no header\r\n", ": b\r\n", "A b: c\r\n", "\r\n")
    #expect(head.headers.isEmpty)
  }

  @Test(
    "A response head has the expected body length, unless compressed",
    arguments: [
      ("Content-Length: 12", 12), ("Content-Length: 0", 0), ("Content-Length: -1", nil),
      ("Content-Length: many", nil), ("Content-Length: 99999999999999999999", nil), ("A: b", nil),
    ]) func itMaySayHowLongTheBodyIs(line: String, length: Int?)
  {
    #expect(head("HTTP/1.1 200 OK", line, "").expectedLength == length)
    #expect(head("HTTP/1.1 200 OK", line, "Content-Encoding: gzip", "").expectedLength == nil)
  }

  @Test(
    "A response head with an invalid status line has status 0",
    arguments: ["HTTP/1.1", "HTTP/1.1 ", "HTTP/1.1 abc"])
  func aStatusThatIsNoneIsNought(line: String) {
    let head = head(line, "A: b", "")
    #expect(head.status == 0 && head.reason == "")
    #expect(head.headers == [HTTPHeader("A", "b")])
  }

  @Test("A response head begins with a status line") func onlyAStatusLineOpensTheHead() {
    #expect(head("A: b\r\n").headers.isEmpty)
  }

  @Test("A response head with identity encoding has its length") func whatComesAsItIsHasItsLength()
  {
    #expect(
      head("HTTP/1.1 200 OK", "Content-Encoding: Identity", "Content-Length: 12").expectedLength
        == 12)
    #expect(head("HTTP/1.1 200 OK").expectedLength == nil)
  }
}
