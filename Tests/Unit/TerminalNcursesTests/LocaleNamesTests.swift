import Testing

@testable import TerminalNcurses

@Suite struct LocaleNamesTests {
  @Test(
    "Locale name with UTF-8 is recognized",
    arguments: [
      ["LANG": "it_IT.UTF-8"], ["LC_ALL": "xx_YY.utf8"], ["LC_CTYPE": "UTF-8"],
      ["LC_ALL": "", "LC_CTYPE": "de_DE.UTF-8@euro", "LANG": "C"],
      ["LC_ALL": "C.UTF-8", "LC_CTYPE": "C"],
    ])
  func aNameSaysUTF8(environment: [String: String]) {
    #expect(LocaleNames(environment).areUTF8)
  }

  @Test(
    "Locale name without UTF-8 is recognized",
    arguments: [
      [:], ["LANG": "it_IT"], ["LANG": "it_IT.ISO-8859-1"], ["LC_ALL": "C", "LANG": "it_IT.UTF-8"],
      ["LC_CTYPE": "POSIX", "LANG": "it_IT.UTF-8"], ["LC_TIME": "it_IT.UTF-8"],
    ])
  func anotherNameDoesNot(environment: [String: String]) {
    #expect(!LocaleNames(environment).areUTF8)
  }
}
