import Testing

@testable import Terminals

@Suite struct PixelSizeTests {
  @Test(
    "Pixel size of an image without width or height is nil", arguments: [(0, 5), (5, 0), (0, 0)])
  func anImageWithoutWidthOrHeightHasNoSize(width: Int, height: Int) {
    let file = Array("GIF89a".utf8) + [UInt8(width), 0, UInt8(height), 0]
    #expect(PixelSize(file) == nil)
    #expect(PixelSize(SampleImages.png(width: width, height: height)) == nil)
  }

  @Test("Pixel size of a PNG is read") func aPNGSaysIt() {
    #expect(
      PixelSize(SampleImages.png(width: 160, height: 96)) == PixelSize(width: 160, height: 96))
  }

  @Test("Pixel size of a GIF is read", arguments: ["GIF87a", "GIF89a"]) func aGIFSaysIt(
    signature: String
  ) {
    let file = Array(signature.utf8) + [0x2C, 0x01, 0x05, 0x00, 0]
    #expect(PixelSize(file) == PixelSize(width: 300, height: 5))
    #expect(PixelSize(Array(file.prefix(10))) == PixelSize(width: 300, height: 5))
    #expect(PixelSize(Array(file.prefix(9))) == nil)
  }

  @Test("Pixel size of a JPEG is read behind other segments") func aJPEGSaysItBehindOtherSegments()
  {
    // JFIF, a table whose number is a frame's neighbour, filling, then the frame: 1 precision, 2 height, 2 width.
    let file: [UInt8] =
      [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xC4, 0, 3, 9, 0xFF, 0xFF, 0xC2, 0, 17, 8]
      + [0x01, 0x02, 0x03, 0x04, 3, 1, 0x22, 0]
    #expect(PixelSize(file) == PixelSize(width: 0x0304, height: 0x0102))
    #expect(PixelSize(Array(file.prefix(23))) == PixelSize(width: 0x0304, height: 0x0102))
    #expect(PixelSize(Array(file.prefix(22))) == nil)
  }

  /// TEM and the restarts have neither length nor contents.
  @Test(
    "Pixel size of a JPEG is read behind a marker without length",
    arguments: [0x01, 0xD0, 0xD7] as [UInt8]) func aJPEGSaysItBehindAMarkerThatStandsAlone(
      marker: UInt8
    )
  {
    let file: [UInt8] =
      [0xFF, 0xD8, 0xFF, marker, 0xFF, 0xC0, 0, 17, 8, 0x01, 0x02, 0x03, 0x04, 3]
    #expect(PixelSize(file) == PixelSize(width: 0x0304, height: 0x0102))
  }

  @Test("Pixel size of truncated or other data is nil") func whatIsCutOffOrNoImageHasNone() {
    let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 0, 0xFF, 0xE0, 0xFF, 0xFF, 0xFF, 0xC0, 0]
    let files: [[UInt8]] = [
      [], Array("<svg/>".utf8), Array(SampleImages.png(width: 1, height: 1).prefix(23)),
      SampleImages.png(width: 0, height: 5), jpeg, [0xFF, 0xD8, 0xFF, 0xDA, 0, 4, 0, 0, 0, 0, 0],
    ]
    for file in files { #expect(PixelSize(file) == nil, "\(file)") }
    for length in jpeg.indices { #expect(PixelSize(Array(jpeg.prefix(length))) == nil) }
  }
}
