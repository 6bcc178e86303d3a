/**
 * What came from other books. `kept_twice` has records whose key the book had with other content when another book was
 * merged into it: the book's own stays where it is, the other one lies here. `content` is JSON by field or channel, its
 * names in order. `owner_id` is the device; of sessions the telemetry unit, 0 for none.
 *
 * `merge_log` says which books were merged, when, and what came of it (JSON of the program's own).
 */
export default /* sql */ `
CREATE TABLE kept_twice (
  kind TEXT NOT NULL CHECK (kind IN ('reading', 'session')),
  owner_id INTEGER NOT NULL,
  archive_type TEXT NOT NULL,
  "view" TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  content TEXT NOT NULL,
  book_id TEXT NOT NULL,
  merged_at_ms INTEGER NOT NULL,
  PRIMARY KEY (kind, owner_id, archive_type, "view", at_ms, content)
) STRICT, WITHOUT ROWID;

CREATE TABLE merge_log (
  id INTEGER PRIMARY KEY,
  book_id TEXT NOT NULL,
  file TEXT NOT NULL,
  url TEXT,
  email TEXT,
  merged_at_ms INTEGER NOT NULL,
  counts TEXT NOT NULL
) STRICT;

CREATE VIEW v_kept_twice AS SELECT kind, iif(kind = 'reading', owner_id, NULL) AS equipment_id,
  iif(kind = 'session', nullif(owner_id, 0), NULL) AS telemetry_id, archive_type, "view",
  CASE WHEN at_ms % 1000 = 0 THEN at_ms / 1000 ELSE at_ms / 1000.0 END AS event_time, content, book_id AS book,
  CASE WHEN merged_at_ms % 1000 = 0 THEN merged_at_ms / 1000 ELSE merged_at_ms / 1000.0 END AS merged_at
FROM kept_twice;
`
