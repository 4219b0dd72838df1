import Testing

@testable import Terminals

@Suite struct StyleTests {
  @Test(
    "Named style has the role of its name",
    arguments: [
      (Style.text, Role.text), (.secondary, .secondary), (.title, .title), (.accent, .accent),
      (.good, .good), (.busy, .busy), (.neutral, .neutral), (.bad, .bad), (.unknown, .unknown),
      (.warning, .warning),
    ])
  func aNamedStyleHasTheRoleOfItsName(style: Style, role: Role) {
    #expect(style == Style(role, isSelected: false, isField: false))
  }

  @Test("Selecting a style changes nothing else") func selectingAStyleChangesNothingElse() {
    let style = Style(.accent, isField: true)
    #expect(style.selected == Style(.accent, isSelected: true, isField: true))
    #expect(style.selected.selected(false) == style)
    #expect(style.selected(true) == style.selected)
  }
}
