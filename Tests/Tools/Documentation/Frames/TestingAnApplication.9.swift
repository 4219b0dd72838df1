import RepriseTesting
import Testing

// The block.
