/// SketchEl's labels: "|" cuts a label into runs, "{3}" is lowered, "{^i}" raised.
public enum SketchElLabel {
  /// The label without mark-up: "CF3" for "C|F{3}".
  public static func plain(_ label: String) -> String {
    label.replacing("{^", with: "").filter { !"{}|".contains($0) }
  }
}
