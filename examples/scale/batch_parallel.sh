#!/bin/sh
# Answers questions with GNU parallel: blocks of whole lines go to processes of their own, answers come in order.
#
#   examples/scale/batch_parallel.sh questions.jsonl 2 > answers.jsonl
#
# A process answers thousands of lines: tasks of a line each would spend their time starting processes. Lines need an
# `id` of their own, as each process counts only the lines that it is given. With --jobs 1 a process keeps to its core.
# A block with a line that is answered with an error counts as failed: the status is the number of such blocks, and all
# answers are there.
set -eu
questions=$1 jobs=${2:-2}
parallel --pipe --block "${BLOCK:-1M}" --keep-order --jobs "$jobs" "${SIGA:-siga}" batch --jobs 1 < "$questions"
