public import Restoration
public import Screens

/// The saved state of a screen with sections: the selected section, and the state of each.
public struct SectionsState: RestorableState {
  /// The id of the selected section; `nil` for the first one, until the user chooses.
  public var sectionID: String?
  /// The states of the sections by section id, for sections that have been shown.
  public var sections: [String: ChildState] = [:]
  /// The error of the banner's last refresh.
  public var problem: StatusMessage?

  /// Creates the initial state of a screen with sections.
  public init() {}
}
