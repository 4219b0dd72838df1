public import Restoration
public import Screens

/// The saved state of a screen of sections: the section that is shown, and the state of each.
public struct SectionsState: RestorableState {
  /// The id of the section that is shown; nil until the person chooses: the first one.
  public var sectionID: String?
  /// The states of the sections by their ids; a section that was never shown has none.
  public var sections: [String: ChildState] = [:]
  /// The failure of the last refresh of the banner.
  public var problem: StatusMessage?

  /// Creates the state of a screen that opens for the first time.
  public init() {}
}
