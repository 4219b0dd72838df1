import Documents
import RepriseTesting
import Testing

@testable import Reprise

/// An image that a program called chafa brings into the form that the terminal takes: here one that
/// makes nothing else of it.
@MainActor @Suite struct ChafaImageTests {
  private enum Only: AppRoute { case image }

  /// A file that no terminal reads by itself: of an image of 160 × 96.
  private static let gif = Array("GIF89a".utf8) + [160, 0, 96, 0]

  @Test(
    "chafa converts an image to the terminal's graphics",
    arguments: [Graphics.kitty, .sixel(cell: PixelSize(width: 10, height: 20))])
  func theTerminalGetsTheFormThatItTakes(graphics: Graphics) async throws {
    let home = try TemporaryDirectory()
    try home.writeScript(
      "chafa",
      #"""
      #!/bin/sh
      case "$*" in
      *--format=kitty*) printf '\033_Ga=T,f=32,s=1,v=1;AAAAAA==\033\\' ;;
      *--format=sixels*) printf '\033Pq"1;1;640;384~\033\\' ;;
      *) exit 1 ;;
      esac
      """#)
    let chafa = try #require(Chafa(environment: ["PATH": home.path]))
    let session = try await TestSession(
      Application<Only>("image", title: "Image", root: .image) { _ in
        ImageController(title: "Photo", chafa: chafa, help: "Install chafa.") { load in
          load.show(StillImage(title: "cat.gif", facts: ["image/gif"], bytes: Self.gif))
        }
      }, graphics: graphics)
    let image = try #require(session.frame.images.first)
    #expect(image.image.isSupported(by: graphics))
  }
}
