import Testing

@testable import Documents

@Suite struct DesktopEntryTests {
  private func entry(
    _ lines: String, language: String = "", desktops: [String] = []
  ) -> DesktopEntry? {
    DesktopEntry(
      Array("[Desktop Entry]\nType=Application\n\(lines)\n[Desktop Action x]\nExec=other\n".utf8),
      id: "a.desktop", path: "/a.desktop", language: language, desktops: desktops)
  }

  @Test("Desktop entry name is that of the language") func namesAreThoseOfTheLanguage() {
    let lines = "Name=Viewer\nName[de]=Betrachter\nName[pt_BR]=Visualizador\nExec=v %f"
    #expect(entry(lines)?.name == "Viewer")
    #expect(entry(lines, language: "de_AT.UTF-8")?.name == "Betrachter")
    #expect(entry(lines, language: "pt_BR.UTF-8@x")?.name == "Visualizador")
    #expect(entry(lines, language: "pt_PT")?.name == "Viewer")
    #expect(entry(lines, language: "C.UTF-8")?.name == "Viewer")
  }

  @Test("Desktop entry that is deleted or starts nothing is nil")
  func whatIsDeletedOrNoProgramIsNone() {
    #expect(entry("Name=a\nExec=v\nHidden=true") == nil)
    #expect(entry("Name=a") == nil)
    #expect(entry("Name=a\nExec=\"v") == nil)
    let link = "[Desktop Entry]\nType=Link\nExec=v\n"
    #expect(DesktopEntry(Array(link.utf8), id: "a", path: "/a") == nil)
    #expect(DesktopEntry([0xFF, 0, 0x5B], id: "a", path: "/a") == nil)
  }

  @Test("Desktop entry of other desktops is hidden from menus")
  func menusOfOtherDesktopsDontHaveIt() {
    #expect(entry("Exec=v\nNoDisplay=true")?.isHiddenFromMenus == true)
    #expect(entry("Exec=v\nOnlyShowIn=GNOME;")?.isHiddenFromMenus == true)
    #expect(entry("Exec=v\nOnlyShowIn=GNOME;", desktops: ["gnome"])?.isHiddenFromMenus == false)
    #expect(entry("Exec=v\nNotShowIn=KDE;", desktops: ["kde"])?.isHiddenFromMenus == true)
    #expect(entry("Exec=v")?.isHiddenFromMenus == false)
  }

  @Test("Desktop entry reads its other keys") func theOtherKeysAreRead() throws {
    let found = try #require(
      entry("Name=a\\sb\nExec=v %f\nTryExec=/v\nTerminal=true\nMimeType=a/b;C/D;"))
    #expect(found.name == "a b")
    #expect(found.tryExec == "/v")
    #expect(found.needsTerminal)
    #expect(found.mimeTypes == ["a/b", "c/d"])
    #expect(found.exec.program == "v")
  }

  @Test(
    "Desktop entry: locales from the most specific",
    arguments: [
      ("", []), ("C", []), ("C.UTF-8", []), ("POSIX", []), ("de", ["de"]), ("de.UTF-8", ["de"]),
      ("de_AT", ["de_AT", "de"]), ("de@euro", ["de"]), ("sr_RS.UTF-8@latin", ["sr_RS", "sr"]),
    ])
  func theBestLocaleComesFirst(language: String, locales: [String]) {
    #expect(DesktopEntry.locales(language) == locales)
  }

  @Test("Desktop entry with an empty name has its ID or default name") func anEmptyNameIsNone() {
    #expect(entry("Name=A\nName[de]=\nExec=v", language: "de")?.name == "A")
    #expect(entry("Exec=v")?.name == "a.desktop")
  }

  @Test("Desktop entry: missing keys have their defaults") func whatIsNotSaidIsNotSo() throws {
    let found = try #require(entry("Name=a\\t\\\\\\n\\r\\x\\\nExec=v\nTerminal=1\nNoDisplay=no"))
    #expect(found.name == "a\t\\\n\r\\x\\")
    #expect(found.tryExec == nil)
    #expect(!found.needsTerminal && !found.isHiddenFromMenus)
    #expect(found.mimeTypes == [])
  }
}
