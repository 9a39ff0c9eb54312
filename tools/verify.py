#!/usr/bin/env python3
"""Checks a certificate of siga's tables without siga: python3 verify.py CERTIFICATE [FOLDER] [--sample N]

CERTIFICATE: what `siga tables certificate RULES --json` printed, gzipped or not. FOLDER: the tables, layer-*.siga.
Written from docs/tables.md and docs/rules/*.md alone. Python 3.10 or newer, nothing else. Three things are checked:

1. values: the positions are drawn again from the seed, their moves made by the rules of the game, and the value of
   each must follow from those of the positions it leads to.
2. files: the SHA-256 of each file in FOLDER, their checksums, and what their headers say.
3. records: that the values are those in the files, and how many are won, lost and drawn. This needs a decompressor
   of Zstandard: that of Python 3.14 or the program `zstd`; without one it is left out, and said so.

Status 0: nothing is wrong with what was checked, which is said; 1: it could not be checked; 3: something is wrong.
"""
import argparse, array, collections, functools, gzip, hashlib, itertools, json, math, pathlib, shutil, struct
import subprocess, sys, tempfile, zlib

LOST, DRAW, NO_POSITION = 0, 255, 254
SOME = 1 << 24  # records counted together, four to a byte where they are outcomes
LOW_BITS = int.from_bytes(b"\x55" * (SOME // 4), "little")
OUTCOMES = {0: LOST, 1: DRAW, 3: 1}  # two bits as codes: won and lost positions are not told apart by their plies
class Wrong(Exception):
    """What the certificate or a table says is not so."""
class NoCertificate(Exception):
    """The file is something else."""
def need(true, what):
    if not true:
        raise Wrong(what)

# The board: cells 0, 1, … from a1 along the ranks; sets of cells as whole numbers.
def bits(cells):
    return sum(1 << cell for cell in cells)
def cells_of(mask):
    return [cell for cell in range(mask.bit_length()) if mask >> cell & 1]

class Board:
    WAYS = {4: [(1, 0), (-1, 0), (0, 1), (0, -1)]}
    WAYS[8] = WAYS[4] + [(1, 1), (1, -1), (-1, 1), (-1, -1)]
    def __init__(self, size):
        self.size, self.cells, self.eight = size, size * size, list(self.symmetries(size))
    def rays(self, ways):
        def ray(cell, way):
            (rank, file), out = divmod(cell, self.size), []
            while 0 <= (file := file + way[0]) < self.size and 0 <= (rank := rank + way[1]) < self.size:
                out.append(rank * self.size + file)
            return out
        return [[ray(cell, way) for way in self.WAYS[ways]] for cell in range(self.cells)]
    def symmetries(self, size):
        """Where each of the eight sends every cell, and where what is sent there comes from."""
        for turn, up, right in itertools.product((False, True), repeat=3):
            turned = [(f, r) if turn else (r, f) for r, f in itertools.product(range(size), repeat=2)]
            image = [(size - 1 - r if up else r) * size + (size - 1 - f if right else f) for r, f in turned]
            yield image, [image.index(cell) for cell in range(size * size)]
    @functools.lru_cache(maxsize=1)  # a gigabyte for twelve stones
    def classes(self, size):
        """Of all sets of so many cells: the number of its class, the least set in it, and where the cells of that one come from."""
        classes, count = {}, 0
        for mask in sorted(map(bits, itertools.combinations(range(self.cells), size))):
            if mask not in classes:
                for image, back in self.eight:
                    classes[bits(image[cell] for cell in cells_of(mask))] = count, mask, back
                count += 1
        return classes

# Games. `next` is what a ply or turn leads to, seen by the side then to move; `over` the value of a game that is over.
class Alignment:
    def __init__(self, game, o):
        teeko = game == "teeko"
        size, self.men, row = (5, 4, 4) if teeko else (int(o[key]) for key in ("size", "men", "row"))
        self.board, self.moves_early, self.drop = Board(size), not teeko, o.get("drop", "standard")
        rays = self.board.rays(8)
        lines = [[cell] + ray for cell in range(size * size) for ray in rays[cell]]
        goals = {bits(line[:row]) for line in lines if len(line) >= row}
        for side in {"44": [1], "58": [1, 2, 3, 4], "rows": [], "squares-too": [1]}[o["goals"]]:
            for file, rank in itertools.product(range(size - side), repeat=2):
                corner = rank * size + file
                goals.add(bits([corner, corner + side, corner + side * size, corner + side * size + side]))
        self.goals = sorted(goals)
        self.near = [[ray[0] for ray in of if ray] for of in rays]
        self.jumps = [[ray[:2] for ray in of if len(ray) > 1 and o.get("jumps") == "yes"] for of in rays]
    def over(self, own, other):
        goal = [any(goal & pieces == goal for goal in self.goals) for pieces in (own, other)]
        return NO_POSITION if goal[0] else LOST if goal[1] else None
    def next(self, own, other):
        empty = [not (own | other) >> cell & 1 for cell in range(self.board.cells)]
        reached, placing = set(), own.bit_count() < self.men
        if placing:
            reached |= {(other, own | 1 << to) for to in range(self.board.cells) if empty[to]}
        if self.moves_early or not placing:
            for cell in cells_of(own):
                rest = own & ~(1 << cell)
                reached |= {(other, rest | 1 << to) for to in self.near[cell] if empty[to]}
                reached |= {(other, rest | 1 << to) for over, to in self.jumps[cell] if empty[to] and not empty[over]}
        return sorted(reached)
    def chosen_by_other(self, own):
        placed, (kind, _, k) = own.bit_count(), self.drop.partition("-")
        first = placed < int(k or self.men)
        return placed < self.men and first == (kind == "alternate")
    in_table = lambda self, own: True

class Sidja:
    OPTIONS = "size steps capture_lines capture_run centre continuation in_a_row blocked lost_with no_capture".split()
    PRESETS = {"sudan": "5 8 8 one open any unlimited passes 1 none",
               "west-africa": "5 4 8 one open free unlimited passes 0 10",
               "egypt": "5 4 4 one safe same unlimited opens 0 20"}
    def __init__(self, game, o):
        preset = self.PRESETS[next(iter(o))]  # it is written first, what differs from it after it
        o = dict(zip(self.OPTIONS, preset.split())) | o
        need(o["no_capture"] == "none", "tables of sidja are for no_capture=none")
        self.o, self.board, self.lost_with = o, Board(int(o["size"])), int(o["lost_with"])
        self.safe = 1 << self.board.cells // 2 if o["centre"] == "safe" else 0
        self.near = [[ray[0] for ray in of if ray] for of in self.board.rays(int(o["steps"]))]
        self.rays = self.board.rays(int(o["capture_lines"]))
    def movable(self, own, other):
        return any(not (own | other) >> to & 1 for cell in cells_of(own) for to in self.near[cell])
    def taken(self, own, other, to):
        """What a stone takes that enters a cell."""
        taken = 0
        for ray in self.rays[to]:
            run = 0
            for number, cell in enumerate(ray):
                if other >> cell & 1 and (number == 0 or self.o["capture_run"] == "any"):
                    run |= 1 << cell
                    continue
                taken |= run if own >> cell & 1 else 0
                break
        return taken & ~self.safe
    def steps(self, own, other, cells):
        """Cell entered, own stones, the other's that are left, those taken."""
        for cell in cells:
            rest = own & ~(1 << cell)
            for to in self.near[cell]:
                if not (own | other) >> to & 1:
                    taken = self.taken(rest, other, to)
                    yield to, rest | 1 << to, other & ~taken, taken
    def over(self, own, other):
        return LOST if self.o["blocked"] == "loses" and not self.movable(own, other) else None
    def next(self, own, other):
        steps, reached = list(self.steps(own, other, cells_of(own))), set()
        if self.o["blocked"] == "opens" and not self.movable(other, own):
            # The other side has passed: the stone's move has to open a way or to end the game, if one does.
            steps = [s for s in steps if s[2].bit_count() <= self.lost_with or self.movable(s[2], s[1])] or steps
        for step in steps:
            self.go_on(*step, 1, reached)
        return sorted(reached) or [(other, own)]
    def go_on(self, to, own, other, taken, captures, reached):
        """After a step the turn ends, or goes on if something was taken."""
        rule, further = self.o["continuation"], []
        enough = self.o["in_a_row"] == "2" and captures == 2
        if taken and rule != "none" and other.bit_count() > self.lost_with and not enough:
            steps = self.steps(own, other, [to] if rule == "same" else cells_of(own))
            further = [step for step in steps if step[3] or rule == "free"]
        if rule == "free" or not further:
            reached.add((other, own))
        for step in further:
            self.go_on(*step, captures + 1, reached)
    chosen_by_other = lambda self, own: False
    in_table = lambda self, own: own.bit_count() > self.lost_with

def follows(codes, by_other, outcomes):
    """The value of a position from those of the positions it leads to, each seen by the side then to move."""
    wins = [code for code in codes if code != DRAW and code % 2 == 0]
    losses = [code for code in codes if code != DRAW and code % 2 == 1]
    if outcomes:
        return 1 if wins else DRAW if DRAW in codes else LOST
    if by_other:  # who chooses wins as fast as he can, and else loses as slowly
        return min(losses) + 1 if losses else DRAW if DRAW in codes else max(wins) + 1
    return min(wins) + 1 if wins else DRAW if DRAW in codes else max(losses) + 1

def draws(seed, layer, cells, samples):
    def numbers():
        for block in itertools.count():
            yield from struct.unpack("<4Q", hashlib.sha256(f"{seed} {layer[0]}-{layer[1]} {block}".encode()).digest())
    stream = numbers()
    for _ in range(samples):
        order, sets = list(range(cells)), [0, 0]
        for at in range(sum(layer)):
            other = at + (next(stream) * (cells - at) >> 64)
            order[at], order[other] = order[other], order[at]
            sets[at >= layer[0]] |= 1 << order[at]
        yield tuple(sets)

def unzstd():
    """What decompresses frames of Zstandard set end to end, if there is anything."""
    try:
        from compression import zstd
        return zstd.decompress
    except ImportError:
        return unzstd_by_program if shutil.which("zstd") else None

def unzstd_by_program(data):
    """The same by the program `zstd`."""
    records = bytearray()
    with tempfile.TemporaryFile() as packed:
        packed.write(data)
        packed.seek(0)
        with subprocess.Popen(["zstd", "-dcq"], stdin=packed, stdout=subprocess.PIPE) as run:
            while some := run.stdout.read(SOME):
                records += some
    if run.returncode:
        raise ValueError("zstd cannot decompress it")
    return records

class Table:
    """A file, its header and checksums checked, and its records if they can be decompressed."""
    def __init__(self, path, of, result, board, decompress):
        self.path, data, layer = path, path.read_bytes(), of["pieces"]
        need(hashlib.sha256(data).hexdigest() == of["sha256"], f"{path}: its SHA-256 is another")
        need(data[:8] == b"\x89SIGA\r\n\x1a", f"{path}: not a table")
        version, text, blocks = struct.unpack_from("<3I", data, 8)
        end = 20 + text + 16 * blocks
        need(version == 1 and hashlib.sha256(data[:end]).digest() == data[end:end + 32], f"{path}: its header")
        h = dict(line.split(": ", 1) for line in data[20:20 + text].decode().splitlines())
        asked = [result["game"], result["rules"], "{}-{}".format(*layer), of["positions"], of["arrangements"]]
        told = [h[key] for key in ("game", "rules", "layer", "positions", "arrangements")]
        need(told == asked, f"{path}: it is of {told}, not of {asked}")
        at = end + 32
        for block in range(blocks):
            offset, length, crc = struct.unpack_from("<QII", data, 20 + text + 16 * block)
            need(offset == at and zlib.crc32(data[at:at + length]) == crc, f"{path}: its block {block}")
            at += length
        need(at == len(data), f"{path}: its length")
        if not decompress:
            return
        self.records = decompress(data[end + 32:])
        need(hashlib.sha256(self.records).hexdigest() == h["values-sha256"], f"{path}: its records")
        # Rows are the classes of the side to move's sets; of outcomes, of those of the side with fewer pieces.
        self.outcomes = result["holds"] == "outcomes"
        self.swap = self.outcomes and layer[1] < layer[0]
        own, other = layer[::-1] if self.swap else layer
        self.row, self.classes = math.comb(board.cells - own, other), board.classes(own)
        told = [int(of[kind]) for kind in ("win", "loss", "draw", "excluded")]
        need(self.kinds(int(of["positions"])) == told, f"{path}: not {told} won, lost, drawn and excluded")
    def kinds(self, positions):
        codes = collections.Counter()
        for at in range(0, positions if self.outcomes else len(self.records), SOME):
            if not self.outcomes:
                codes.update(bytes(self.records[at:at + SOME]))
                continue
            some = min(SOME, positions - at)
            pairs = int.from_bytes(self.records[at // 4:(at + some + 3) // 4], "little") & (1 << 2 * some) - 1
            low, high = pairs & LOW_BITS, pairs >> 1 & LOW_BITS
            need(low | high == low, f"{self.path}: an outcome that is none")
            won, not_lost = high.bit_count(), low.bit_count()
            codes.update({OUTCOMES[3]: won, OUTCOMES[1]: not_lost - won, OUTCOMES[0]: some - not_lost})
        kind = {DRAW: 2, NO_POSITION: 3}
        return [sum(times for code, times in codes.items() if kind.get(code, 1 - code % 2) == i) for i in range(4)]
    def code(self, own, other):
        own, other = (other, own) if self.swap else (own, other)
        number, first, back = self.classes[own]
        moved = sorted(back[cell] for cell in cells_of(other))
        left = [cell - (first & (1 << cell) - 1).bit_count() for cell in moved]
        place = number * self.row + sum(math.comb(cell, i + 1) for i, cell in enumerate(left))
        return OUTCOMES[self.records[place // 4] >> 2 * (place % 4) & 3] if self.outcomes else self.records[place]

FIELDS = {"certificate": int, "rules": str, "game": str, "holds": str, "seed": str, "sha256": str, "samples": str, "layers": list}
LAYER = {"pieces": list, "file": str, "sha256": str, "arrangements": str, "samples": str, "values": str}
KINDS = {dict: "an object", list: "a list", str: "a text", int: "a whole number", float: "a number", bool: "true or false", type(None): "missing"}

def held(value, kind, what):
    """The value, if it is of that kind."""
    if type(value) is not kind:
        raise NoCertificate(f"{what} is {KINDS[type(value)]}, where a certificate has {KINDS[kind]}")
    return value

def read(data):
    """The result of the certificate, each field of the kind it should be."""
    try:
        text = (gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data).decode()
    except (OSError, EOFError, zlib.error):
        raise NoCertificate("it begins as a gzipped file, and is damaged") from None
    except UnicodeDecodeError:
        raise NoCertificate("it is not text") from None
    try:
        whole = json.loads(text)
    except RecursionError:
        raise NoCertificate("its JSON is nested too deeply") from None
    except json.JSONDecodeError as error:
        raise NoCertificate(f"it is not JSON: line {error.lineno}, column {error.colno}: {error.msg}") from None
    result = held(held(whole, dict, "all of it").get("result"), dict, "`result`")
    layers = held(result.get("layers"), list, "`layers`")
    for of, fields, where in [(result, FIELDS, ""), *((layer, LAYER, f" of layer {at}") for at, layer in enumerate(layers, 1))]:
        for name, kind in fields.items():
            held(held(of, dict, where.removeprefix(" of ")).get(name), kind, f"`{name}`{where}")
    return result

def main(arguments):
    result = read(arguments.certificate.read_bytes())
    need(result["certificate"] == 1, "a certificate of another version")
    need(int(result["samples"]) > 0 and result["layers"], "a certificate without samples certifies nothing")
    name, _, options = result["rules"].partition(":")
    options = dict(option.partition("=")[::2] for option in options.split(","))
    game = {"teeko": Alignment, "5x5": Alignment, "sidja": Sidja}[name](name, options)
    layers, folder, cells = result["layers"], arguments.folder, game.board.cells
    names = sorted((of["file"], of["sha256"]) for of in layers)
    total = hashlib.sha256("".join(f"{sha}  {file}\n" for file, sha in names).encode()).hexdigest()
    need(name == result["game"] and total == result["sha256"], "the SHA-256 of the list of files is another")
    print(f"{result['rules']}\n{len(layers)} files, SHA-256 {total}")
    if result["seed"] != total:
        print(f"note: the positions were drawn from a chosen seed, {result['seed']}")
    share, left = {}, int(result["samples"])
    for done, (most, layer) in enumerate(sorted((int(of["arrangements"]), tuple(of["pieces"])) for of in layers)):
        share[layer] = min(most, left // (len(layers) - done))
        left -= share[layer]
    for of in layers:
        a, b = layer = tuple(of["pieces"])
        need(of["file"] == f"layer-{a}-{b}.siga", f"{of['file']}: not the name of layer {a}-{b}")
        need(int(of["arrangements"]) == math.comb(cells, a) * math.comb(cells - a, b), f"{of['file']}: arrangements")
        need(int(of["samples"]) == share[layer], f"{of['file']}: not its share of the samples")
    if folder:
        there = sorted(path.name for path in folder.glob("layer-*.siga"))
        need(there == [file for file, _ in names], f"{folder}: files that the certificate does not name")
    outcomes, width, checked, compared = result["holds"] == "outcomes", 2 - (result["holds"] == "outcomes"), 0, 0
    # Values by layer, to be looked up in its file: own cells, from bit 25 on the other's, from bit 50 on the code.
    told = collections.defaultdict(lambda: array.array("Q"))
    for of in layers:
        layer, text = tuple(of["pieces"]), of["values"]
        digits = iter([text[at:at + width] for at in range(0, len(text), width)])
        def code(own, other):
            value = next(digits, None)
            need(value is not None, f"{of['file']}: too few values")
            value = OUTCOMES[int(value)] if outcomes else int(value, 16)
            if folder:
                told[own.bit_count(), other.bit_count()].append(own | other << 25 | value << 50)
            return value
        samples = min(int(of["samples"]), arguments.sample)
        for own, other in draws(result["seed"], layer, cells, samples):
            found, right = code(own, other), game.over(own, other)
            if right is None:
                codes = [code(*after) if game.in_table(after[0]) else LOST for after in game.next(own, other)]
                right, compared = follows(codes, game.chosen_by_other(own), outcomes), compared + len(codes)
            need(found == right, f"{cells_of(own)} against {cells_of(other)}: {found}, but {right} follows")
            checked += 1
        need(samples < int(of["samples"]) or next(digits, None) is None, f"{of['file']}: values of no position")
    decompress = unzstd() if folder else None
    # One file at a time: all records together are too many to hold. Those with rows of as many stones come together.
    row_stones = lambda of: min(of["pieces"]) if outcomes else of["pieces"][0]
    for of in sorted(layers, key=row_stones) if folder else []:
        table = None
        table = Table(folder / of["file"], of, result, game.board, decompress)
        for packed in told.pop(tuple(of["pieces"]), ()) if decompress else ():
            own, other, value = packed & (1 << 25) - 1, packed >> 25 & (1 << 25) - 1, packed >> 50
            kept = table.code(own, other)
            need(kept == value, f"{cells_of(own)} against {cells_of(other)}: {value}, the table has {kept}")
    need(not decompress or not told, f"values of layers without a file: {sorted(told)}")
    if folder:
        print(f"files: all {len(layers)} are those of the certificate")
    print(f"values: {checked} positions follow from {compared} next ones by the rules of the game")
    print("records: the values are those in the files" if decompress else "records: not compared, " + (
        "there is nothing here to decompress Zstandard with" if folder else "no folder was given"))
    return 0

def positive(text):
    if int(text) < 1:
        raise argparse.ArgumentTypeError("a number from 1 on")
    return int(text)

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("certificate", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path, nargs="?")
    parser.add_argument("--sample", type=positive, default=10**9, help="only the first N positions of each layer")
    try:
        sys.exit(main(parser.parse_args()))
    except Wrong as wrong:
        sys.exit(print(f"WRONG: {wrong}", file=sys.stderr) or 3)
    except NoCertificate as why:
        sys.exit(print(f"cannot be checked: this is not a certificate of siga: {why}", file=sys.stderr) or 1)
    except OSError as error:
        sys.exit(print(f"cannot be checked: {error}", file=sys.stderr) or 1)
    except (EOFError, zlib.error, LookupError, TypeError, ValueError, AttributeError, RecursionError, struct.error) as error:
        sys.exit(print(f"cannot be checked: the certificate or a table does not read as one of siga ({error})", file=sys.stderr) or 1)
