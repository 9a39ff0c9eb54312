#!/usr/bin/env python3
"""Answers questions of `siga batch` on a Dask cluster, each shard a task that can be taken up where it was left.

    python3 batch_dask.py questions.jsonl parts --shards 16 --workers 2 > answers.jsonl

A task is `siga batch QUESTIONS --shard I/N --resume parts/I.jsonl`. A worker that dies loses its task, which Dask starts
again; what was answered is kept. Then the parts are woven together, in the order of the lines. All workers must see
the files under the same names.

Needs: pip install dask distributed
"""

import argparse
import contextlib
import os
import signal
import subprocess
import sys
import time


def run(siga, questions, part, shard, shards):
    """One shard; the status of siga is that of its worst line, and 1 to 3 are answers too."""
    words = [siga, "batch", questions, "--shard", f"{shard}/{shards}", "--resume", part, "--jobs", "1"]
    while True:
        done = subprocess.run(words, stderr=subprocess.PIPE, text=True, check=False)
        if "another process" not in done.stderr:
            break
        # The worker before this one has died, and its siga goes on alone: wait for it.
        time.sleep(0.5)
    if done.stderr:
        raise RuntimeError(f"{' '.join(words)}: {done.stderr.strip()}")
    return done.returncode


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("questions", help="JSON Lines, without blank lines")
    arguments.add_argument("folder", help="where the parts are kept")
    arguments.add_argument("--shards", type=int, default=16)
    arguments.add_argument("--workers", type=int, default=2)
    arguments.add_argument("--scheduler", help="address of a running scheduler; without it a local cluster")
    arguments.add_argument("--siga", default="siga", help="the program")
    arguments.add_argument("--kill-one-after", type=float, metavar="SECONDS",
                           help="kill a worker on the way, to see that the run survives")
    asked = arguments.parse_args()

    from dask.distributed import Client, LocalCluster, as_completed

    os.makedirs(asked.folder, exist_ok=True)
    parts = [os.path.abspath(os.path.join(asked.folder, f"{shard}.jsonl")) for shard in range(asked.shards)]
    cluster = None
    if asked.scheduler:
        client = Client(asked.scheduler)
    else:
        cluster = LocalCluster(n_workers=asked.workers, threads_per_worker=1, dashboard_address=None)
        client = Client(cluster)
    questions = os.path.abspath(asked.questions)
    futures = [client.submit(run, asked.siga, questions, part, shard, asked.shards, key=f"shard-{shard}", retries=3)
               for shard, part in enumerate(parts)]
    start = time.monotonic()
    if asked.kill_one_after is not None:
        time.sleep(asked.kill_one_after)
        worker = next(iter(cluster.workers.values()))
        print(f"killing worker process {worker.pid}", file=sys.stderr)
        os.kill(worker.pid, signal.SIGKILL)
    worst = max(future.result() for future in as_completed(futures))
    print(f"{time.monotonic() - start:.1f} s", file=sys.stderr)
    client.close()
    if cluster:
        cluster.close()
    # Line L is in shard L modulo N.
    with contextlib.ExitStack() as stack:
        files = [stack.enter_context(open(part, encoding="utf-8")) for part in parts]
        number = 1
        while line := files[number % asked.shards].readline():
            sys.stdout.write(line)
            number += 1
    return worst


if __name__ == "__main__":
    sys.exit(main())
