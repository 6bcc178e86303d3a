/**
 * What the rules found. A finding is computed again whenever its data change; its id stays for as long as rule, subject
 * and beginning do. What an engineer said of it lies apart, with ids as those of notes (UUIDv7), so that it survives
 * that and books can be merged: a mark belongs to a rule, a subject and a time. A mark that was taken away stays as a
 * tombstone.
 *
 * `changed_data` says which data changed since their station was judged: kind 1 readings of a device and the days they
 * are due on, 2 its events, 3 its settings, 4 sessions of a telemetry unit. Times null: not at any one time.
 */
const seconds = (column: string) => `CASE WHEN ${column} % 1000 = 0 THEN ${column} / 1000 ELSE ${column} / 1000.0 END`

export default /* sql */ `
CREATE TABLE finding (
  id TEXT NOT NULL PRIMARY KEY,
  station_id INTEGER NOT NULL REFERENCES station (id),
  equipment_id INTEGER,
  rule TEXT NOT NULL,
  flag INTEGER NOT NULL CHECK (flag IN (3, 4, 9)),
  state TEXT NOT NULL,
  mark_id TEXT,
  archive_type TEXT,
  "view" TEXT,
  channel TEXT,
  from_ms INTEGER NOT NULL,
  to_ms INTEGER,
  measure REAL,
  threshold REAL,
  unit TEXT,
  m3 REAL,
  detail TEXT
) STRICT;
CREATE INDEX finding_of_station ON finding (station_id, rule);
CREATE INDEX finding_by_time ON finding (from_ms, id);
-- All that counts look at: they read no row.
CREATE INDEX finding_facets ON finding (rule, flag, state, station_id, from_ms, to_ms);

-- Apart, because lists and counts do not read it.
CREATE TABLE finding_evidence (
  finding_id TEXT NOT NULL PRIMARY KEY,
  evidence TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE finding_mark (
  id TEXT NOT NULL PRIMARY KEY,
  finding_id TEXT NOT NULL,
  station_id INTEGER NOT NULL REFERENCES station (id),
  rule TEXT NOT NULL,
  archive_type TEXT,
  channel TEXT,
  from_ms INTEGER NOT NULL,
  to_ms INTEGER NOT NULL CHECK (to_ms >= from_ms),
  mark TEXT NOT NULL,
  note_id TEXT,
  author TEXT NOT NULL,
  marked_at_ms INTEGER NOT NULL,
  removed_at_ms INTEGER
) STRICT;
CREATE INDEX finding_mark_of_station ON finding_mark (station_id);

-- What a station's findings were computed from, and what could not be judged.
CREATE TABLE finding_run (
  station_id INTEGER PRIMARY KEY REFERENCES station (id),
  judged_at_ms INTEGER NOT NULL,
  basis TEXT NOT NULL,
  verdicts TEXT NOT NULL
) STRICT;

CREATE TABLE changed_data (
  kind INTEGER NOT NULL CHECK (kind BETWEEN 1 AND 4),
  owner_id INTEGER NOT NULL,
  changes INTEGER NOT NULL,
  from_ms INTEGER,
  to_ms INTEGER,
  PRIMARY KEY (kind, owner_id)
) STRICT, WITHOUT ROWID;

CREATE VIEW v_finding AS SELECT id, rule, flag, station_id, equipment_id, archive_type, channel,
  ${seconds('from_ms')} AS from_time,
  ${seconds('to_ms')} AS to_time,
  measure, threshold, m3, state
FROM finding;
`
