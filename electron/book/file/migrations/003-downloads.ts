/**
 * What is known of each day, what is still to be fetched, and what could not be understood.
 *
 * Days are counted from 1970-01-01. Coverage is kept as runs of days in one state, never overlapping within a series
 * (state: 1 fetched, 2 empty at the service, 3 failed, 4 partial; a day in no run was never asked). `calendar` holds
 * every day that some run may hold, so that views can unfold runs. `task.cursors` lists the chunks that stand between
 * two pages, so that a killed download asks again for no page that is in the book.
 */
export default /* sql */ `
CREATE TABLE coverage_run (
  series_id INTEGER NOT NULL REFERENCES series (id),
  from_day INTEGER NOT NULL,
  to_day INTEGER NOT NULL CHECK (to_day >= from_day),
  state INTEGER NOT NULL CHECK (state BETWEEN 1 AND 4),
  fetched_at_ms INTEGER NOT NULL,
  records_a_day INTEGER,
  PRIMARY KEY (series_id, from_day)
) STRICT, WITHOUT ROWID;

CREATE TABLE coverage_total (
  series_id INTEGER PRIMARY KEY REFERENCES series (id),
  fetched INTEGER NOT NULL,
  empty INTEGER NOT NULL,
  failed INTEGER NOT NULL,
  partial INTEGER NOT NULL,
  fetched_at_ms INTEGER
) STRICT;

CREATE TABLE calendar (
  day INTEGER PRIMARY KEY
) STRICT;

CREATE TABLE run (
  id INTEGER PRIMARY KEY,
  created_ms INTEGER NOT NULL,
  plan TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('active', 'paused', 'done', 'failed', 'cancelled')),
  finished_ms INTEGER,
  records INTEGER NOT NULL DEFAULT 0,
  added INTEGER NOT NULL DEFAULT 0,
  changed INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE task (
  id INTEGER PRIMARY KEY,
  run_id INTEGER NOT NULL REFERENCES run (id),
  kind TEXT NOT NULL,
  target TEXT NOT NULL,
  station_id INTEGER,
  position INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'running', 'done', 'failed', 'cancelled')),
  cursors TEXT NOT NULL DEFAULT '[]',
  pages INTEGER NOT NULL DEFAULT 0,
  records INTEGER NOT NULL DEFAULT 0,
  added INTEGER NOT NULL DEFAULT 0,
  changed INTEGER NOT NULL DEFAULT 0,
  bytes INTEGER NOT NULL DEFAULT 0,
  attempts INTEGER NOT NULL DEFAULT 0,
  error_code TEXT,
  error_data TEXT,
  updated_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX task_in_order ON task (run_id, state, position);
CREATE INDEX task_by_station ON task (run_id, station_id, state);

CREATE TABLE rejected (
  id INTEGER PRIMARY KEY,
  resource TEXT NOT NULL,
  reason TEXT NOT NULL,
  raw TEXT NOT NULL,
  digest BLOB NOT NULL,
  times INTEGER NOT NULL DEFAULT 1,
  received_at_ms INTEGER NOT NULL,
  UNIQUE (resource, digest)
) STRICT;
`
