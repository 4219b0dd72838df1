import Networking
import Testing

@Suite struct HTTPHeaderTests {
  @Test(
    "A header line is parsed or refused",
    arguments: [
      ("Accept: a/b", "Accept", "a/b"), ("Accept:a/b", "Accept", "a/b"), ("A: b: c", "A", "b: c"),
      ("X-Città_: x", nil, nil), ("A:", "A", ""), ("A: \tb", "A", "b"), ("A: città", "A", "città"),
      ("A: b\tc", "A", "b\tc"), ("X-1!#$%&'*+-.^_`|~: x", "X-1!#$%&'*+-.^_`|~", "x"),
      ("", nil, nil), (":", nil, nil), (": b", nil, nil), ("A", nil, nil), ("A : b", nil, nil),
      (" A: b", nil, nil), ("A: b\r\nC: d", nil, nil), ("A: b\n", nil, nil), ("A: b\0", nil, nil),
      ("A: \u{7F}", nil, nil), ("A\r\n: b", nil, nil),
    ]) func aLineIsReadOrRefused(line: String, name: String?, value: String?)
  {
    let header = HTTPHeader(line: line)
    #expect(header?.name == name)
    #expect(header?.value == value)
  }

  @Test("The last of several headers of a name counts") func theLastValueUnderANameCounts() {
    let headers = [HTTPHeader("A", "1"), HTTPHeader("a", "2"), HTTPHeader("B", "3")]
    #expect(headers.value("A") == "2")
    #expect(headers.value("b") == "3")
    #expect(headers.value("C") == nil)
  }
}
