/// An element of an XML text with what is in it; comments and processing instructions are left out.
struct XMLElement {
  let name: String
  let attributes: [String: String]
  /// The line of its tag, counted from 1.
  let line: Int
  var children: [XMLElement] = []
  /// All text between its tags, CDATA sections included.
  var text = ""
  /// True if some of the text is a CDATA section, which may be empty.
  var hasSection = false
  /// The line that the text begins in.
  var textLine: Int

  init(name: String, attributes: [String: String], line: Int, textLine: Int) {
    self.name = name
    self.attributes = attributes
    self.line = line
    self.textLine = textLine
  }

  /// The first child with a name.
  func child(_ name: String) -> XMLElement? { children.first { $0.name == name } }

  func children(_ name: String) -> [XMLElement] { children.filter { $0.name == name } }
}
