import Reprise

@MainActor func machinesScreen() -> any Screen { TextController(title: "Machines") { _ in } }
@MainActor func machineScreen(_ id: String) -> any Screen { TextController(title: id) { _ in } }

// The block.
