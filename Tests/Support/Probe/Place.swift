import Reprise

/// Where the probe can be. Only the last of them ever comes to grief.
enum Place: AppRoute {
  case root
  case plain
  case trapping

  var title: String {
    switch self {
    case .root: ""
    case .plain: "Plain"
    case .trapping: "Trapping"
    }
  }
}
