/// The languages that the user reads, in HTTP's format.
enum Language {
  /// The value of Accept-Language for a locale: "it-IT, it;q=0.9, en;q=0.5"; `nil` if the locale
  /// names no language.
  static func accepted(_ environment: [String: String]) -> String? {
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }
    guard let locale = names.first(where: { !$0.isEmpty }) else { return nil }
    let parts = locale.prefix { $0 != "." && $0 != "@" }.split(separator: "_")
    let arePlain = parts.allSatisfy {
      $0.utf8.allSatisfy { ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A }
    }
    guard let language = parts.first?.lowercased(), arePlain,
      language.count == 2 || language.count == 3
    else { return nil }
    let country = parts.count > 1 ? "\(language)-\(parts[1].uppercased()), " : ""
    let own = country + language + (country.isEmpty ? "" : ";q=0.9")
    return language == "en" ? own : own + ", en;q=0.5"
  }
}
