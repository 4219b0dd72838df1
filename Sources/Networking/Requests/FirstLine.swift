/// The first line of an answer's body that says something: what a server explains an error with, as text or as HTML.
struct FirstLine {
  /// At most 200 characters; nil if there is none. Not made safe for a terminal.
  let text: String?

  init(of body: [UInt8]) {
    let text = String(decoding: body.prefix(16_384), as: UTF8.self)
    let start = text.drop(while: \.isWhitespace)
    let said = start.hasPrefix("<") ? FirstLine.withoutMarkup(String(start)) : String(start)
    let lines = said.split(whereSeparator: \.isNewline).lazy.map { line in
      line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    self.text = lines.first { !$0.isEmpty }.map { line in
      line.count > 200 ? line.prefix(199) + "…" : String(line)
    }
  }

  /// HTML's title if it has one, or else its text; scripts, styles and tags left out.
  private static func withoutMarkup(_ html: String) -> String {
    if let title = html.firstMatch(of: /<title[^>]*>([^<]+)<\/title>/.ignoresCase()) {
      return resolved(String(title.1))
    }
    let text = html.replacing(
      /<(script|style)[^>]*>.*?(<\/(script|style)>|$)/.ignoresCase().dotMatchesNewlines(),
      with: ""
    )
    .replacing(/<!--.*?(-->|$)/.dotMatchesNewlines(), with: "")
    .replacing(/<[^>]*(>|$)/, with: "\n")
    return resolved(text)
  }

  /// The few references that plain words are written with.
  private static func resolved(_ text: String) -> String {
    let names = ["&lt;": "<", "&gt;": ">", "&quot;": "\"", "&#39;": "'", "&nbsp;": " "]
    return names.reduce(text) { $0.replacing($1.key, with: $1.value) }.replacing("&amp;", with: "&")
  }
}
