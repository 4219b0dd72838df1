/// An XML element and its content, without comments and processing instructions.
struct XMLElement {
  let name: String
  let attributes: [String: String]
  /// The line of the start tag, from 1.
  let line: Int
  var children: [XMLElement] = []
  /// All text between the tags, including CDATA sections.
  var text = ""
  /// Whether the text includes a CDATA section, which may be empty.
  var hasSection = false
  /// The line where the text begins.
  var textLine: Int

  init(name: String, attributes: [String: String], line: Int, textLine: Int) {
    self.name = name
    self.attributes = attributes
    self.line = line
    self.textLine = textLine
  }

  func child(_ name: String) -> XMLElement? { children.first { $0.name == name } }

  func children(_ name: String) -> [XMLElement] { children.filter { $0.name == name } }
}
