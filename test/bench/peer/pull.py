#!/usr/bin/env python3
"""What an engineer would write instead of Meterbook: one serial pull of the service into SQLite.

The peer that `npm run bench -- download` measures Meterbook against. Standard library only
(Python 3.9+): one kept-alive connection, one token chain, per_page=1000, one transaction a page,
one row a value. Written to be as fast as such a script gets without giving up what it keeps:
rows go to SQLite straight from the parsed page, and the garbage collector stays out of the way
(nothing here makes cycles).

    METERING_PASSWORD=... pull.py URL EMAIL OUT.sqlite FROM TO \
        [--archives hourly,daily] [--events alarm,event] [--per-page N] [--stations N]

FROM and TO are yyyy-mm-dd. Prints one JSON line: requests, records, seconds (from the first
request to the last commit).
"""
import argparse
import gc
import http.client
import json
import os
import sqlite3
import time
from urllib.parse import urlencode, urlsplit

TOKEN_HEADERS = ("access-token", "token-type", "client", "uid")


class Service:
    def __init__(self, url):
        parts = urlsplit(url)
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        self.http = kind(parts.hostname, parts.port, timeout=60)
        self.headers = {"Content-Type": "application/json"}
        self.requests = 0

    def call(self, method, path, body=None):
        self.http.request(method, path, body=json.dumps(body) if body else None, headers=self.headers)
        answer = self.http.getresponse()
        text = answer.read()
        self.requests += 1
        if answer.status != 200:
            raise SystemExit(f"{method} {path}: {answer.status} {text[:200]!r}")
        for name in TOKEN_HEADERS:
            value = (answer.getheader(name) or "").strip()
            if value:
                self.headers[name] = value
        return json.loads(text)

    def pages(self, path, **query):
        prefix, page = f"/api/v1/{path}?{urlencode(query)}&page=", 1
        while page:
            answer = self.call("GET", f"{prefix}{page}")
            yield answer["data"]
            page = answer["next_page"]


def parse_arguments():
    args = argparse.ArgumentParser()
    for name in ("url", "email", "out", "start", "end"):
        args.add_argument(name)
    args.add_argument("--archives", default="hourly")
    args.add_argument("--events", default="")
    args.add_argument("--per-page", type=int, default=1000)
    args.add_argument("--stations", type=int, default=0)
    return args.parse_args()


def open_database(path):
    db = sqlite3.connect(path)
    db.executescript("""
        PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
        CREATE TABLE IF NOT EXISTS station (id INTEGER PRIMARY KEY, equipment_id INTEGER, body TEXT);
        CREATE TABLE IF NOT EXISTS reading (equipment_id, archive, event_time, channel, value,
            PRIMARY KEY (equipment_id, archive, event_time, channel)) WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS event (equipment_id, archive, event_time, body);
    """)
    return db


def values(device, archive, page):
    """One row a value. Pages come in order of time and so go to the end of the table's tree."""
    for record in page:
        at = record["event_time"]
        for entry in record["channel_data"]:
            for code, value in entry.items():
                yield device, archive, at, code, value


def main():
    args = parse_arguments()
    gc.disable()
    db = open_database(args.out)
    begun = time.perf_counter()
    service = Service(args.url)
    service.call("POST", "/api/v1/auth/sign_in",
                 {"email": args.email, "password": os.environ["METERING_PASSWORD"]})
    stations, records = [], 0
    for page in service.pages("stations", per_page=args.per_page):
        with db:
            db.executemany("INSERT OR REPLACE INTO station VALUES (?, ?, ?)",
                           ((s["id"], s["equipment_id"], json.dumps(s)) for s in page))
        stations += page
    if args.stations:
        stations = stations[:args.stations]
    for station in stations:
        device = station["equipment_id"]
        if device is None:
            continue
        span = {"equipment_id": device, "fp_start": args.start, "fp_end": args.end, "per_page": args.per_page}
        for archive in filter(None, args.archives.split(",")):
            for page in service.pages("channel_data", archive_type=archive, **span):
                records += len(page)
                with db:
                    db.executemany("INSERT OR REPLACE INTO reading VALUES (?, ?, ?, ?, ?)",
                                   values(device, archive, page))
        for archive in filter(None, args.events.split(",")):
            for page in service.pages("channel_data", archive_type=archive, **span):
                records += len(page)
                with db:
                    db.executemany("INSERT INTO event VALUES (?, ?, ?, ?)",
                                   ((device, archive, r["event_time"], json.dumps(r["channel_data"])) for r in page))
    seconds = time.perf_counter() - begun
    service.call("DELETE", "/api/v1/auth/sign_out")
    db.close()
    print(json.dumps({"requests": service.requests, "records": records, "seconds": round(seconds, 3)}))


main()
