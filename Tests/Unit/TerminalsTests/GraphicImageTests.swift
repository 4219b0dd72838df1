import Foundation
import Testing

@testable import Terminals

@Suite struct GraphicImageTests {
  private let cell = PixelSize(width: 8, height: 16)

  @Test("Graphic image is taken by terminals that read its format")
  func aTerminalTakesTheFilesThatItReads() throws {
    let png = try #require(SampleImages.image())
    let gif = try #require(GraphicImage(file: Array("GIF89a".utf8) + [9, 0, 9, 0]))
    #expect(png.isSupported(by: .kitty) && png.isSupported(by: .iTerm))
    #expect(!gif.isSupported(by: .kitty) && gif.isSupported(by: .iTerm))
    #expect(!png.isSupported(by: .sixel(cell: cell)))
  }

  @Test("Graphic image that is too large is nil") func whatIsTooLargeIsNone() {
    let limit = GraphicImage.limit - SampleImages.png(width: 1, height: 1).count
    #expect(SampleImages.image(limit) != nil)
    #expect(SampleImages.image(limit + 1) == nil)
    #expect(GraphicImage(file: SampleImages.png(width: 10_001, height: 1)) == nil)
    #expect(GraphicImage(file: SampleImages.png(width: 10_000, height: 1)) != nil)
    #expect(GraphicImage(file: Array("RIFF....WEBP".utf8)) == nil)
  }

  @Test("Graphic images with equal bytes are equal") func imagesAreEqualIfTheirBytesAre() {
    #expect(SampleImages.image(3) == SampleImages.image(3))
    #expect(SampleImages.image(3) != SampleImages.image(4))
  }

  // MARK: Sixels

  private func sixels(_ text: String) -> GraphicImage? { GraphicImage(sixels: Array(text.utf8)) }

  @Test(
    "Graphic image is read from one sixel sequence",
    arguments: [
      "\u{1B}P0;1;0q\"1;1;4;12#0;2;5;2;50#0!4~-#0~~~~\u{1B}\\",
      "\u{1B}Pq\"1;1;4;12#0~~~~$#1~-~~~~-\u{1B}\\\n",
      "\u{1B}[?25l\u{1B}Pq\"1;1;4;12~~~~\u{1B}\\\u{1B}[?25h\n",
    ]) func oneSequenceOfSixelsIsTaken(output: String) throws
  {
    let image = try #require(sixels(output))
    #expect(image.size == PixelSize(width: 4, height: 12))
    #expect(image.isSupported(by: .sixel(cell: cell)) && !image.isSupported(by: .kitty))
    guard case .sixels(let inside) = image.form else { throw Unexpected() }
    #expect(!inside.contains(0x1B))
    #expect(inside.last != UInt8(ascii: "-"), "A next line that nothing stands on may scroll.")
  }

