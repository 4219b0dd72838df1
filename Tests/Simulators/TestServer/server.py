"""A server for tests: HTTP/1.1 with TLS on the loopback interface, told line by line what to answer.

    python3 server.py [CERTIFICATE]        without a certificate it speaks plain HTTP, and CONNECT

Each line on standard input is a command, a JSON object; each is answered with one line. The first line
it prints says its port. It ends with its standard input, so it never outlives the test.

    {"do": "answer", "path": "/a", "answers": [ANSWER...]}   one after the other; the last one stays
    {"do": "certificate", "file": PATH}                      for the handshakes from now on
    {"do": "seen"}                                           what has come so far
    {"do": "wait", "requests": 3, "seconds": 20}             the same, once there are so many
    {"do": "hold back", "after": 12}                         holds back the answers after so many requests
    {"do": "release"}                                        lets go of what is held back
    {"do": "go away"}                                        hangs up on whoever asks
    {"do": "come back"}                                      answers again
    {"do": "hang up"}                                        closes all connections
    {"do": "expire"}                                         ends the sessions there are
    {"do": "ask", "port": 1234}                              asks there what to answer where nothing was said:
                                                             a line with the request, a line with an ANSWER

What is answered to a path holds for it with any query, save for one that has an answer of its own.

An ANSWER: {"status", "reason", "headers": [[name, value]...], "body" (base64) or "file", and
    "zeros": n       a body of so many MiB of zeros, with "gzip"
    "gzip": true     compressed
    "chunked": true  without a length
    "user", "password"   401 unless they are given (and the challenge is left out with "challenge": false)
    "others": ""     what the others are told instead of the 401 (base64)
    "session": true  a request without the cookie of a session begins one, as an appliance does; one
                     with the cookie of a session that has ended gets a 401, whatever else it has
    "hold": n        waits before byte n of the body, or with -1 before the head, until it is released
    "delay": seconds before the head
    "drip": seconds before each byte of the body
    "trailers": n    so many KiB of trailers, behind a chunked body
    "cut": n         closes the connection before byte n of the body, or with -1 instead of any answer
}
"""

