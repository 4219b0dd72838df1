import Foundation

/// The locale that the environment names for characters.
struct LocaleNames {
  private let environment: [String: String]

  init(_ environment: [String: String]) { self.environment = environment }

  /// True if the characters are UTF-8's, by the name alone: `it_IT.UTF-8`, `de_DE.utf8@euro`, a Mac's `UTF-8`.
  var sayUTF8: Bool {
    let name = ["LC_ALL", "LC_CTYPE", "LANG"].lazy
      .compactMap { environment[$0] }.first { !$0.isEmpty }
    let codeset = name?.uppercased().replacing("-", with: "") ?? ""
    return codeset.contains("UTF8")
  }

  /// Has the process take its locale. Of one that isn't installed here, as ssh hands it on from elsewhere, the terminal is UTF-8 all the
  /// same if the name says so.
  func take() {
    if setlocale(LC_ALL, "") == nil, sayUTF8 { setlocale(LC_CTYPE, "C.UTF-8") }
    // Numbers are for machines too.
    setlocale(LC_NUMERIC, "C")
  }
}
