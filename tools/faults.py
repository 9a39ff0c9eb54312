#!/usr/bin/env python3
"""Faults of the world around siga, one after another: python3 tools/faults.py target/release/siga [--only NAME] [--seed N]

Kills, full disks, damaged and planted files, builders at once, pages, batches, closed pipes, signals, locales. Each is done to a fresh folder
and says what did not come out as docs/tables.md promises. Needs Linux and Python 3.10, nothing else. Status 0: all as
promised; 1: something is not.
"""
import argparse, hashlib, http.client, itertools, json, os, pathlib, random, resource, shutil, signal, struct, subprocess, sys, tempfile
import threading, time, urllib.request

RULES = "5x5:size=3,men=3,row=3"
# Sets of tables of every kind, each built in a moment.
SETS = [
    [RULES],
    ["5x5:size=4,men=3,row=3"],
    ["sidja:sudan,size=3", "--stones", "8"],
    ["sidja:egypt,size=3,no_capture=none", "--stones", "7", "--turns"],
    ["daldos:n=4", "--pieces", "2,1"],
]
FORMATS = ["table", "json", "csv", "tsv", "jsonl", "markdown", "latex", "svg", "html"]
# Formats that every answer has; a picture needs something to draw.
TABLES = FORMATS[:-2]
# One question of every kind.
QUESTIONS = [
    ["throw", "3d6"],
    ["throw", "tab", "--turn"],
    ["throws"],
    ["rules"],
    ["daldos", "table"],
    ["daldos", "odds", "--behind", "1,3"],
    ["sig", "odds", "--behind", "5"],
    ["sidja", "moves", "--position", "xo1/x1x/oo1 o -", "--rules", "sidja:egypt,size=3"],
    ["5x5", "probe", "--position", "3/3/3 x", "--rules", RULES],
    ["compare", "throw tab", "throw yut"],
    ["schema"],
    ["tables", "list"],
]
# Files of which `siga report` makes pages.
REPORTED = ["fixtures/positions/sig-end.txt", "fixtures/positions/daldos-last.txt", "fixtures/published/craps.json"]
# Lines of a batch: answers of every length, errors, signs of several bytes.
LINES = [
    ["throw", "3d6"],
    ["daldos", "odds", "--behind", "1,3"],
    {"id": "…", "query": ["throw", "2d"]},
    17,
    ["sidja", "moves", "--position", "xo1/x1x/oo1 o -", "--rules", "sidja:egypt,size=3"],
    ["throw", "40d6"],
]
# Work that takes long enough to be interrupted.
LONG = [
    ["tables", "build", "teeko"],
    ["tables", "build", "sidja:sudan", "--stones", "7"],
    ["tables", "build", "daldos:n=12", "--pieces", "2,2"],
    ["5x5", "solve"],
    ["teeko", "solve", "--all"],
    ["sidja", "survey"],
    ["sidja", "solve", "--stones", "8"],
    ["daldos", "endgame", "--n", "12", "--pieces", "2,2", "--positions", "5000000"],
    ["daldos", "simulate", "--games", "1000000"],
    ["5x5", "perft", "--position", "5/5/5/5/5 x", "--depth", "8"],
    ["throw", "30(d{1,7,49,343,2401})", "--given", ">= 3"],
]

class Bench:
    def __init__(self, siga, seed):
        self.siga, self.random, self.wrong = str(pathlib.Path(siga).resolve()), random.Random(seed), 0
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="siga-faults-"))

    def folder(self):
        return pathlib.Path(tempfile.mkdtemp(dir=self.root))

    def command(self, arguments, tables=None):
        return [self.siga, *arguments, *(["--tables", str(tables)] if tables else [])]

    def start(self, arguments, tables=None, **more):
        more = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL} | more
        return subprocess.Popen(self.command(arguments, tables), **more)

    def run(self, arguments, tables=None, limit=120, **more):
        """Status, standard output and standard error."""
        more = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | more
        try:
            done = subprocess.run(self.command(arguments, tables), timeout=limit, **more)
        except subprocess.TimeoutExpired:
            self.fail(f"{' '.join(arguments)}: not done after {limit} s")
            return None, b"", b""
        if done.returncode < 0 or done.returncode > 3:
            self.fail(f"{' '.join(arguments)}: ended with {done.returncode}: {(done.stderr or b'')[-300:]}")
        return done.returncode, done.stdout or b"", done.stderr or b""

    def fail(self, what):
        self.wrong += 1
        print(f"  WRONG: {what}", flush=True)

    def expect(self, true, what):
        if not true:
            self.fail(what)

    def built(self, arguments):
        """The bytes of a set built in peace, by name, in a folder of its own."""
        folder = self.folder()
        status, _, error = self.run(["tables", "build", *arguments], folder)
        self.expect(status == 0, f"build {arguments}: {error}")
        return folder, content(folder)

