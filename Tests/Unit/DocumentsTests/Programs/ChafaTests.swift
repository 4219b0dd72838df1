import Documents
import Foundation
import RepriseTesting
import Testing

/// The program that draws images, in whose place a script stands.
@Suite struct ChafaTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func chafa(_ script: String) throws -> Chafa {
    try directory.writeScript("bin/chafa", "#!/bin/sh\n\(script)\n")
    return try #require(Chafa(environment: ["PATH": directory.file("bin")]))
  }

  /// A script that notes the words that it was given.
  private var noting: String { "printf '%s ' \"$@\" >'\(directory.file("words"))'; printf 'x'" }

  private func words() throws -> String {
    String(decoding: try directory.bytes("words"), as: UTF8.self)
  }

  @Test("Chafa lines contain only visible characters") func aLineHasNothingButWhatIsSeen()
    async throws
  {
    let script = #"printf '\033[?25l⠁ a\n\n⠂\tb\033[0m c\n\033[?25h\n\n'"#
    let chafa = try chafa(script)
    #expect(await chafa.lines(of: [], rows: 9, columns: 9) == ["⠁ a", "", "⠂b c"])
    #expect(await chafa.lines(of: [], rows: 3, columns: 9) == ["⠁ a", "", "⠂b c"])
    #expect(await chafa.lines(of: [], rows: 1, columns: 9) == ["⠁ a"])
    let graphics = await chafa.graphics(.sixels, of: [], rows: 9, columns: 9)
    #expect(graphics == Array("\u{1B}[?25l⠁ a\n\n⠂\tb\u{1B}[0m c\n\u{1B}[?25h\n\n".utf8))
  }

  @Test("Chafa gets the image on standard input") func theImageComesOnStandardInput() async throws {
    let chafa = try chafa("read line; printf '%s\\n' \"$line\"")
    #expect(await chafa.lines(of: Array("image\n".utf8), rows: 9, columns: 9) == ["image"])
  }

  @Test("Chafa gets the requested size and form") func itIsAskedForTheSizeAndTheFormThatAreWanted()
    async throws
  {
    let chafa = try chafa(noting)
    #expect(await chafa.lines(of: [], rows: 20, columns: 60) == ["x"])
    let symbols = "--format=symbols --colors=none --symbols=braille --animate=off"
    #expect(try words() == "\(symbols) --size=60x20 - ")
    _ = await chafa.lines(of: [], rows: 0, columns: 0, drawsDark: true)
    #expect(try words() == "\(symbols) --size=1x1 --invert - ")
    #expect(await chafa.graphics(.kitty, of: [], rows: 1, columns: 2) == Array("x".utf8))
    #expect(try words() == "--format=kitty --stretch --animate=off --size=2x1 - ")
  }

  @Test("Chafa without output has no picture") func whatCannotBeReadIsNoPicture() async throws {
    let failing = try chafa("printf 'no image'; exit 1")
    #expect(await failing.lines(of: [], rows: 9, columns: 9) == nil)
    #expect(await failing.graphics(.kitty, of: [], rows: 9, columns: 9) == nil)
    let silent = try chafa("printf '\\n\\n'")
    #expect(await silent.lines(of: [], rows: 9, columns: 9) == nil)
  }

  @Test("Chafa is nil if not installed") func whereItIsNotInstalledThereIsNone() {
    #expect(Chafa(environment: ["PATH": directory.path]) == nil)
  }
}