  @Test(
    "Graphic image of invalid sixels is nil",
    arguments: [
      "", "\u{1B}\\", "\u{1B}P\u{1B}\\", "hello",
      // No size, or none that is one.
      "\u{1B}Pq~~~~\u{1B}\\", "\u{1B}Pq\"1;1~\u{1B}\\", "\u{1B}Pq\"1;1;0;6~\u{1B}\\",
      "\u{1B}Pq\"1;2;4;6~\u{1B}\\", "\u{1B}Pq\"1;1;99999999999999999999;6~\u{1B}\\",
      // Another sequence in it, behind it or before it.
      "\u{1B}Pq\"1;1;4;6~\u{1B}\\\u{1B}]0;title\u{07}\u{1B}\\",
      "\u{1B}Pq\"1;1;4;6~\u{1B}[2J\u{1B}\\",
      "\u{1B}Pq\"1;1;4;6~\u{1B}\\rm\r\u{1B}\\", "\u{1B}[2J\u{1B}Pq\"1;1;4;6~\u{1B}\\",
      "\u{1B}Pq\"1;1;4;6~\u{18}q\u{1B}\\", "\u{1B}Pq\"1;1;4;6~\u{9C}q\u{1B}\\",
      "\u{1B}P$q\"1;1;4;6~\u{1B}\\", "\u{1B}Pq\"1;1;4;6~~~ \u{07}\u{1B}\\",
      // More columns than any terminal has pixels.
      "\u{1B}Pq\"1;1;100000;6!100000~\u{1B}\\",
    ]) func anythingElseIsNone(output: String)
  { #expect(sixels(output) == nil) }

  @Test(
    "Graphic image of sixels is limited in bytes",
    arguments: [(GraphicImage.limit, true), (GraphicImage.limit + 1, false)])
  func sixelsMayTakeSoMuch(count: Int, isTaken: Bool) {
    let head = "q\"1;1;2;6"
    // Again and again the first column of six pixels, of which none is painted.
    let rest = String(repeating: "?$", count: (count - head.utf8.count - 1) / 2)
    let isOdd = (count - head.utf8.count) % 2 == 1
    let output = "\u{1B}P\(head)\(isOdd ? "" : "?")\(rest)?\u{1B}\\"
    #expect(output.utf8.count == count + 4)
    #expect((sixels(output) != nil) == isTaken)
  }

  // MARK: kitty

  private func kitty(_ text: String) -> GraphicImage? { GraphicImage(kitty: Array(text.utf8)) }

  @Test("Graphic image is joined from kitty sequences") func theSequencesOfOneImageArePutTogether()
    throws
  {
    // Two pixels of four bytes, in parts of which each has its own padding, as chafa writes them.
    let output =
      "\u{1B}_Ga=T,f=32,s=2,v=1,c=40,r=12,m=1\u{1B}\\\u{1B}_Gm=1;AQIDBA==\u{1B}\\"
      + "\u{1B}_Gm=1;BQYHCA==\u{1B}\\\u{1B}_Gm=0\u{1B}\\\n"
    let image = try #require(kitty(output))
    #expect(image.size == PixelSize(width: 2, height: 1))
    #expect(image.form == .pixels([1, 2, 3, 4, 5, 6, 7, 8]))
    #expect(image.isSupported(by: .kitty) && !image.isSupported(by: .iTerm))
  }

  /// A square of 1,024 pixels takes four MiB, all that may be sent as base64.
  @Test("Graphic image of pixels is limited in bytes", arguments: [(1024, true), (1025, false)])
  func pixelsMayTakeSoMuch(height: Int, isTaken: Bool) {
    let pixels = Data(count: 1024 * height * 4).base64EncodedString()
    let image = kitty("\u{1B}_Ga=T,f=32,s=1024,v=\(height);\(pixels)\u{1B}\\")
    #expect((image != nil) == isTaken)
  }

  @Test("Graphic images of another shape are not equal")
  func theSamePixelsInAnotherShapeAreAnotherImage() throws {
    func image(_ width: Int, _ height: Int) throws -> GraphicImage {
      try #require(kitty("\u{1B}_Ga=T,f=32,s=\(width),v=\(height);AQIDBAUGBwg=\u{1B}\\"))
    }
    #expect(try image(2, 1) == image(2, 1))
    #expect(try image(2, 1) != image(1, 2))
  }

  @Test(
    "Graphic image of invalid kitty sequences is nil",
    arguments: [
      "", "x", "\u{1B}_Ga=T,f=32,s=1,v=1;AAAAAA==",
      // Not as many pixels as it says, or of another kind, or out of a file.
      "\u{1B}_Ga=T,f=32,s=2,v=1;AAAAAA==\u{1B}\\", "\u{1B}_Ga=T,f=24,s=1,v=1;AAAAAA==\u{1B}\\",
      "\u{1B}_Ga=T,f=32,s=1,v=1,t=f;AAAAAA==\u{1B}\\",
      "\u{1B}_Ga=T,f=32,s=1,v=1,o=z;AAAAAA==\u{1B}\\",
      "\u{1B}_Ga=T,f=32,s=9999999,v=9999999;AAAAAA==\u{1B}\\", "\u{1B}_Ga=T,f=32;AAAAAA==\u{1B}\\",
      // Something else in it.
      "\u{1B}_Ga=T,f=32,s=1,v=1;AAAA\u{1B}[2J\u{1B}\\", "\u{1B}_Ga=T,f=32,s=1,v=1;AAAA!A==\u{1B}\\",
      "\u{1B}_Ga=T,f=32,s=1,v=1;AAAAAA==\u{1B}\\\u{1B}]0;title\u{07}",
      "\u{1B}_Ga=T,f=32,s=1,v=1;AA==AAA=\u{1B}\\", "\u{1B}_Ga=T,f=32,s=1,v=1;AAAAA===\u{1B}\\",
      "\u{1B}_Ga=T,f=32,s=1,v=1,m=1;AAAAA\u{1B}\\\u{1B}_Gm=0;A==\u{1B}\\",
    ]) func anythingElseIsNoImage(output: String)
  { #expect(kitty(output) == nil) }

  private struct Unexpected: Error {}
}
