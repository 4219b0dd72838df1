import Testing

@testable import Documents

/// Where a desktop keeps what it knows, by the XDG Base Directory Specification.
@Suite struct DesktopDirectoriesTests {
  @Test("Desktop directories have their defaults below the home")
  func whatIsNotSetIsBelowTheHomeAndTheMachinesUsualFolders() {
    let directories = DesktopDirectories(environment: ["HOME": "/home/a"])
    #expect(directories.home == "/home/a")
    #expect(directories.data == "/home/a/.local/share")
    #expect(directories.configuration == "/home/a/.config")
    #expect(directories.systemData == ["/usr/local/share", "/usr/share"])
    #expect(directories.systemConfiguration == ["/etc/xdg"])
    #expect(directories.desktops == [])
    // Empty and relative ones count as unset.
    let odd = [
      "HOME": "/home/a", "XDG_DATA_HOME": "", "XDG_CONFIG_HOME": "config", "XDG_DATA_DIRS": "",
      "XDG_CONFIG_DIRS": "", "XDG_CURRENT_DESKTOP": "",
    ]
    #expect(DesktopDirectories(environment: odd) == directories)
    let none = DesktopDirectories(environment: ["HOME": "here"])
    #expect(none.home == nil && none.data == nil && none.configuration == nil)
    #expect(
      none.applications == ["/usr/local/share/applications", "/usr/share/applications"])
  }

  @Test("Desktop directories: lists of a desktop come before others")
  func theListsOfADesktopComeBeforeTheOthersOfTheirFolder() {
    let directories = DesktopDirectories(environment: [
      "XDG_DATA_HOME": "/d", "XDG_CONFIG_HOME": "/c", "XDG_DATA_DIRS": "/s:relative:/t",
      "XDG_CONFIG_DIRS": "/e:/f", "XDG_CURRENT_DESKTOP": "Ubuntu:GNOME",
    ])
    #expect(directories.desktops == ["ubuntu", "gnome"])
    #expect(directories.applications == ["/d/applications", "/s/applications", "/t/applications"])
    let all = ["/c", "/e", "/f", "/d/applications", "/s/applications", "/t/applications"]
    #expect(
      directories.associationLists
        == all.flatMap {
          ["\($0)/ubuntu-mimeapps.list", "\($0)/gnome-mimeapps.list", "\($0)/mimeapps.list"]
        })
  }
}