import base64
import gzip
import json
import re
import socket
import socketserver
import ssl
import struct
import sys
import threading
import time
import zlib
from http.server import BaseHTTPRequestHandler


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = 128

    def __init__(self, certificate):
        self.lock = threading.Condition()
        self.answers = {}
        self.requests = []
        self.connections = []
        self.sockets = set()
        self.sessions = 0
        self.expired = 0
        self.busy = 0
        self.busiest = 0
        self.released = threading.Event()
        self.limit = None
        self.is_away = False
        self.responder = None
        self.tls = None
        if certificate:
            self.show(certificate)
        super().__init__(("127.0.0.1", 0), Handler)

    def show(self, certificate):
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        tls.load_cert_chain(certificate)
        tls.set_alpn_protocols(["http/1.1"])
        self.tls = tls

    def answer(self, path, request=None):
        with self.lock:
            answers = self.answers.get(path) or self.answers.get(path.split("?")[0])
            if answers:
                return answers.pop(0) if len(answers) > 1 else answers[0]
        if request and self.responder:
            return self.ask(request)
        return {"status": 404, "reason": "Not Found"}

    def ask(self, request):
        with socket.create_connection(("127.0.0.1", self.responder)) as responder:
            responder.sendall(json.dumps(request).encode() + b"\n")
            with responder.makefile("rb") as reply:
                return json.loads(reply.readline())

    def answers_to(self, number):
        return self.limit is None or number <= self.limit

    def seen(self):
        return {
            "requests": self.requests,
            "connections": self.connections,
            "mostAtOnce": self.busiest,
        }

    def handle_error(self, request, client_address):
        """A client that goes away is what many a test is about."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # One write, so one packet, for a head.
    wbufsize = -1

    def setup(self):
        server = self.server
        self.connection = self.request
        self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with server.lock:
            self.number = len(server.connections) + 1
            self.seen = {"number": self.number, "isEncrypted": server.tls is not None}
            self.seen.update({"isReady": server.tls is None, "isResumed": False})
            server.connections.append(self.seen)
            server.sockets.add(self.connection)
        if server.tls:
            plain = self.connection
            # Here, not where connections are accepted: a client that says nothing holds up itself alone.
            self.connection = server.tls.wrap_socket(plain, server_side=True)
            with server.lock:
                server.sockets.discard(plain)
                server.sockets.add(self.connection)
                self.seen.update({"isReady": True, "isResumed": self.connection.session_reused})
        self.rfile = self.connection.makefile("rb", self.rbufsize)
        self.wfile = self.connection.makefile("wb", self.wbufsize)

    def finish(self):
        with self.server.lock:
            self.server.sockets.discard(self.connection)
        try:
            super().finish()
        finally:
            self.connection.close()

    def do_GET(self):
        request = {
            "method": self.command,
            "path": self.path,
            "headers": [[name, value] for name, value in self.headers.items()],
            "connection": self.number,
        }
        length = int(self.headers.get("Content-Length") or 0)
        if self.command == "POST":
            request["body"] = self.rfile.read(length).decode()
        answer = self.server.answer(self.path, request)
        session = self.session(answer)
        with self.server.lock:
            self.server.busy += 1
            self.server.busiest = max(self.server.busiest, self.server.busy)
            self.server.requests.append(request)
            number = len(self.server.requests)
            is_away = self.server.is_away
            self.server.lock.notify_all()
            self.server.lock.wait_for(lambda: is_away or self.server.answers_to(number))
        try:
            self.send({"cut": -1} if is_away else self.allowed(answer), session)
        finally:
            with self.server.lock:
                self.server.busy -= 1

    do_DELETE = do_GET
    do_POST = do_GET

    def allowed(self, answer):
        """The answer, or that it isn't for everybody."""
        if answer.get("session") and self.has_expired():
            page = b"<html><head><title>Session timed out</title></head></html>"
            headers = [["Content-Type", "text/html"]]
            body = base64.b64encode(page).decode()
            return {"status": 401, "reason": "Unauthorized", "headers": headers, "body": body}
        if "user" not in answer:
            return answer
        both = f"{answer['user']}:{answer['password']}".encode()
        if self.headers.get("Authorization") == "Basic " + base64.b64encode(both).decode():
            return answer
        if "others" in answer:
            return {**answer, "body": answer["others"]}
        challenge = [["WWW-Authenticate", 'Basic realm="test"']] * answer.get("challenge", True)
        return {"status": 401, "reason": "Unauthorized", "headers": challenge}

    def has_expired(self):
        number = re.search(r"zsessionid=session(\d+)", self.headers.get("Cookie") or "")
        return bool(number) and int(number[1]) <= self.server.expired

    def session(self, answer):
        if not answer.get("session") or "zsessionid=" in (self.headers.get("Cookie") or ""):
            return []
        with self.server.lock:
            self.server.sessions += 1
            number = self.server.sessions
        return [
            ["Set-Cookie", f"zsessionid=session{number}; Path=/; Secure; HttpOnly"],
            ["Set-Cookie", f"SimpleToken=token{number}; Path=/"],
        ]

    def send(self, answer, session):
        time.sleep(answer.get("delay", 0))
        if answer.get("hold") == -1:
            self.server.released.wait()
        if answer.get("cut") == -1:
            self.hang_up()
            return
        pieces, length = body(answer)
        self.send_response(answer.get("status", 200), answer.get("reason", "OK"))
        for name, value in answer.get("headers", []) + session:
            self.send_header(name, value)
        if answer.get("gzip"):
            self.send_header("Content-Encoding", "gzip")
        is_chunked = answer.get("chunked", False)
        if is_chunked:
            self.send_header("Transfer-Encoding", "chunked")
        elif answer.get("status") not in (204, 304):
            self.send_header("Content-Length", str(length))
        self.end_headers()
        self.send_body(pieces, answer, is_chunked)

    def send_body(self, pieces, answer, is_chunked):
        if "drip" in answer:
            for byte in b"".join(pieces):
                time.sleep(answer["drip"])
                self.write(bytes([byte]), is_chunked)
                self.wfile.flush()
            pieces = []
        stops = [(answer[stop], stop) for stop in ("hold", "cut") if answer.get(stop, -1) >= 0]
        sent = 0
        for piece in pieces:
            for place, stop in sorted(stops):
                if sent <= place < sent + len(piece) or place == sent:
                    self.write(piece[: place - sent], is_chunked)
                    piece, sent = piece[place - sent :], place
                    self.wfile.flush()
                    if stop == "cut":
                        self.hang_up()
                        return
                    self.server.released.wait()
                    stops.remove((place, stop))
            self.write(piece, is_chunked)
            sent += len(piece)
        if is_chunked:
            self.wfile.write(b"0\r\n")
            for number in range(answer.get("trailers", 0)):
                self.wfile.write(b"X-Trailer-%d: " % number + b"x" * 1000 + b"\r\n")
            self.wfile.write(b"\r\n")

    def write(self, piece, is_chunked):
        if is_chunked and piece:
            self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
        elif piece:
            self.wfile.write(piece)

    def hang_up(self):
        self.wfile.flush()
        self.close_connection = True
        # At once, without TLS's farewell: that is what a cut is.
        socket.socket.shutdown(self.connection, socket.SHUT_RDWR)

    def do_CONNECT(self):
        """A proxy: from here on it hands bytes to and fro."""
        with self.server.lock:
            self.server.requests.append(
                {
                    "method": "CONNECT",
                    "path": self.path,
                    "headers": [[name, value] for name, value in self.headers.items()],
                    "connection": self.number,
                }
            )
            self.server.lock.notify_all()
        answer = self.server.answer("CONNECT")
        if answer["status"] != 200:
            self.send(answer, [])
            return
        host, port = self.path.rsplit(":", 1)
        self.close_connection = True
        with socket.create_connection((host.strip("[]"), int(port))) as other:
            self.wfile.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
            self.wfile.flush()
            there = threading.Thread(target=pump, args=(self.connection, other), daemon=True)
            there.start()
            pump(other, self.connection)

    def log_message(self, format, *arguments):
        pass


