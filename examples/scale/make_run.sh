#!/bin/sh
# Builds endgames of Sidja with GNU make (4.3 or later), several layers at a time.
#
#   examples/scale/make_run.sh sidja:sudan 8 ./tables 2
#
# Stopped, it goes on with what is there. Files appear complete or not at all, so make, which goes by
# whether they exist, is never misled.
set -eu
rules=${1:-sidja:sudan} stones=${2:-8} tables=${3:-./tables} jobs=${4:-2}
makefile=$(mktemp)
trap 'rm -f "$makefile"' EXIT
mkdir -p "$tables"
"${SIGA:-siga}" tables plan "$rules" --stones "$stones" --tables "$tables" --format make > "$makefile"
make -f "$makefile" -j "$jobs" SIGA="${SIGA:-siga}"
