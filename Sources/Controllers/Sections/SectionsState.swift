public import Restoration

/// What a screen of sections remembers: which one is shown, and what each remembers itself.
public struct SectionsState: RestorableState {
  /// Nil until the person chose: then the first one.
  public var sectionID: String?
  /// By the sections' ids. Those that were never shown have none.
  public var sections: [String: SavedPart] = [:]
  /// What went wrong with the last refresh of the banner.
  public var problem: Report?

  public init() {}
}