def files(folder):
    return sorted(path for path in folder.rglob("*") if not path.is_dir() or path.is_symlink())

def content(folder):
    """The tables of a folder: their bytes by name. Locks are no part of what was built."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in files(folder) if not path.name.startswith("lock")}

def kills(bench):
    """kill -9 at fifty random moments of building, then resumed: the same bytes, nothing left over."""
    for number, arguments in enumerate(SETS):
        began = time.monotonic()
        _, sound = bench.built(arguments)
        whole = time.monotonic() - began
        folder = bench.folder()
        for _ in range(50 // len(SETS)):
            process = bench.start(["tables", "build", *arguments], folder)
            time.sleep(bench.random.random() * whole)
            process.kill()
            process.wait()
            for name, data in content(folder).items():
                if not name.endswith(".partial"):
                    bench.expect(sound.get(name) == data, f"{arguments}: {name} after a kill")
            if bench.random.random() < 0.3:
                shutil.rmtree(folder)
                folder.mkdir()
        status, _, error = bench.run(["tables", "build", *arguments], folder)
        bench.expect(status == 0 and content(folder) == sound, f"{arguments}: other bytes after kills: {error}")

def full_disk(bench):
    """A file that may not grow, a folder that cannot be written: status 1, nothing half written, and then resumed."""
    for arguments in SETS:
        _, sound = bench.built(arguments)
        largest = max(len(data) for data in sound.values())
        for limit in (0, 1, 500, largest // 2, largest - 1):
            folder = bench.folder()
            def bounded():
                signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
                resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
            status, _, error = bench.run(["tables", "build", *arguments], folder, preexec_fn=bounded, restore_signals=False)
            bench.expect(status == 1 and b"cannot write" in error, f"{arguments}, {limit} bytes: {status} {error}")
            for name, data in content(folder).items():
                bench.expect(sound.get(name) == data, f"{arguments}, {limit} bytes: {name} is left")
            status, _, _ = bench.run(["tables", "build", *arguments], folder)
            bench.expect(content(folder) == sound, f"{arguments}: other bytes after a full disk")
    for place in ("/proc/siga", "/dev/null/siga", "/sys/siga"):
        for arguments in (["tables", "build", RULES], ["tables", "certificate", RULES]):
            status, _, error = bench.run(arguments, place)
            bench.expect(status == 1 and error.startswith(b"error"), f"{arguments} in {place}: {status} {error}")
    bare = {"PATH": os.environ.get("PATH", "")}
    for home in ({}, {"HOME": ""}, {"HOME": "/nonexistent"}, {"HOME": "/dev/null"}):
        status, _, error = bench.run(["tables", "list"], env=bare | home)
        bench.expect(status in (0, 1), f"tables list with {home}: {error}")
        for question in QUESTIONS[:-1]:
            status, _, error = bench.run(question, env=bare | home)
            bench.expect(status == 0, f"{question} with {home}: {error}")

def damage(bench):
    """Tables changed, cut off, lengthened, exchanged, planted: refused with the reason, and built anew."""
    folder, sound = bench.built([RULES])
    other, foreign = bench.built(["5x5:size=3,men=3,row=3,jumps=no"])
    limited = lambda: resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
    names = sorted(sound)
    small = min(names, key=lambda name: len(sound[name]))
    def refused(path, data, what):
        write(path, data)
        status, _, error = bench.run(["tables", "verify", RULES], folder, limit=20, preexec_fn=limited)
        bench.expect(status == 3, f"{what}: verify ends with {status} {error}")
    for name in names:
        path, data = folder / name, sound[name]
        every = range(len(data)) if name == small else sorted(bench.random.sample(range(len(data)), 25))
        for at in every:
            refused(path, data[:at] + bytes([data[at] ^ 1 << bench.random.randrange(8)]) + data[at + 1:], f"{name}, byte {at}")
        for length in range(0, len(data), 1 if name == small else 97):
            write(path, data[:length])
            status, _, error = bench.run(["tables", "verify", RULES], folder, limit=20)
            bench.expect(status == 3, f"{name} cut off at {length}: {status} {error}")
        refused(path, data + b"\0", f"{name}, a byte longer")
        refused(path, data + data, f"{name}, twice")
        refused(path, foreign[sorted(foreign)[names.index(name)]], f"{name} of other rules")
        refused(path, sound[names[names.index(name) - 1]], f"{name} of another layer")
        for field, claim in itertools.product((8, 12, 16), (0xFFFFFFFF, 0x7FFFFFFF, 1 << 16, 0)):
            refused(path, data[:field] + struct.pack("<I", claim) + data[field + 4:], f"{name} claims {claim} at {field}")
        for key, claim in (("positions", 1 << 62), ("arrangements", -1), ("positions", 10**30), ("layer", "200-200")):
            refused(path, forged(data, key, str(claim)), f"{name} claims {key} {claim}")
        write(path, forged(data, "positions", str(1 << 40)))
        status, _, error = bench.run(["tables", "build", RULES], folder)
        bench.expect(status == 0 and content(folder) == sound, f"{name} is not built anew: {error}")
    victim = folder / "victim"
    victim.write_bytes(b"mine")
    path, data = folder / small, sound[small]
    def replaced(make, what):
        path.unlink()
        make()
        status, _, error = bench.run(["tables", "verify", RULES], folder, limit=20)
        bench.expect(status in (0, 3), f"{what}: verify ends with {status} {error}")
        status, _, error = bench.run(["tables", "build", RULES], folder, limit=20)
        bench.expect(status in (0, 1), f"{what}: build ends with {status} {error}")
        bench.expect(victim.read_bytes() == b"mine", f"{what}: another file was written")
        if path.is_dir() and not path.is_symlink():
            path.rmdir()
        else:
            path.unlink()
        write(path, data)
    replaced(lambda: path.symlink_to(victim), "a link to another file")
    replaced(lambda: path.symlink_to(folder / "nothing"), "a dangling link")
    replaced(lambda: path.symlink_to(path.name), "a link to itself")
    replaced(lambda: os.mkfifo(path), "a pipe")
    replaced(lambda: path.mkdir(), "a folder")
    replaced(lambda: path.write_bytes(b"not a table"), "a text")
    bench.expect(not (folder / "nothing").exists(), "a dangling link's target was made")

def write(path, data):
    path.unlink(missing_ok=True)
    path.write_bytes(data)

def forged(data, key, value):
    """A header that claims something else under a right checksum."""
    text, blocks = struct.unpack_from("<2I", data, 12)
    end = 20 + text + 16 * blocks
    lines = data[20:20 + text].decode().split("\n")
    lines = [f"{key}: {value}" if line.startswith(f"{key}: ") else line for line in lines]
    new = "\n".join(lines).encode()
    head = data[:12] + struct.pack("<2I", len(new), blocks) + new + data[20 + text:end]
    return head + hashlib.sha256(head).digest() + data[end + 32:]

def builders(bench):
    """Several builders of the same rules at once: each ends with 0 or says that another is at work, and the bytes are the same."""
    for arguments in SETS:
        _, sound = bench.built(arguments)
        for _ in range(3):
            folder = bench.folder()
            all_of = [bench.start(["tables", "build", *arguments], folder, stderr=subprocess.PIPE) for _ in range(4)]
            ended = [(process.communicate()[1], process.returncode) for process in all_of]
            for error, status in ended:
                told = status == 0 or status == 1 and b"another process" in error
                bench.expect(told, f"{arguments}: a builder ends with {status} {error}")
            status, _, error = bench.run(["tables", "build", *arguments], folder)
            bench.expect(status == 0 and content(folder) == sound, f"{arguments}: other bytes of several builders: {error}")

def pages(bench):
    """Pages and tables written to a folder: full disks, planted and foreign files, kills; each file whole or not there."""
    for arguments in (["report", *REPORTED], ["daldos", "table", "--format", "csv", "--table", "all"]):
        def written(folder, **more):
            return bench.run([*arguments, "--out", str(folder)], **more)
        began, sound = time.monotonic(), bench.folder()
        status, _, error = written(sound)
        whole = time.monotonic() - began
        bench.expect(status in (0, 3), f"{arguments}: {status} {error}")
        sound = content(sound)
        bench.expect(len(sound) > 1 or arguments[0] != "report", f"{arguments}: writes {list(sound)}")
        def holds(folder, what):
            for name, data in content(folder).items():
                bench.expect(sound.get(name) == data, f"{arguments}, {what}: {name} is left")
        largest = max(len(data) for data in sound.values())
        for limit in (0, 1, largest // 2, largest - 1):
            folder = bench.folder()
            def bounded():
                signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
                resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
            status, _, error = written(folder, preexec_fn=bounded, restore_signals=False)
            bench.expect(status == 1 and b"cannot write" in error, f"{arguments}, {limit} bytes: {status} {error}")
            holds(folder, f"{limit} bytes")
        for place in ("/proc/siga", "/dev/null/siga", "/sys/siga"):
            status, _, error = written(place)
            bench.expect(status == 1 and b"cannot write" in error, f"{arguments} in {place}: {status} {error}")
        name = sorted(sound)[-1]
        folder, victim = bench.folder(), bench.folder() / "victim"
        victim.write_bytes(b"mine")
        path = folder / name
        for what, make in {
            "an older file": lambda: path.write_bytes(b"old"),
            "a link": lambda: path.symlink_to(victim),
            "a dangling link": lambda: path.symlink_to(folder / "nothing"),
            "a pipe": lambda: os.mkfifo(path),
        }.items():
            path.unlink(missing_ok=True)
            make()
            written(folder, limit=60)
            bench.expect(content(folder) == sound and not path.is_symlink(), f"{arguments}: {what} is not replaced")
            bench.expect(victim.read_bytes() == b"mine", f"{arguments}: {what}: another file was written")
        for other in (f"{name}.partial", f"{name}.1.partial"):
            (folder / other).symlink_to(victim)
        written(folder, limit=60)
        bench.expect(victim.read_bytes() == b"mine", f"{arguments}: a planted link was followed")
        path.unlink()
        path.mkdir()
        status, _, error = written(folder)
        bench.expect(status == 1 and b"cannot write" in error, f"{arguments}: a folder in the way: {status} {error}")
        folder = bench.folder()
        for _ in range(15):
            process = bench.start([*arguments, "--out", str(folder)])
            time.sleep(bench.random.random() * whole)
            process.send_signal(bench.random.choice([signal.SIGKILL, signal.SIGTERM, signal.SIGINT]))
            process.wait()
            holds(folder, "a kill")
        written(folder)
        bench.expect(content(folder) == sound, f"{arguments}: other bytes after kills")

def batches(bench):
    """A batch killed, interrupted, out of disk, then resumed: the same bytes, whoever reads or does not."""
    folder = bench.folder()
    lines, answers = folder / "lines.jsonl", folder / "answers.jsonl"
    lines.write_text("".join(json.dumps(LINES[at % len(LINES)], ensure_ascii=False) + "\n" for at in range(600)))
    began = time.monotonic()
    status, sound, error = bench.run(["batch", str(lines)])
    whole = time.monotonic() - began
    bench.expect(status == 2 and sound.count(b"\n") == 600, f"batch: {status} {error}")
    resumed = ["batch", str(lines), "--resume", str(answers)]
    for round in range(30):
        process = bench.start(resumed)
        time.sleep(bench.random.random() * whole / 3)
        process.send_signal(bench.random.choice([signal.SIGKILL, signal.SIGKILL, signal.SIGTERM, signal.SIGINT]))
        process.wait()
        got = answers.read_bytes() if answers.exists() else b""
        bench.expect(sound.startswith(got), f"batch: other bytes after {round} kills")
        if round % 10 == 9:
            status, _, error = bench.run(resumed)
            bench.expect(status == 2 and answers.read_bytes() == sound, f"batch resumed: {status} {error}")
            answers.unlink()
    for cut in [bench.random.randrange(len(sound)) for _ in range(20)] + [sound.index("…".encode()) + 1]:
        answers.write_bytes(sound[:cut])
        status, _, error = bench.run(resumed)
        bench.expect(status == 2 and answers.read_bytes() == sound, f"batch cut at {cut}: {status} {error}")
    for limit in (0, 1, 4096, len(sound) // 2, len(sound) - 1):
        answers.unlink(missing_ok=True)
        def bounded():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
        status, _, error = bench.run(resumed, preexec_fn=bounded, restore_signals=False)
        bench.expect(status == 1 and b"error" in error, f"batch, {limit} bytes: {status} {error}")
        status, _, error = bench.run(resumed)
        bench.expect(answers.read_bytes() == sound, f"batch, {limit} bytes, resumed: {status} {error}")
    answers.unlink()
    both = [bench.start(resumed, stderr=subprocess.PIPE) for _ in range(2)]
    ended = sorted((process.communicate()[1], process.returncode) for process in both)
    told = all(status in (1, 2) and (status == 2 or b"another process" in error) for error, status in ended)
    bench.expect(told and answers.read_bytes() == sound, f"two batches with the same answers: {ended}")
    with open("/dev/full", "wb") as full:
        status, _, error = bench.run(["batch", str(lines)], stdout=full)
    bench.expect(status == 1 and b"error" in error, f"batch > /dev/full: {status} {error}")
    reader, writer = os.pipe()
    process = bench.start(["batch", str(lines)], stdout=writer, stderr=subprocess.PIPE)
    os.close(writer)
    os.read(reader, 100)
    os.close(reader)
    error = process.communicate(timeout=60)[1]
    bench.expect(process.returncode == 0 and error == b"", f"batch into a pipe that closes: {process.returncode} {error}")

def streams(bench):
    """Standard output full: status 1 and said. Its reader gone: no failure."""
    folder, _ = bench.built([RULES])
    environment = os.environ | {"SIGA_TABLES": str(folder)}
    asked = [question + ["--format", format] for question in QUESTIONS for format in FORMATS]
    asked += [["schema", "throw"], ["--help"], ["--version"], ["throw", "--help"], ["generate", "man"], ["generate", "completions", "bash"]]
    asked += [["tables", "plan", "sidja:sudan", "--json"], ["tables", "certificate", RULES, "--json"]]
    for question in asked:
        if question[-1] not in TABLES and bench.run(question, env=environment)[0] == 2:
            continue
        with open("/dev/full", "wb") as full:
            status, _, error = bench.run(question, stdout=full, env=environment)
        bench.expect(status == 1, f"{question} > /dev/full: {status}")
        bench.expect(question[-1] in ("--help", "--version") or b"error" in error, f"{question} > /dev/full: says {error}")
        reader, writer = os.pipe()
        os.close(reader)
        status, _, error = bench.run(question, stdout=writer, env=environment)
        os.close(writer)
        bench.expect(status == 0 and error == b"", f"{question} into a closed pipe: {status} {error}")

def signals(bench):
    """SIGINT, SIGTERM, SIGHUP in long work: ended by them (130, 143, 129 to a shell), and nothing left behind."""
    for arguments in LONG:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            folder, home = bench.folder(), bench.folder()
            environment = os.environ | {"SIGA_TABLES": str(folder), "TMPDIR": str(home), "HOME": str(home)}
            def plain():
                for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                    signal.signal(each, signal.SIG_DFL)
            process = bench.start(arguments, env=environment, preexec_fn=plain, cwd=home)
            time.sleep(0.2 + bench.random.random() * 0.5)
            process.send_signal(number)
            try:
                status = process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                process.kill()
                bench.fail(f"{arguments} goes on after {number.name}")
                continue
            # What is done sooner was not interrupted.
            bench.expect(status in (-number, 128 + number, 0, 1), f"{arguments}: {number.name} gives {status}")
            if status in (0, 1):
                print(f"  note: {arguments} was over before {number.name}")
            left = [path for path in files(folder) if not path.name.startswith(("layer-", "lock")) or path.suffix == ".partial"]
            bench.expect(not left and not files(home), f"{arguments}: {number.name} leaves {left + files(home)}")

def served(bench):
    """The page of `siga explore` interrupted, idle and at work: ended by the signal, and no process and no file left."""
    for number, busy in itertools.product((signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL), (False, True)):
        home = bench.folder()
        environment = os.environ | {"TMPDIR": str(home), "HOME": str(home), "SIGA_TABLES": str(home)}
        def plain():
            for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                signal.signal(each, signal.SIG_DFL)
        process = bench.start(["explore", "--no-open"], env=environment, preexec_fn=plain, cwd=home,
                              stdout=subprocess.PIPE, start_new_session=True)
        address = process.stdout.readline().decode().split()[-1]
        if busy:
            body = json.dumps({"query": ["5x5", "solve"]}).encode()
            def ask():
                try:
                    urllib.request.urlopen(urllib.request.Request(address + "ask", body, {"Content-Type": "application/json"})).read()
                except (OSError, http.client.HTTPException):
                    pass
            threading.Thread(target=ask, daemon=True).start()
            until = time.monotonic() + 10
            while len(of_session(process.pid)) < 2 and time.monotonic() < until:
                time.sleep(0.05)
            bench.expect(len(of_session(process.pid)) > 1, "explore: nobody works on the question")
        process.send_signal(number)
        try:
            status = process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            bench.fail(f"explore goes on after {number.name}")
            continue
        # Ctrl-C is how it is meant to end.
        meant = (0,) if number == signal.SIGINT else (-number, 128 + number)
        bench.expect(status in meant, f"explore: {number.name} gives {status}")
        until = time.monotonic() + 10
        while of_session(process.pid) and time.monotonic() < until:
            time.sleep(0.05)
        left = of_session(process.pid)
        bench.expect(not left, f"explore: {number.name} leaves processes {left}")
        for each in left:
            os.kill(each, signal.SIGKILL)
        bench.expect(not files(home), f"explore: {number.name} leaves {files(home)}")

def of_session(session):
    """The processes of a session that are still at work."""
    found = []
    for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(fields[3]) == session and fields[0] != "Z":
            found.append(int(path.parent.name))
    return found

def surroundings(bench):
    """Locale, time zone, number of processors, folder, environment: the same bytes."""
    one = lambda: os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    bare = {"PATH": os.environ.get("PATH", ""), "HOME": str(bench.folder())}
    worlds = [
        dict(env=bare | {"LC_ALL": "de_DE.UTF-8", "LANG": "de_DE.UTF-8", "LANGUAGE": "de"}),
        dict(env=bare | {"LC_ALL": "tr_TR.UTF-8", "TZ": "Pacific/Kiritimati"}),
        dict(env=bare | {"LC_ALL": "C", "TZ": "America/Los_Angeles", "TERM": "dumb"}),
        dict(env=bare | {"NO_COLOR": "1", "RUST_BACKTRACE": "1", "RUST_LOG": "trace"}),
        dict(env=bare, preexec_fn=one),
        dict(env=bare, cwd="/"),
    ]
    for question, format in itertools.product(QUESTIONS, FORMATS):
        asked = question + ["--format", format]
        plain = bench.run(asked, env=bare)
        if plain[0] == 2 and format not in TABLES:
            continue
        for world in worlds:
            bench.expect(bench.run(asked, **world) == plain, f"{asked}: other bytes under {world}")
    for arguments in SETS:
        _, sound = bench.built(arguments)
        for world in worlds:
            folder = bench.folder()
            status, _, error = bench.run(["tables", "build", *arguments], folder, **world)
            bench.expect(status == 0 and content(folder) == sound, f"{arguments}: other bytes under {world}: {error}")

FAULTS = [kills, full_disk, damage, builders, pages, batches, streams, signals, served, surroundings]

def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("siga", help="the program")
    parser.add_argument("--only", choices=[fault.__name__ for fault in FAULTS], help="one kind of fault")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32))
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}", flush=True)
    bench = Bench(arguments.siga, arguments.seed)
    for fault in FAULTS:
        if arguments.only in (None, fault.__name__):
            print(f"{fault.__name__}: {fault.__doc__}", flush=True)
            began = time.monotonic()
            fault(bench)
            print(f"  {time.monotonic() - began:.0f} s", flush=True)
    shutil.rmtree(bench.root, ignore_errors=True)
    print("all as promised" if not bench.wrong else f"{bench.wrong} are not as promised")
    return 1 if bench.wrong else 0

if __name__ == "__main__":
    sys.exit(main())
