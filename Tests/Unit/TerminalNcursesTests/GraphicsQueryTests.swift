import Terminals
import Testing

@testable import TerminalNcurses

@Suite struct GraphicsQueryTests {
  private static let cell = PixelSize(width: 8, height: 16)

  private func inquiry(
    _ environment: [String: String] = [:], type: String = "xterm-256color",
    answers: [TerminalReport] = []
  ) -> GraphicsQuery? {
    var inquiry = GraphicsQuery(type: type, environment: environment)
    for answer in answers { inquiry?.take(answer) }
    return inquiry
  }

  private func graphics(
    _ answers: TerminalReport..., in environment: [String: String] = [:],
    type: String = "xterm-256color", cell: PixelSize? = cell
  ) -> Graphics? {
    inquiry(environment, type: type, answers: answers)?.graphics(cell: cell)
  }

  @Test("Graphics query asks for device attributes last") func theAttributesAreAskedForLast() throws
  {
    let question = String(decoding: try #require(inquiry()).query, as: UTF8.self)
    let parts = ["\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\", "\u{1B}[>q", "\u{1B}[c"]
    let places = parts.compactMap { question.firstRange(of: $0)?.lowerBound }
    #expect(places.count == 3 && places == places.sorted())
    #expect(question.hasPrefix("\u{1B}7\u{1B}[H") && question.hasSuffix("\u{1B}8"))
  }

  @Test("Graphics are unknown until the device attributes arrive")
  func nothingIsKnownBeforeTheAttributes() {
    #expect(graphics(.image("OK"), .version("iTerm2 3.5.0")) == nil)
    #expect(inquiry()?.isOver == false)
    #expect(inquiry(answers: [.attributes([62])])?.isOver == true)
  }

  @Test("Graphics: kitty before iTerm before sixels")
  func kittyComesBeforeITermAndITermBeforeSixels() {
    #expect(graphics(.image("OK"), .version("WezTerm 2024"), .attributes([65, 4])) == .kitty)
    #expect(graphics(.version("WezTerm 2024"), .attributes([65, 4])) == .iTerm)
    #expect(graphics(.image("EINVAL"), .attributes([65, 4, 6])) == .sixel(cell: Self.cell))
    #expect(graphics(.version("VTE(7600)"), .attributes([65, 1, 9])) == nil)
  }

  @Test("Graphics: the first device attribute is a level, not sixels") func theFirstNumberIsALevel()
  {
    #expect(graphics(.attributes([4])) == nil)
    #expect(graphics(.attributes([])) == nil)
  }

  @Test func sixelsNeedTheSizeOfACell() {
    #expect(graphics(.attributes([62, 4]), cell: nil) == nil)
    #expect(graphics(.image("OK"), .attributes([62]), cell: nil) == .kitty)
  }

  @Test(
    "Graphics by iTerm are recognized by the environment too",
    arguments: [["TERM_PROGRAM": "iTerm.app"], ["LC_TERMINAL": "iTerm2"]])
  func iTermIsToldByTheEnvironmentToo(environment: [String: String]) {
    #expect(graphics(.attributes([62, 4]), in: environment) == .iTerm)
  }

  @Test(
    "Graphics query of a multiplexer asks for sixels only",
    arguments: [
      ("tmux-256color", [:]), ("screen", [:]), ("xterm", ["TMUX": "/tmp/tmux"]),
      ("xterm", ["STY": "1.pts"]),
    ]) func aMultiplexerIsAskedForSixelsAlone(type: String, environment: [String: String])
  {
    let environment = environment.merging(["LC_TERMINAL": "iTerm2"]) { $1 }
    #expect(inquiry(environment, type: type)?.query == Array("\u{1B}[c".utf8))
    #expect(graphics(.attributes([1, 2]), in: environment, type: type) == nil)
    let sixel = graphics(.attributes([1, 2, 4]), in: environment, type: type)
    #expect(sixel == .sixel(cell: Self.cell))
  }

  @Test("Graphics query is not sent to a terminal that would print it")
  func aTerminalThatShowsTheQuestionIsNotAsked() {
    #expect(inquiry(["TERM_PROGRAM": "Apple_Terminal"]) == nil)
  }
}
