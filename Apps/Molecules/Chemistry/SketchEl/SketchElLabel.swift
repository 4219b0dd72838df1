/// SketchEl's label markup: "|" separates runs, "{3}" is a subscript, "{^i}" a superscript.
public enum SketchElLabel {
  /// Removes the markup: "CF3" for "C|F{3}".
  public static func plain(_ label: String) -> String {
    guard label.utf8.contains(where: { $0 == 0x7B || $0 == 0x7C || $0 == 0x7D }) else {
      return label
    }
    return label.replacing("{^", with: "").filter { !"{}|".contains($0) }
  }
}
