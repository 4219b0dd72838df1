import CNcurses
import Glibc
import Terminals

/// The terminal as a device: the file descriptors for its input and output.
struct TTY {
  let input: Int32
  let output: Int32

  /// The window's size, or `nil` if the device doesn't know it, as on a serial line.
  var size: Size? {
    var rows: Int32 = 0
    var columns: Int32 = 0
    guard reprise_window_size(output, &rows, &columns) else { return nil }
    return Size(rows: Int(rows), columns: Int(columns))
  }

  /// The size of a cell in pixels, or `nil` if the terminal doesn't report it, which is common.
  var cellSize: PixelSize? {
    var width: Int32 = 0
    var height: Int32 = 0
    guard reprise_cell_size(output, &height, &width) else { return nil }
    return PixelSize(width: Int(width), height: Int(height))
  }

  /// Whether this process is in the terminal's foreground. Always true without job control.
  var isInForeground: Bool {
    let group = tcgetpgrp(input)
    return group < 0 || group == getpgrp()
  }

  var isHungUp: Bool {
    var file = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
    return poll(&file, 1, 0) > 0 && Int32(file.revents) & (POLLHUP | POLLERR | POLLNVAL) != 0
  }

  /// False for a terminal that is gone, where writes fail.
  var isFull: Bool {
    var file = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
    return poll(&file, 1, 0) == 0
  }

  /// Call with ncurses' buffer empty, as after a refresh. Drops what a hung-up terminal rejects.
  func write(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(output, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if count < 0, errno == EAGAIN {
        var file = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
        _ = poll(&file, 1, -1)
      } else if count == 0 || errno != EINTR {
        return
      }
    }
  }

  func waitForInput(until deadline: ContinuousClock.Instant) -> Bool {
    var file = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
    let left = Int((deadline - .now) / .milliseconds(1))
    return left > 0 && poll(&file, 1, Int32(clamping: left)) > 0
  }

  func read(atMost limit: Int) -> [UInt8] {
    let count = min(limit, Int(reprise_bytes_waiting(input)))
    guard count > 0 else { return [] }
    return Array(unsafeUninitializedCapacity: count) { buffer, filled in
      filled = max(0, Glibc.read(input, buffer.baseAddress, count))
    }
  }
}
