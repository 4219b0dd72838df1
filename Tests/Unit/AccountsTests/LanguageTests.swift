import Testing

@testable import Accounts

@Suite struct LanguageTests {
  @Test(
    "A locale is converted to Accept-Language",
    arguments: [
      ("it_IT.UTF-8", "it-IT, it;q=0.9, en;q=0.5"), ("en_US.UTF-8", "en-US, en;q=0.9"),
      ("de", "de, en;q=0.5"), ("az_AZ", "az-AZ, az;q=0.9, en;q=0.5"), ("en", "en"),
      ("sr_RS@latin", "sr-RS, sr;q=0.9, en;q=0.5"),
      ("gsw_CH", "gsw-CH, gsw;q=0.9, en;q=0.5"), ("C", nil), ("POSIX", nil), ("C.UTF-8", nil),
      ("", nil), ("it_IT\r\nX-Evil: 1", nil), ("../../x", nil), ("_", nil),
    ] as [(String, String?)])
  func aLocaleIsSaidAsHTTPDoes(locale: String, accepted: String?) {
    #expect(Language.accepted(["LANG": locale]) == accepted)
  }

  @Test("LC_ALL wins over LC_MESSAGES and LANG") func whatIsMoreParticularWins() {
    let all = ["LANG": "de_DE", "LC_MESSAGES": "fr_FR", "LC_ALL": "it_IT"]
    #expect(Language.accepted(all)?.hasPrefix("it-IT") == true)
    #expect(
      Language.accepted(all.merging(["LC_ALL": ""]) { $1 })?.hasPrefix("fr-FR") == true)
    #expect(Language.accepted(["LC_ALL": "C", "LANG": "it_IT"]) == nil)
    #expect(Language.accepted([:]) == nil)
  }
}
