/// What the suites of the model and its sources stand in, so that `--filter ModelTests` runs them
/// all.
enum ModelTests {}
