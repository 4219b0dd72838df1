import Testing

@testable import Documents

/// Where a desktop keeps what it knows, by the XDG Base Directory Specification.
@Suite struct DesktopFoldersTests {
  @Test func whatIsNotSetIsBelowTheHomeAndTheMachinesUsualFolders() {
    let folders = DesktopFolders(environment: ["HOME": "/home/a"])
    #expect(folders.home == "/home/a")
    #expect(folders.data == "/home/a/.local/share")
    #expect(folders.configuration == "/home/a/.config")
    #expect(folders.systemData == ["/usr/local/share", "/usr/share"])
    #expect(folders.systemConfiguration == ["/etc/xdg"])
    #expect(folders.desktops == [])
    // Empty and relative ones count as unset.
    let odd = [
      "HOME": "/home/a", "XDG_DATA_HOME": "", "XDG_CONFIG_HOME": "config", "XDG_DATA_DIRS": "",
      "XDG_CONFIG_DIRS": "", "XDG_CURRENT_DESKTOP": "",
    ]
    #expect(DesktopFolders(environment: odd) == folders)
    let none = DesktopFolders(environment: ["HOME": "here"])
    #expect(none.home == nil && none.data == nil && none.configuration == nil)
    #expect(
      none.applications == ["/usr/local/share/applications", "/usr/share/applications"])
  }

  @Test func theListsOfADesktopComeBeforeTheOthersOfTheirFolder() {
    let folders = DesktopFolders(environment: [
      "XDG_DATA_HOME": "/d", "XDG_CONFIG_HOME": "/c", "XDG_DATA_DIRS": "/s:relative:/t",
      "XDG_CONFIG_DIRS": "/e:/f", "XDG_CURRENT_DESKTOP": "Ubuntu:GNOME",
    ])
    #expect(folders.desktops == ["ubuntu", "gnome"])
    #expect(folders.applications == ["/d/applications", "/s/applications", "/t/applications"])
    let all = ["/c", "/e", "/f", "/d/applications", "/s/applications", "/t/applications"]
    #expect(
      folders.associationLists
        == all.flatMap {
          ["\($0)/ubuntu-mimeapps.list", "\($0)/gnome-mimeapps.list", "\($0)/mimeapps.list"]
        })
  }
}
