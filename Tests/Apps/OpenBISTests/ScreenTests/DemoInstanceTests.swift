import Reprise
import Testing

@testable import OpenBIS

@Suite struct DemoInstanceTests {
  @Test("openBIS demo data have many entities on three levels")
  func itHasEnoughEntitiesOnThreeLevels() throws {
    let entities = try DemoInstance().entities
    #expect(entities.count >= 150)
    #expect(Set(entities.map(\.id)).count == entities.count)
    let byID = Dictionary(entities.map { ($0.id, $0) }) { first, _ in first }
    let first = entities.filter { $0.isRootLevel == true }
    let second = first.flatMap { $0.children ?? [] }.compactMap { byID[$0] }
    let third = second.flatMap { $0.children ?? [] }
    #expect(first.count == 3 && second.count > 100 && third.count > 100)
    // Nothing is named that isn't there.
    #expect(entities.flatMap { $0.children ?? [] }.allSatisfy { byID[$0] != nil })
  }

  @Test("openBIS demo images are PNG files") func itsImagesArePNGFiles() throws {
    let images = try DemoInstance().entities.flatMap { $0.images?.all ?? [] }
    #expect(images.count == 72)
    for image in images {
      guard case .content(let bytes, "png") = image else {
        Issue.record("An image isn't there.")
        continue
      }
      #expect(PixelSize(bytes) == PixelSize(width: 160, height: 96))
      #expect(bytes.suffix(8).prefix(4).elementsEqual("IEND".utf8))
    }
  }

  @Test("openBIS demo data have long texts and a table") func someTextsAreLong() throws {
    let texts = try DemoInstance().entities.flatMap { $0.properties ?? [] }.compactMap(\.value)
    #expect(texts.contains { $0.count > 500 })
    #expect(texts.contains { $0.contains("<table>") })
  }
}
