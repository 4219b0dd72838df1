import Testing

@testable import Chemistry

@Suite struct RecordIndexTests {
  private func index(_ text: String, step: Int, _ format: ChemicalFormat = .sdfile) -> RecordIndex {
    var builder = RecordIndex.Builder(format)
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: step) {
      builder.add(Array(bytes[start..<min(start + step, bytes.count)]))
    }
    return builder.finish()
  }

  @Test("Record index is equal for pieces of any size", arguments: ["\n", "\r\n", "\r"])
  func piecesOfAnySizeGiveTheSame(end: String) {
    let text = "a\n\n$$$$\n\nb\n$$$$ x\n\n\n".replacing("\n", with: end)
    let whole = index(text, step: 1000)
    #expect(whole.entries.map { $0.line } == [1, 4])
    #expect(whole.byteCount == text.utf8.count)
    for step in 1...7 { #expect(index(text, step: step) == whole) }
  }

  @Test("Record index of an RDfile begins records at their structure")
  func recordsOfAnRDfileBeginWithTheirStructure() {
    let text = "$RDFILE 1\n$DATM\n$RFMT\n$RXN\n$DTYPE x\n$DATUM $MFMT\n$MFMT $MIREG 1\n$MEREG 2\n"
    #expect(index(text, step: 3, .rdfile).entries.map { $0.line } == [3, 7, 8])
  }

  @Test("Record index round-trips as bytes") func anIndexComesBackFromItsBytes() {
    let index = index(String(repeating: "abc\n$$$$\n", count: 1000), step: 100)
    let bytes = index.encoded(stamp: "1-2-3")
    #expect(bytes.count < 3000)
    #expect(RecordIndex(encoded: bytes, stamp: "1-2-3") == index)
    #expect(RecordIndex(encoded: bytes, stamp: "1-2-4") == nil)
    for count in 0..<min(bytes.count, 200) {
      #expect(RecordIndex(encoded: Array(bytes.prefix(count)), stamp: "1-2-3") == nil)
    }
  }

  @Test("Record index from damaged bytes is nil or within bounds")
  func damagedBytesAreNoIndexOrASmallOne() {
    let good = index(String(repeating: "abc\n$$$$\n", count: 50), step: 100).encoded(stamp: "s")
    for place in good.indices {
      for value in [0, 0x7F, 0x80, 0xFF] as [UInt8] {
        var bytes = good
        bytes[place] = value
        guard let index = RecordIndex(encoded: bytes, stamp: "s") else { continue }
        #expect(index.entries.allSatisfy { $0.offset <= index.byteCount })
      }
    }
  }

  @Test("Record index ranges beyond the end are empty") func rangesBeyondTheEndAreEmpty() {
    let index = index("a\n$$$$\n", step: 10)
    #expect(index.range(of: 0) == 0..<7)
    #expect(index.range(of: 1).isEmpty)
    #expect(index.range(of: -1).isEmpty)
  }
}
