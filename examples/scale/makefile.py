#!/usr/bin/env python3
"""Writes a Makefile of the tasks that `siga tables plan … --json` prints.

    siga tables plan sidja:sudan --stones 8 --tables ./tables --json | python3 makefile.py > Makefile
    make -j 2
"""

import json
import os
import sys

plan = json.load(sys.stdin)
tasks = {task["task"]: task for task in plan["result"]["tasks"]}


def quoted(word):
    """A word for make, which would take a line with an equals sign for something else."""
    return word.replace("$", "$$").replace(" ", "\\ ").replace("=", "$(eq)")


def targets(names):
    files = (os.path.abspath(file) for name in names for file in tasks[name]["files"])
    return " ".join(quoted(file).replace(":", "\\:") for file in files)


tables = os.path.abspath(plan["query"]["tables"])
print("SIGA ?= siga", "eq := =", "export SIGA_TABLES := " + tables.replace("$", "$$"), "", sep="\n")
print(f"all: {targets(tasks)}\n\n.PHONY: all")
for name, task in tasks.items():
    command = " ".join(quoted(word) for word in task["command"][1:])
    # One command makes both files.
    print(f"\n{targets([name])} &: {targets(task['needs'])}\n\t$(SIGA) {command} --quiet")
