#!/usr/bin/env python3
"""Answers questions of `siga batch` with Spark: partitions of lines are piped through it.

    python3 batch_spark.py questions.jsonl answers --partitions 8 --master 'local-cluster[2,1,1024]'

Lines need an `id` of their own. `checkCode` makes a task fail where siga cannot be started or a line is answered with an
error; without it Spark would say nothing. A process is started for every partition, empty ones too.

Needs: pip install pyspark, and Java
"""

import argparse
import sys

from pyspark.sql import SparkSession


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("questions")
    arguments.add_argument("answers", help="folder to be made, a file for each partition in order")
    arguments.add_argument("--partitions", type=int, default=8)
    arguments.add_argument("--master", default="local-cluster[2,1,1024]")
    arguments.add_argument("--siga", default="siga", help="the program")
    asked = arguments.parse_args()
    spark = SparkSession.builder.master(asked.master).appName("siga batch").getOrCreate()
    lines = spark.sparkContext.textFile(asked.questions, asked.partitions)
    lines.pipe(f"{asked.siga} batch --jobs 1", checkCode=True).saveAsTextFile(asked.answers)
    spark.stop()


if __name__ == "__main__":
    sys.exit(main())
