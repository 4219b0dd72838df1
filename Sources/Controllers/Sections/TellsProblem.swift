import Screens

/// A screen that says itself why its data can't be read.
@MainActor protocol TellsProblem {
  var problem: Report? { get }
  /// How what it shows stands to what its source has since its last load failed; nil if it didn't.
  var failure: Provenance.Standing? { get }
}

extension ListController: TellsProblem {}
extension PagedListController: TellsProblem {
  var problem: Report? { list.problem }
  var failure: Provenance.Standing? { list.failure }
}
extension DetailController: TellsProblem {}
extension ChartController: TellsProblem {}
