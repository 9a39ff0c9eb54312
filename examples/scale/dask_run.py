#!/usr/bin/env python3
"""Runs the tasks of `siga tables plan … --json` on a Dask cluster.

    siga tables plan sidja:sudan --stones 8 --json > plan.json
    python dask_run.py plan.json --workers 2
    python dask_run.py plan.json --scheduler tcp://head:8786

A task is one command, `siga tables build RULES --layer A-B`. It reads and writes the folder of tables,
which all workers must see under the same path (SIGA_TABLES). A task that is lost with its worker is
started again by Dask; files appear complete or not at all, so nothing else needs to be undone.

Needs: pip install dask distributed
"""

import argparse
import json
import os
import subprocess
import sys
import time


def run(command, siga, tables, *needed):
    """One task; `needed` are the results of those before it, which only set the order."""
    words = [siga] + command[1:] + ["--quiet"]
    environment = dict(os.environ, SIGA_TABLES=tables)
    while True:
        done = subprocess.run(words, env=environment, capture_output=True, text=True)
        if "is being built" not in done.stderr:
            break
        # A worker has died, and the build that it began goes on without it: wait for that one.
        time.sleep(2)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(words)}: {done.stderr.strip()}")
    return command[-1]


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("plan", help="what `siga tables plan … --json` has written")
    arguments.add_argument("--scheduler", help="address of a running scheduler; without it a local cluster")
    arguments.add_argument("--workers", type=int, default=2, help="of the local cluster")
    arguments.add_argument("--siga", default="siga", help="the program")
    arguments.add_argument("--kill-one-after", type=float, metavar="SECONDS",
                           help="kill a worker on the way, to see that the run survives")
    asked = arguments.parse_args()

    from dask.distributed import Client, LocalCluster, as_completed

    plan = json.load(open(asked.plan, encoding="utf-8"))
    tasks, tables = plan["result"]["tasks"], plan["query"]["tables"]
    cluster = None
    if asked.scheduler:
        client = Client(asked.scheduler)
    else:
        # A task uses all cores of its machine by itself.
        cluster = LocalCluster(n_workers=asked.workers, threads_per_worker=1, dashboard_address=None)
        client = Client(cluster)
    futures = {}
    for task in tasks:
        needed = [futures[name] for name in task["needs"]]
        futures[task["task"]] = client.submit(
            run, task["command"], asked.siga, os.path.abspath(tables), *needed,
            key=f"siga-{task['task']}", retries=3)
    start, killed = time.monotonic(), asked.kill_one_after is None
    done = 0
    for future in as_completed(futures.values()):
        future.result()
        done += 1
        print(f"{time.monotonic() - start:8.1f} s  {done} of {len(tasks)}  {future.key}", flush=True)
        if not killed and time.monotonic() - start > asked.kill_one_after:
            killed = True
            worker = next(iter(cluster.workers.values()))
            print(f"killing worker process {worker.pid}", flush=True)
            os.kill(worker.pid, 9)
    client.close()
    if cluster:
        cluster.close()


if __name__ == "__main__":
    sys.exit(main())
