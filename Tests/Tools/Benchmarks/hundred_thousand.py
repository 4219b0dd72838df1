#!/usr/bin/env python3
"""Measure openbis on an instance with 100,000 entities in one category, which a server in this process has, and on what is kept of them.

usage: hundred_thousand.py OPENBIS [ENTITIES]

  sync       from the password, which is typed at the first start, to the end of the sync
  gate       from a later start to the last byte of its first screen, which asks for the password
  key        from Enter to the first frame with the refusal of a wrong password: most of it is the making of the key, slow on purpose
  root       from Enter to the first frame with the first list, without the time of key
  list       from Enter to the first frame with the list of all entities, where the session was left, without the time of key
  keystroke  from a letter that is typed into that list's filter to the last byte of its matches; the worst of all letters
  memory     the most that the process has had resident in such a later start, in MiB
Medians over five runs but for sync and keystroke. Fails if a limit of the issue is passed: 100 ms for gate and root, 50 ms, 250 MiB.
"""
import json, os, select, ssl, statistics, sys, tempfile, threading, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

arguments = sys.argv[1:]
here = os.path.dirname(os.path.abspath(__file__))
certificates = os.path.join(here, "..", "TestServer", "certificates")
COLUMNS = ["PERM_ID", "REFCON", "CATEGORY", "SUMMARY_HEADER", "SUMMARY", "CHILDREN", "ROOT_LEVEL", "DELETED"]


def table(columns, rows):
    return {"columns": [{"title": title, "dataType": "STRING"} for title in columns],
            "rows": [[{"type": "STRING", "value": cell} for cell in row] for row in rows]}


def instance(count):
    """The answers of the instance's service, by what is asked for."""
    ids = [f"20121008094501234-{number}" for number in range(count)]
    category = ["PROBES", '{"code":"PROBES"}', "Navigation", "Probes", "", json.dumps(ids), "true", ""]
    probes = [[
        ids[n], json.dumps({"code": f"PROBE{n}", "entityKind": "SAMPLE", "entityType": "5HT_PROBE"}), "5HT_PROBE",
        f"PROBE{n}", f"Binding affinity for compound {n % 97} at receptor {n % 13}",
        json.dumps([f"T{n % 13} (5HT_TARGET)", f"C{n % 97} (5HT_COMPOUND)"]), "", ""] for n in range(count)]
    answers = {
        "CLIENT_PREFS": table(["KEY", "VALUE"], [["ROOT_SET_REFRESH_INTERVAL", "1800"]]),
        "NAVIGATION": table(COLUMNS, [category]),
        "ROOT": table(COLUMNS, [category] + probes)}
    return {key: json.dumps(answer) for key, answer in answers.items()}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    answers = {}

    def do_POST(self):
        call = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        method, parameters = call["method"], call["params"]
        if method == "tryToAuthenticateAtQueryServer":
            # A wrong password is null.
            result = json.dumps("admin-token" if parameters[1] == "secret" else None)
        elif method == "listAggregationServices":
            result = json.dumps([{"dataStoreCode": "DSS1", "serviceKey": "ipad-read-service-v1"}])
        elif method == "isSessionActive":
            result = "true"
        elif method == "createReportFromAggregationService":
            result = self.answers.get(parameters[3]["requestKey"], json.dumps(table(COLUMNS, [])))
        else:
            result = "null"
        body = ('{"jsonrpc":"2.0","id":"1","result":' + result + "}\n").encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json-rpc")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *words):
        pass


def serve(count):
    Handler.answers = instance(count)
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(os.path.join(certificates, "vouched-for.pem"))
    server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_address[1]


def program_class():
    """The terminal of million.py, whose own measuring isn't wanted here."""
    with open(os.path.join(here, "million.py")) as file:
        source = file.read()
    names = {}
    exec(compile(source[: source.index("\nprogram = ")], "million.py", "exec"), names)
    return names["Program"]


class Program(program_class()):
    def frame(self, keys, text):
        """The milliseconds from a key to the frame in which a text is first. What the server answers is painted later."""
        pressed, seen = time.perf_counter(), b""
        os.write(self.terminal, keys)
        while text not in seen:
            if not select.select([self.terminal], [], [], 60)[0]:
                sys.exit(f"{text!r} hasn't come; the screen's bytes are {seen[-2000:]!r}")
            seen += os.read(self.terminal, 1 << 16)
        shown = (time.perf_counter() - pressed) * 1e3
        while select.select([self.terminal], [], [], 0.5)[0]:
            os.read(self.terminal, 1 << 16)
        return shown


program = os.path.abspath(arguments[0])
count = int(arguments[1]) if len(arguments) > 1 else 100_000
all_rows = f"{count:,} entities below".encode()
with tempfile.TemporaryDirectory() as home:
    command = [
        program, "--server", f"https://127.0.0.1:{serve(count)}", "--user", "admin", "--cacert",
        os.path.join(certificates, "authority.pem")]
    first = Program(command, home)
    first.wait_for(b"Password", first.started)
    os.write(first.terminal, b"secret")
    began = time.perf_counter()
    first.press(b"\r", b"Probes")
    # Its own list says that all have come.
    first.press(b"\r", all_rows)
    print(f"sync      {(time.perf_counter() - began) * 1e3:8.1f} ms, {first.memory():.1f} MiB")
    first.press(b"\x1b", b"Navigation")
    first.quit()
    gates, keys, roots, lists, keystrokes, memories = [], [], [], [], [], []

    def started():
        run = Program(command, home)
        gates.append(run.wait_for(b"Password", run.started))
        return run

    for _ in range(5):
        run = started()
        os.write(run.terminal, b"wrong")
        run.wait_for(b"", time.perf_counter(), 0.5)
        keys.append(run.frame(b"\r", b"doesn't unlock"))
        run.quit()
        run = started()
        os.write(run.terminal, b"secret")
        run.wait_for(b"", time.perf_counter(), 0.5)
        roots.append(run.frame(b"\r", b"Probes"))
        run.press(b"\r", b"PROBE9")
        run.quit()
        run = started()
        os.write(run.terminal, b"secret")
        run.wait_for(b"", time.perf_counter(), 0.5)
        lists.append(run.frame(b"\r", b"PROBE9"))
        os.write(run.terminal, b"/")
        run.wait_for(b"", time.perf_counter(), 0.5)
        for letter in "probe9999":
            keystrokes.append(run.press(letter.encode(), b"match" if letter == "p" else b""))
        memories.append(run.memory())
        # Back to the first list for the next run.
        run.press(b"\x1b", b"")
        run.press(b"\x1b", b"Navigation")
        run.quit()
    key = statistics.median(keys)
    print(f"key       {key:8.1f} ms")
    results = [
        ("gate", statistics.median(gates), 100, "ms"), ("root", statistics.median(roots) - key, 100, "ms"),
        ("list", statistics.median(lists) - key, None, "ms"), ("keystroke", max(keystrokes), 50, "ms"),
        ("memory", max(memories), 250, "MiB")]
    for name, value, limit, unit in results:
        print(f"{name:9} {value:8.1f} {unit}" + (f" (at most {limit})" if limit else ""))
    sys.exit(any(limit and value > limit for _, value, limit, _ in results))
