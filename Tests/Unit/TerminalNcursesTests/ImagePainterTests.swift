import Foundation
import Terminals
import Testing

@testable import TerminalNcurses

/// The sequences as the documents of the protocols have them: kitty's “Terminal graphics protocol”,
/// iTerm2's “Inline Images Protocol”, and the VT330/VT340 reference for sixels.
@Suite struct ImagePainterTests {
  private static let sixel = Graphics.sixel(cell: PixelSize(width: 8, height: 16))

  private static func png(_ more: Int = 0) -> [UInt8] {
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
      + [0, 0, 0, 160, 0, 0, 0, 96] + [UInt8](repeating: 0x1B, count: more)
  }

  private func placed(
    _ file: [UInt8] = png(), row: Int = 2, column: Int = 4, sixels: Bool = false
  ) throws -> PlacedImage {
    let image = try #require(
      sixels
        ? GraphicImage(sixels: Array("\u{1B}Pq\"1;1;4;6#0!4~\u{1B}\\".utf8))
        : GraphicImage(file: file))
    var canvas = Canvas(size: Size(rows: 24, columns: 80))
    canvas.show(image, in: Area(row: row, column: column, rows: 3, columns: 20))
    return try #require(canvas.picture.images.first)
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  // MARK: Sequences

  @Test func kittyGetsThePNGAtItsPlaceInCells() throws {
    let shown = text(ImageSequences.show(try placed(), id: 7, by: .kitty))
    let base64 = Data(Self.png()).base64EncodedString()
    #expect(
      shown
        == "\u{1B}7\u{1B}[3;5H\u{1B}_Ga=T,q=2,C=1,i=7,c=20,r=3,f=100,m=0;\(base64)\u{1B}\\\u{1B}8")
  }

  @Test("Image for kitty is sent in chunks", arguments: [3_071, 3_072, 3_073, 9_000])
  func largeImagesComeInChunks(size: Int) throws {
    let file = Self.png(size - Self.png().count)
    let shown = text(ImageSequences.show(try placed(file), id: 1, by: .kitty))
    let chunks = shown.matches(of: /\u{1B}_G([^;\u{1B}]*);([A-Za-z0-9+\/=]*)\u{1B}\\/)
    #expect(chunks.count == (size + 3_071) / 3_072)
    #expect(chunks.allSatisfy { $0.2.count <= 4_096 })
    #expect(chunks.dropLast().allSatisfy { $0.1.hasSuffix("m=1") && $0.2.count == 4_096 })
    #expect(chunks.last?.1.hasSuffix("m=0") == true)
    #expect(chunks.dropFirst().allSatisfy { $0.1 == "m=1" || $0.1 == "m=0" })
    #expect(Data(base64Encoded: chunks.map { String($0.2) }.joined()) == Data(file))
    // Nothing else: not one of the file's bytes, all of them Escape, is sent as it is.
    #expect(shown.filter { $0 == "\u{1B}" }.count == 2 * chunks.count + 3)
  }

  @Test func iTermGetsTheFileAndItsSize() throws {
    let shown = text(ImageSequences.show(try placed(), id: 7, by: .iTerm))
    let base64 = Data(Self.png()).base64EncodedString()
    #expect(
      shown == "\u{1B}7\u{1B}[3;5H\u{1B}]1337;File=inline=1;size=24;width=20;height=3;"
        + "preserveAspectRatio=1;doNotMoveCursor=1:\(base64)\u{07}\u{1B}8")
  }

  @Test("Image as sixels is sent unchanged") func sixelsGoOutAsTheyAre() throws {
    let shown = text(ImageSequences.show(try placed(sixels: true), id: 7, by: Self.sixel))
    #expect(shown == "\u{1B}7\u{1B}[3;5H\u{1B}Pq\"1;1;4;6#0!4~\u{1B}\\\u{1B}8")
  }

  @Test("Image is deleted with its data") func anImageIsDeletedWithItsData() {
    #expect(text(ImageSequences.delete(id: 7)) == "\u{1B}_Ga=d,d=I,i=7,q=2\u{1B}\\")
    #expect(text(ImageSequences.deleteAll) == "\u{1B}_Ga=d,d=A,q=2\u{1B}\\")
  }

  // MARK: Changes

  @Test("Image that is unchanged is not sent again", arguments: [.kitty, .iTerm] as [Graphics])
  func whatStaysIsNotSentAgain(
    graphics: Graphics
  ) throws {
    var painter = ImagePainter()
    let image = try placed()
    #expect(!painter.change(to: [image], by: graphics, painted: nil).showing.isEmpty)
    #expect(painter.change(to: [image], by: graphics, painted: []).isEmpty)
    #expect(painter.change(to: [image], by: graphics, painted: [0, 1, 5, 23]).isEmpty)
    #expect(!painter.isEmpty)
  }

  @Test("Image that is gone is deleted by kitty") func kittyDeletesWhatIsGone() throws {
    var painter = ImagePainter()
    let (first, second) = (try placed(), try placed(row: 9))
    _ = painter.change(to: [first], by: .kitty, painted: nil)
    let moved = painter.change(to: [second], by: .kitty, painted: [])
    #expect(text(moved.deleting) == "\u{1B}_Ga=d,d=I,i=1,q=2\u{1B}\\")
    #expect(text(moved.showing).contains(",i=2,"))
    #expect(moved.erased.isEmpty)
    let gone = painter.change(to: [], by: .kitty, painted: [])
    #expect(text(gone.deleting) == "\u{1B}_Ga=d,d=I,i=2,q=2\u{1B}\\")
    #expect(gone.showing.isEmpty)
    #expect(painter.isEmpty)
    #expect(painter.change(to: [], by: .kitty, painted: nil).isEmpty)
  }

  @Test("Image that is gone is erased by its cells without kitty")
  func elsewhereTheCellsUnderItAreErased() throws {
    var painter = ImagePainter()
    let image = try placed()
    _ = painter.change(to: [image], by: .iTerm, painted: nil)
    let gone = painter.change(to: [], by: .iTerm, painted: [])
    #expect(gone == .init(deleting: [], erased: [2, 3, 4], showing: []))
  }

  @Test("Image is sent again if cells over it were painted")
  func cellsThatArePaintedTakeAPieceOutOfAnImageInCells() throws {
    let image = try placed()
    for (graphics, isReload) in [(Graphics.iTerm, true), (.kitty, false)] {
      var painter = ImagePainter()
      _ = painter.change(to: [image], by: graphics, painted: nil)
      let change = painter.change(to: [image], by: graphics, painted: [4])
      #expect(change.showing.isEmpty != isReload)
      #expect(change.deleting.isEmpty && change.erased.isEmpty)
    }
  }

  @Test("Image beside a deleted one is sent again") func anImageBesideOneThatGoesIsShownAgain()
    throws
  {
    var painter = ImagePainter()
    let (left, right) = (try placed(column: 0), try placed(column: 40))
    _ = painter.change(to: [left, right], by: .iTerm, painted: nil)
    let change = painter.change(to: [right], by: .iTerm, painted: [])
    #expect(change.erased == [2, 3, 4])
    #expect(text(change.showing).contains("\u{1B}[3;41H"))
  }

  @Test(
    "Image is sent again after the screen was cleared", arguments: [.kitty, .iTerm] as [Graphics])
  func aClearedScreenGetsAll(
    graphics: Graphics
  ) throws {
    var painter = ImagePainter()
    let image = try placed()
    _ = painter.change(to: [image], by: graphics, painted: nil)
    let change = painter.change(to: [image], by: graphics, painted: nil)
    #expect(!change.showing.isEmpty)
    #expect(change.deleting.isEmpty == (graphics != .kitty))
    painter.forget()
    #expect(painter.change(to: [], by: graphics, painted: []).isEmpty)
  }
}
