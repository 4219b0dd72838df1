import Documents

/// Small texts of each kind, for the tests.
enum Samples {
  static let sketchEl = "SketchEl!(1,0)\nC=0,0;0,0,i4\n!End\n"
  static let counts = "name\n  program\n\n  0  0  0     0  0            999 V2000\nM  END\n"
  static let sdfile = counts + "> <x>\n1\n\n$$$$\n"
  static let rxn = "$RXN\n\n\n\n  0  0\n"
  static let lisp = ";;; init.el --- mine\n(setq x 1)\n"
  static let rdfXML = """
    <?xml version="1.0"?>
    <!-- <DataSheet> -->
    <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/>
    """
  static let turtle = "@prefix x: <y> .\nx:a x:b x:c .\n"
  static let dataSheet = "<?xml version='1.0'?>\n<!-- a > b -->\n<DataSheet><Summary/></DataSheet>"
  static let cdx: [UInt8] =
    Array("VjCD0100".utf8) + [4, 3, 2, 1] + [UInt8](repeating: 0, count: 16)
}

extension DocumentHead {
  init(text: String) { self.init(Array(text.utf8)) }
}