def pump(source, sink):
    try:
        while data := source.recv(65536):
            sink.sendall(data)
        sink.shutdown(socket.SHUT_WR)
    except OSError:
        pass


def body(answer):
    """Its pieces, and how long they are together."""
    if "zeros" in answer:
        return bomb(answer["zeros"])
    if "file" in answer:
        with open(answer["file"], "rb") as file:
            data = file.read()
    else:
        data = base64.b64decode(answer.get("body", ""))
    if answer.get("gzip"):
        data = gzip.compress(data)
    return [data], len(data)


def bomb(mebibytes):
    """Zeros, compressed a thousand to one; made at once, since each MiB of them is the same bytes."""
    zeros = bytes(1 << 20)
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    piece = packer.compress(zeros) + packer.flush(zlib.Z_FULL_FLUSH)
    checksum = zlib.crc32(b"")
    for _ in range(mebibytes if mebibytes <= 64 else 0):
        checksum = zlib.crc32(zeros, checksum)
    end = b"\x03\x00" + struct.pack("<LL", checksum, mebibytes << 20 & 0xFFFFFFFF)
    head = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
    return [head] + [piece] * mebibytes + [end], len(head) + len(piece) * mebibytes + len(end)


def obey(server, command):
    match command["do"]:
        case "answer":
            with server.lock:
                server.answers[command["path"]] = command["answers"]
        case "certificate":
            server.show(command["file"])
        case "hold back":
            with server.lock:
                server.limit = command["after"]
        case "release":
            server.released.set()
            with server.lock:
                server.limit = None
                server.lock.notify_all()
        case "go away" | "come back":
            with server.lock:
                server.is_away = command["do"] == "go away"
        case "hang up":
            with server.lock:
                for connection in server.sockets:
                    try:
                        socket.socket.shutdown(connection, socket.SHUT_RDWR)
                    except OSError:
                        pass
        case "wait":
            with server.lock:
                server.lock.wait_for(
                    lambda: len(server.requests) >= command["requests"], command["seconds"]
                )
        case "expire":
            with server.lock:
                server.expired = server.sessions
        case "ask":
            with server.lock:
                server.responder = command["port"]
        case "seen":
            pass
        case _:
            raise ValueError(command["do"])
    with server.lock:
        return server.seen()


def say(value):
    sys.stdout.write(json.dumps(value) + "\n")
    sys.stdout.flush()


def main():
    server = Server(sys.argv[1] if len(sys.argv) > 1 else None)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    say({"port": server.server_address[1]})
    for line in sys.stdin:
        say(obey(server, json.loads(line)))


main()
