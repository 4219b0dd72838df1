import Testing

@testable import Chemistry

@Suite struct XMLReaderTests {
  private func read(_ text: String) throws -> (root: XMLElement, problem: FormatError?) {
    var reader = XMLReader(Array(text.utf8))
    return try reader.read()
  }

  @Test("XML reader reads elements, texts and attributes") func elementsTextsAndAttributesAreRead()
    throws
  {
    let (root, problem) = try read(
      "<?xml version=\"1.0\" encoding='utf-8'?><!-- a -->\n<a x=\"1 &lt; 2\" y='&#x41;'>"
        + "<b/>é<![CDATA[<&]]>]]&gt;<b z = \"3\" ></b></a>\n<!-- end -->")
    #expect(problem == nil)
    #expect(root.name == "a")
    #expect(root.attributes == ["x": "1 < 2", "y": "A"])
    #expect(root.text == "é<&]]>")
    #expect(root.children.map { $0.attributes["z"] } == [nil, "3"])
    #expect(root.line == 2)
  }

  @Test(
    "XML reader reports invalid XML",
    arguments: [
      "<!DOCTYPE a [<!ENTITY b 'bbbb'>]><a>&b;</a>", "<!DOCTYPE a SYSTEM 'http://x/'><a/>", "",
      "text", "<>", "<a", "<a x>", "<a x=1/>", "</a>", "\u{0}\u{0}<a/>", "<a>&", "&amp;",
      "<?xml version='1.0' encoding='UTF-7'?><a/>", "<a>&x;</a>", "<a>&#0;</a>", "<a>&#xD800;</a>",
    ])
  func whatIsNoXMLGivesAProblem(text: String) {
    var problem: FormatError?
    do { problem = try read(text).problem } catch { problem = error as? FormatError }
    #expect(problem != nil)
    #expect(problem?.advice.isEmpty == false)
  }

  @Test("XML reader refuses a document type") func aDocumentTypeIsRefusedWithASentence() {
    let problem = Samples.problem { _ = try read("\n<!DOCTYPE lolz [<!ENTITY lol 'lol'>]>\n<a/>") }
    #expect(problem?.location == .line(2))
    #expect(problem?.message == "The text has a document type, which may define entities.")
  }

  @Test("XML reader limits nesting") func depthIsLimited() throws {
    let text = String(repeating: "<a>", count: 100_000)
    let problem = try read(text).problem
    #expect(problem?.message == "Elements are nested more than 64 deep.")
  }

  @Test("XML reader keeps what it read before the end of the file")
  func whatWasReadBeforeTheEndStands() throws {
    let (root, problem) = try read("<a><b>1</b>\n<b>2</b><b>3")
    #expect(root.children.map { $0.text } == ["1", "2", "3"])
    #expect(problem?.location == .line(2))
  }

  @Test("XML reader reports a wrong end tag") func wrongEndTagsAreSaid() throws {
    let (root, problem) = try read("<a><b>\n</a>")
    #expect(root.name == "a")
    #expect(problem?.message == "“a” is closed, but “b” of line 1 is open.")
  }

  @Test("XML reader refuses UTF-16") func utf16IsRefused() {
    var reader = XMLReader([0xFF, 0xFE, 0x3C, 0])
    #expect(Samples.problem { _ = try reader.read() }?.message == "This is UTF-16.")
  }
}
