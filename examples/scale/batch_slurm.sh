#!/bin/sh
#SBATCH --job-name=siga
#SBATCH --array=0-15
#SBATCH --cpus-per-task=1
#SBATCH --mem=1G
#SBATCH --time=01:00:00
#SBATCH --requeue
# A Slurm array: task I of N answers the lines whose number leaves the rest I when divided by N.
#
#   sbatch --export=ALL,QUESTIONS=questions.jsonl,PARTS=parts examples/scale/batch_slurm.sh
#   examples/scale/batch_slurm.sh --dry-run 16        prints what each task would run
#
# A task that is requeued goes on where it was stopped. A task fails where a line is answered with an error: `grep -l
# siga/error/1 parts/*` finds it, and its other lines are answered all the same.
set -eu
questions=${QUESTIONS:-questions.jsonl} parts=${PARTS:-parts} siga=${SIGA:-siga}
if [ "${1:-}" = --dry-run ]; then
    task=0
    while [ "$task" -lt "$2" ]; do
        echo "$siga batch $questions --shard $task/$2 --resume $parts/$task.jsonl --jobs 1"
        task=$((task + 1))
    done
    exit 0
fi
mkdir -p "$parts"
exec "$siga" batch "$questions" --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" \
    --resume "$parts/$SLURM_ARRAY_TASK_ID.jsonl" --jobs "${SLURM_CPUS_PER_TASK:-1}"
