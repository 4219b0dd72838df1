import Foundation

/// The character encoding named by the environment's locale.
struct LocaleNames {
  private let environment: [String: String]

  init(_ environment: [String: String]) { self.environment = environment }

  /// Whether the locale's name says UTF-8: `it_IT.UTF-8`, `de_DE.utf8@euro`, a Mac's `UTF-8`.
  var sayUTF8: Bool {
    let name = ["LC_ALL", "LC_CTYPE", "LANG"].lazy
      .compactMap { environment[$0] }.first { !$0.isEmpty }
    let codeset = name?.uppercased().replacing("-", with: "") ?? ""
    return codeset.contains("UTF8")
  }

  /// Sets the process's locale. If the locale isn't installed here, for example because ssh passed
  /// it on from another host, UTF-8 is still used if its name says so.
  func take() {
    if setlocale(LC_ALL, "") == nil, sayUTF8 { setlocale(LC_CTYPE, "C.UTF-8") }
    // Numbers must stay machine-readable.
    setlocale(LC_NUMERIC, "C")
  }
}
