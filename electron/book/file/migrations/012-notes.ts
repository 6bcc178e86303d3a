/**
 * What engineers wrote down. Ids are UUIDv7, so that notes of two laptops can be merged: of two rows with one id, the one
 * that was edited or deleted last holds. A deleted note stays as a tombstone, as does a photograph that was taken away:
 * a merge with a copy that still has them does not bring them back.
 *
 * `from_ms` null: about the station as a whole; `to_ms` null: about a moment. `folded` is what search looks at;
 * null once nothing but the tombstone is left.
 * `jpeg` and `thumb` come last: rows are read without them.
 */
export default /* sql */ `
CREATE TABLE note (
  id TEXT NOT NULL PRIMARY KEY,
  station_id INTEGER NOT NULL REFERENCES station (id),
  from_ms INTEGER,
  to_ms INTEGER,
  kind TEXT NOT NULL,
  author TEXT NOT NULL,
  text TEXT NOT NULL,
  folded TEXT,
  written_at_ms INTEGER NOT NULL,
  edited_at_ms INTEGER,
  deleted_at_ms INTEGER,
  CHECK (to_ms IS NULL OR (from_ms IS NOT NULL AND to_ms > from_ms)),
  CHECK (folded IS NOT NULL OR deleted_at_ms IS NOT NULL)
) STRICT;
CREATE INDEX note_of_station ON note (station_id);

CREATE TABLE note_photo (
  id TEXT NOT NULL PRIMARY KEY,
  note_id TEXT NOT NULL REFERENCES note (id),
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  added_at_ms INTEGER NOT NULL,
  removed_at_ms INTEGER,
  thumb BLOB,
  jpeg BLOB,
  CHECK (jpeg IS NOT NULL OR removed_at_ms IS NOT NULL)
) STRICT;
CREATE INDEX note_photo_of_note ON note_photo (note_id, position);

CREATE VIEW v_note AS SELECT id, station_id,
  CASE WHEN from_ms % 1000 = 0 THEN from_ms / 1000 ELSE from_ms / 1000.0 END AS from_time,
  CASE WHEN to_ms % 1000 = 0 THEN to_ms / 1000 ELSE to_ms / 1000.0 END AS to_time,
  kind, author,
  CASE WHEN written_at_ms % 1000 = 0 THEN written_at_ms / 1000 ELSE written_at_ms / 1000.0 END AS written_at,
  text
FROM note WHERE deleted_at_ms IS NULL;
`
