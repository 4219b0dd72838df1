#!/usr/bin/env python3
"""Compare the viewer with a list in plain C, on a pseudo-terminal of 160x50, in one run.

usage: compare.py LIST CLOUDBURST [RUNS]

  first screen  from the start to the last byte of the first quiet screen; the viewer resumes there
  key           from a key to the last byte of its answer; the viewer has saved by then
  key cpu       processor time for one key, all threads
Medians over all runs, and their ratios to plain C. Only the ratios mean anything elsewhere.
"""
import fcntl, json, os, pty, select, signal, statistics, struct, sys, tempfile, termios, time

ROWS, COLUMNS, SYSTEMS, KEYS = 50, 160, 5000, 100
DOWN = b"\x1bOB"
KEY_QUIET, SCREEN_QUIET = 0.03, 0.4


class Program:
    """A program on a terminal of its own."""

    def __init__(self, command, state):
        self.started = time.perf_counter()
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            size = struct.pack("HHHH", ROWS, COLUMNS, 0, 0)
            fcntl.ioctl(0, termios.TIOCSWINSZ, size)
            os.environ.update(TERM="xterm-256color", LC_ALL="C.UTF-8", XDG_STATE_HOME=state)
            os.execv(command[0], command)

    def wait_until_quiet(self, quiet, since):
        """The milliseconds from a moment to the last byte before it was quiet; None if there was none."""
        last, wait = None, 10
        while select.select([self.terminal], [], [], wait)[0]:
            try:
                if not os.read(self.terminal, 1 << 16):
                    break
            except OSError:
                break
            last, wait = time.perf_counter(), quiet
        return None if last is None else (last - since) * 1e3

    def first_screen(self):
        return self.wait_until_quiet(SCREEN_QUIET, self.started)

    def press(self, key, quiet=KEY_QUIET):
        pressed = time.perf_counter()
        os.write(self.terminal, key)
        return self.wait_until_quiet(quiet, pressed)

    def processor_time(self):
        """Milliseconds so far, of all threads, those that have ended included."""
        # The kernel's process CPU clock of another process, as clock_getcpuclockid makes it.
        return time.clock_gettime((~self.process << 3) | 2) * 1e3

    def quit(self):
        os.write(self.terminal, b"q")
        self.wait_until_quiet(10, self.started)  # it closes the terminal as it ends
        os.close(self.terminal)
        os.kill(self.process, signal.SIGKILL)  # unless it has ended already
        os.waitpid(self.process, 0)


def write_systems(path):
    status = [("RM01006", "Avviato"), ("RM01005", "Avvio"), ("RM01011", "Arrestato")]
    systems = [
        {"id": number, "name": f"Virtual system {number:05} of the benchmark",
         "currentstatus": status[number % 3][0], "currentstatus_text": status[number % 3][1],
         "owner": f"/resources/users/{number % 97}", "pattern": "/resources/patterns/1",
         "created": 1263862881511 + number, "updated": 1263863256864 + number}
        for number in range(SYSTEMS)]
    with open(path, "w") as file:
        json.dump(systems, file)


def measure(command, state, samples, presses_keys):
    program = Program(command, state)
    samples.setdefault("first screen", []).append(program.first_screen())
    if presses_keys:
        if "--unplugged" in command[1]:
            program.press(b"g", SCREEN_QUIET)  # to the first row, where plain C begins
        before = program.processor_time()
        times = [program.press(DOWN) for _ in range(KEYS)]
        if None in times:
            sys.exit(f"compare.py: {command[0]} didn't answer a key")
        samples.setdefault("key", []).extend(times)
        spent = (program.processor_time() - before) / KEYS
        samples.setdefault("key cpu", []).append(spent)
    program.quit()


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    raw, viewer = sys.argv[1:3]
    runs = int(sys.argv[3]) if len(sys.argv) == 4 else 7
    with tempfile.TemporaryDirectory() as folder:
        recording = os.path.join(folder, "systems.json")
        write_systems(recording)
        programs = {
            "plain C": [raw, str(SYSTEMS)],
            f"cloudburst, {SYSTEMS} systems": [viewer, f"--unplugged={recording}"],
            "cloudburst, built-in": [viewer, "--unplugged"],
        }
        for name in list(programs)[1:]:
            # The first start opens the list; the measured ones resume there.
            program = Program(programs[name], folder)
            program.first_screen()
            program.quit()
        samples = {name: {} for name in programs}
        for _ in range(runs):
            for name, command in programs.items():
                # Fourteen rows are too few to go down a hundred times.
                measure(command, folder, samples[name], not name.endswith("built-in"))
    floor = samples["plain C"]
    for name, measured in samples.items():
        print(name)
        for what, values in measured.items():
            median = statistics.median(values)
            ratio = median / statistics.median(floor[what])
            print(f"  {what:13}{median:8.2f} ms" + ("" if measured is floor else f"  {ratio:.2f}x"))


main()
