import Reprise
import RepriseTesting
import Testing

let application = Application("cloudburst") {
  TextController(title: "Virtual systems") { _ in }
}

// The block.
