/// SketchEl's labels: "|" cuts a label into runs, "{3}" is lowered, "{^i}" raised.
public enum SketchElLabel {
  /// The label without mark-up: "CF3" for "C|F{3}".
  public static func plain(_ label: String) -> String {
    guard label.utf8.contains(where: { $0 == 0x7B || $0 == 0x7C || $0 == 0x7D }) else {
      return label
    }
    return label.replacing("{^", with: "").filter { !"{}|".contains($0) }
  }
}
