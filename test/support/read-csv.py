"""Reads a CSV with Python's own reader: its path, encoding and separator; prints the rows as JSON."""
import csv
import json
import sys

path, encoding, separator = sys.argv[1:4]
with open(path, encoding=encoding, newline="") as file:
    json.dump(list(csv.reader(file, delimiter=separator, strict=True)), sys.stdout)
