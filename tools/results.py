#!/usr/bin/env python3
"""Computes the figures of docs/results.md again: python3 tools/results.py target/release/siga [--long] [--only ID] [--tables DIR] [--record]

docs/results.json names for each part of docs/results.md the command that computes it, the derivations that were compared, about how
many seconds it takes, the SHA-256 of its answer (the `result` object, keys in order, without blanks), and each figure of the
answer that stands in that part. A figure no longer holds if the answer has another, or the page has it no more. Parts that take
longer than a minute are left out without --long. --tables names a folder with tables that were built or downloaded: parts marked `kept` are
counted from these, not solved anew. --record writes down what is answered now, to be read before it is
committed. Needs Python 3.9, nothing else. Status 0: all hold; 1: one could not be computed; 3: one does not hold.
"""
import argparse, csv, hashlib, json, pathlib, re, subprocess, sys, tempfile, time

ROOT = pathlib.Path(__file__).resolve().parent.parent
INDEX = ROOT / "docs/results.json"
# What depends on the run.
VOLATILE = {"seconds", "folder", "tables", "tables_from"}

def answer(siga, command, kept):
    """The `result` of a command; tables are those kept, or built in a folder of their own."""
    with tempfile.TemporaryDirectory(prefix="siga-results-") as folder:
        where = ["--tables", kept or folder] if kept or command[0] == "tables" else []
        done = subprocess.run([siga, *command, *where, "--json"], cwd=ROOT, capture_output=True,
                              env={"SIGA_TABLES": folder, "HOME": folder})
    if done.returncode != 0:
        raise RuntimeError(f"status {done.returncode}: {done.stderr.decode().strip()}")
    return json.loads(done.stdout)["result"]

def steady(value):
    if isinstance(value, dict):
        return {key: steady(each) for key, each in value.items() if key not in VOLATILE}
    return [steady(each) for each in value] if isinstance(value, list) else value

def leaves(value, pointer=""):
    """Every number and text with its place, as a JSON pointer."""
    if isinstance(value, (dict, list)):
        for key, each in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(each, f"{pointer}/{key}")
    elif value is not None and not isinstance(value, bool):
        yield pointer, printed(value)

def printed(value):
    """A value as the page has it: whole numbers with their digits in groups."""
    text = str(value)
    return f"{int(text):,}" if re.fullmatch(r"\d{4,30}", text) else text

def section(page, heading):
    """The part of the page under a heading, up to the next that is not below it, with the tables that it links."""
    lines = page.splitlines()
    starts = [i for i, line in enumerate(lines) if line.lstrip("#").strip() == heading and line.startswith("#")]
    if len(starts) != 1:
        raise RuntimeError(f"docs/results.md has {len(starts)} headings `{heading}`")
    level = len(lines[starts[0]]) - len(lines[starts[0]].lstrip("#"))
    ends = (i for i in range(starts[0] + 1, len(lines)) if re.match(rf"#{{1,{level}}} ", lines[i]))
    part = "\n".join(lines[starts[0]:next(ends, len(lines))])
    return part + "".join(cells(name) for name in re.findall(r"\]\((results/[\w-]+\.csv)\)", part))

def cells(name):
    """The cells of a table that stands beside the page."""
    with open(ROOT / "docs" / name, newline="") as table:
        return "".join(f"\n{printed(cell)}" for row in csv.reader(table) for cell in row)

def stands(text, part):
    return re.search(rf"(?<![\w,.]){re.escape(text)}(?![\w]|[,.]\d)", part) is not None

def digest(result):
    text = json.dumps(steady(result), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()

def record(entry, result, part):
    entry["sha256"] = digest(result)
    # A number of one or two digits stands on any page, and so does the outcome of some move; what is telling is written down.
    telling = ((pointer, text) for pointer, text in leaves(steady(result))
               if len(text) >= 3 and (re.search(r"\d", text) or pointer.count("/") == 1))
    entry["figures"] = {pointer: text for pointer, text in telling if stands(text, part)}

def faults(entry, result, part):
    found = dict(leaves(steady(result)))
    for pointer, text in entry["figures"].items():
        if found.get(pointer) != text:
            yield f"{text} at {pointer} is {found.get(pointer, 'not there')} now"
        if not stands(text, part):
            yield f"{text} ({pointer}) does not stand under `{entry['section']}`"
    if digest(result) != entry["sha256"]:
        yield "the answer as a whole has another SHA-256"

def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("siga", help="the program")
    parser.add_argument("--long", action="store_true", help="also what takes longer than a minute")
    parser.add_argument("--only", help="one part, by its id")
    parser.add_argument("--tables", help="a folder with tables for the parts that can do with them")
    parser.add_argument("--record", action="store_true", help="write down what is answered now")
    arguments = parser.parse_args()
    siga = str(pathlib.Path(arguments.siga).resolve())
    page, index = (ROOT / "docs/results.md").read_text(), json.loads(INDEX.read_text())
    status = figures = 0
    for entry in index["results"]:
        if arguments.only not in (None, entry["id"]):
            continue
        kept = arguments.tables if entry.get("kept") else None
        if entry["seconds"] > 60 and not arguments.long and not kept:
            print(f"{entry['id']}: left out, about {entry['seconds']} s (--long)")
            continue
        began = time.monotonic()
        try:
            part = section(page, entry["section"])
            result = answer(siga, entry["command"], kept)
        except (RuntimeError, ValueError, OSError) as error:
            print(f"{entry['id']}: NOT COMPUTED: {error}", flush=True)
            status = max(status, 1)
            continue
        if arguments.record:
            record(entry, result, part)
            # Others may have recorded something meanwhile.
            index = json.loads(INDEX.read_text())
            index["results"] = [entry if each["id"] == entry["id"] else each for each in index["results"]]
            INDEX.write_text(json.dumps(index, indent=1, ensure_ascii=False) + "\n")
        if "sha256" not in entry:
            print(f"{entry['id']}: computed, but there is no record to compare it with (--record)")
            status = max(status, 1)
            continue
        wrong = list(faults(entry, result, part))
        for what in wrong[:10]:
            print(f"{entry['id']}: DOES NOT HOLD: {what}")
        status = 3 if wrong else status
        figures += len(entry.get("figures", {}))
        print(f"{entry['id']}: {len(entry.get('figures', {}))} figures, {time.monotonic() - began:.1f} s", flush=True)
    print(f"{figures} figures of docs/results.md computed" + ("" if status else ", all hold"))
    return status

if __name__ == "__main__":
    sys.exit(main())
