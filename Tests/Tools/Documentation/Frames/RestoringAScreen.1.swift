import Reprise

// The block.
// In place of “…”:
func draw(in canvas: inout Canvas) {}
func handle(_ event: Event, _ navigator: Navigator) -> Handled { .ignored }
