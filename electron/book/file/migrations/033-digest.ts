/**
 * When this book came to know what: a digest says what is new since somebody looked last, whatever time it is about. The rows are
 * this file's own, no merge brings them, and after 400 days they go.
 *
 * `finding_news` is derived, written with the findings: what `began` (was found), `ended`, or is `gone` (no longer found), as it
 * was then. Where a station was judged for the first time or by new rules, one row stands for all: `first`, `anew`, with their
 * number in `findings`.
 *
 * `arrival`: records that came late (`late`: among days that had been asked for), or again with other values (`corrected`); other
 * `settings` or new `changes` in the log of a device (`owner_id`), a new `device` of a station (`owner_id`). `merged_note`: notes
 * that a merge brought.
 */
export default /* sql */ `
CREATE TABLE finding_news (
  at_ms INTEGER NOT NULL,
  station_id INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('began', 'ended', 'gone', 'first', 'anew')),
  finding_id TEXT NOT NULL,
  rule TEXT,
  flag INTEGER,
  archive_type TEXT,
  channel TEXT,
  from_ms INTEGER,
  to_ms INTEGER,
  m3 REAL,
  detail TEXT,
  findings INTEGER NOT NULL,
  PRIMARY KEY (at_ms, station_id, kind, finding_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE arrival (
  at_ms INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('late', 'corrected', 'settings', 'changes', 'device')),
  owner_id INTEGER NOT NULL,
  archive_type TEXT NOT NULL,
  "view" TEXT NOT NULL,
  from_ms INTEGER NOT NULL,
  to_ms INTEGER NOT NULL,
  records INTEGER NOT NULL,
  PRIMARY KEY (at_ms, kind, owner_id, archive_type, "view", from_ms)
) STRICT, WITHOUT ROWID;

CREATE TABLE merged_note (
  at_ms INTEGER NOT NULL,
  note_id TEXT NOT NULL,
  PRIMARY KEY (at_ms, note_id)
) STRICT, WITHOUT ROWID;
`
