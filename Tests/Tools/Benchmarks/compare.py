#!/usr/bin/env python3
"""Compare the viewer with a list in plain C, on a pseudo-terminal of 160x50, in one run.

usage: compare.py LIST CLOUDBURST [CLOUDBURST OF ANOTHER COMMIT]

For 14 to 100,000 rows. The viewers resume a session in the list; plain C saves nothing.

  rows     from the start until the rows are on the screen; the viewer's may be the launch image
  ready    from the start to the last byte of the answer to a key pressed when the rows were there
  key      from a key to the last byte of its answer; the viewer has saved by then
  key cpu  processor time for one key, all threads
  bytes    what is written to the terminal for one key
  memory   the peak of the process's resident memory, in MiB
Ratios to plain C come first: medians over all runs. Only they mean anything elsewhere. RUNS=3 says
how often each is started.
"""
import fcntl, json, os, pty, select, signal, statistics, struct, sys, tempfile, termios, time

ROWS, COLUMNS, KEYS = 50, 160, 100
SIZES = 14, 1_000, 10_000, 100_000
DOWN = b"\x1bOB"
KEY_QUIET, SCREEN_QUIET = 0.03, 0.6


class Program:
    """A program on a terminal of its own."""

    def __init__(self, command, state):
        self.started = time.perf_counter()
        self.count = 0
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            size = struct.pack("HHHH", ROWS, COLUMNS, 0, 0)
            fcntl.ioctl(0, termios.TIOCSWINSZ, size)
            os.environ.update(TERM="xterm-256color", LC_ALL="C.UTF-8", XDG_STATE_HOME=state)
            os.execv(command[0], command)

    def read(self, wait):
        """The next bytes; none when it was quiet or has ended."""
        if not select.select([self.terminal], [], [], wait)[0]:
            return b""
        try:
            data = os.read(self.terminal, 1 << 16)
        except OSError:
            return b""
        self.count += len(data)
        return data

    def wait_until_quiet(self, quiet, since):
        """The milliseconds from a moment to the last byte before it was quiet; None if there was none."""
        last, wait = None, 10
        while self.read(wait):
            last, wait = time.perf_counter(), quiet
        return None if last is None else (last - since) * 1e3

    def wait_for(self, text):
        """The milliseconds from the start until a text is there."""
        seen = b""
        while text not in seen:
            data = self.read(20)
            if not data:
                sys.exit(f"compare.py: {text.decode()} didn't appear")
            seen = seen[-200:] + data
        return (time.perf_counter() - self.started) * 1e3

    def press(self, key, quiet=KEY_QUIET):
        pressed = time.perf_counter()
        os.write(self.terminal, key)
        return self.wait_until_quiet(quiet, pressed)

    def processor_time(self):
        """Milliseconds so far, of all threads, those that have ended included."""
        # The kernel's process CPU clock of another process, as clock_getcpuclockid makes it.
        return time.clock_gettime((~self.process << 3) | 2) * 1e3

    def memory(self):
        with open(f"/proc/{self.process}/status") as file:
            return next(int(line.split()[1]) for line in file if line.startswith("VmHWM")) / 1024

    def quit(self):
        os.write(self.terminal, b"q")
        self.wait_until_quiet(10, self.started)  # it closes the terminal as it ends
        os.close(self.terminal)
        os.kill(self.process, signal.SIGKILL)  # unless it has ended already
        os.waitpid(self.process, 0)


def write_systems(path, count):
    status = [("RM01006", "Avviato"), ("RM01005", "Avvio"), ("RM01011", "Arrestato")]
    systems = [
        {"id": number, "name": f"Virtual system {number:05} of the benchmark",
         "currentstatus": status[number % 3][0], "currentstatus_text": status[number % 3][1],
         "owner": f"/resources/users/{number % 97}", "pattern": "/resources/patterns/1",
         "created": 1263862881511 + number, "updated": 1263863256864 + number}
        for number in range(count)]
    with open(path, "w") as file:
        json.dump(systems, file)


def measure(command, state, count, samples):
    program = Program(command, state)
    note = lambda what, value: samples.setdefault(what, []).append(value)
    note("rows", program.wait_for(b"system %05d" % (min(count, 40) - 1)))
    pressed = (time.perf_counter() - program.started) * 1e3
    note("ready", pressed + program.press(DOWN, SCREEN_QUIET))
    program.press(b"g", SCREEN_QUIET)  # to the first row
    before, written = program.processor_time(), program.count
    # Fourteen rows are too few to go down a hundred times.
    keys = [DOWN] * (12 if count < KEYS else KEYS)
    times = [program.press(key) for key in keys]
    if None in times:
        sys.exit(f"compare.py: {command[0]} didn't answer a key")
    for value in times:
        note("key", value)
    note("key cpu", (program.processor_time() - before) / len(keys))
    note("bytes", (program.count - written) / len(keys))
    note("memory", program.memory())
    program.press(b"g", SCREEN_QUIET)
    program.quit()


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    raw, *viewers = sys.argv[1:]
    for count in SIZES:
        with tempfile.TemporaryDirectory() as folder:
            recording = os.path.join(folder, "systems.json")
            write_systems(recording, count)
            programs = [([raw, str(count)], folder)]
            for number, viewer in enumerate(viewers):
                state = os.path.join(folder, str(number))
                programs.append(([viewer, f"--unplugged={recording}"], state))
                # The first start opens the list; the measured ones resume there.
                program = Program(*programs[-1])
                program.wait_until_quiet(SCREEN_QUIET, program.started)
                program.press(b"g", SCREEN_QUIET)
                program.quit()
            samples = [{} for _ in programs]
            for _ in range(int(os.environ.get("RUNS", "7"))):
                for program, each in zip(programs, samples):
                    measure(*program, count, each)
        floor = {what: statistics.median(values) for what, values in samples[0].items()}
        others = "     ratio   another" * (len(viewers) - 1)
        print(f"{count:,} rows".ljust(14) + "  ratio    viewer" + others + "   plain C")
        for what, least in floor.items():
            values = [statistics.median(each[what]) for each in samples[1:]]
            cells = "".join(f"{value / least:8.2f}x {value:9.2f}" for value in values)
            print(f"  {what:9}{cells} {least:9.2f}")


main()
