/**
 * Files by cable. `import_file` is a file that was read for a station: its SHA-256, the map by which it was read (JSON, as in
 * docs/imports.md) and, by channel, within which difference its rounded values still say the same (JSON). `import_content` has the
 * file itself, deflated. `reading_source` and `event_source` name the records that no answer of the service has brought yet: a
 * record without a row there is the service's. `import_map` are maps that are kept for a type of devices.
 */
const seconds = (column: string) => `CASE WHEN ${column} % 1000 = 0 THEN ${column} / 1000 ELSE ${column} / 1000.0 END`
/** What a record's source is called: the file and its SHA-256; null: the service. */
const source = (table: string, where: string) =>
  `(SELECT ltrim(f.name || ' sha256:' || f.sha256) FROM ${table} o JOIN import_file f ON f.id = o.file_id WHERE ${where})`

export default /* sql */ `
CREATE TABLE import_file (
  id INTEGER PRIMARY KEY,
  sha256 TEXT NOT NULL,
  station_id INTEGER NOT NULL REFERENCES station (id),
  name TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  map TEXT NOT NULL CHECK (json_valid(map)),
  tolerances TEXT NOT NULL CHECK (json_valid(tolerances)),
  author TEXT NOT NULL,
  imported_at_ms INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX import_file_of_station ON import_file (station_id, sha256);

CREATE TABLE import_content (sha256 TEXT NOT NULL PRIMARY KEY, content BLOB NOT NULL) STRICT;

CREATE TABLE reading_source (
  series_id INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  file_id INTEGER NOT NULL REFERENCES import_file (id),
  PRIMARY KEY (series_id, at_ms)
) STRICT, WITHOUT ROWID;

CREATE TABLE event_source (
  series_id INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  content_id INTEGER NOT NULL,
  file_id INTEGER NOT NULL REFERENCES import_file (id),
  PRIMARY KEY (series_id, at_ms, content_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE import_map (
  equipment_type_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  map TEXT NOT NULL CHECK (json_valid(map)),
  author TEXT NOT NULL,
  said_at_ms INTEGER NOT NULL,
  removed_at_ms INTEGER,
  PRIMARY KEY (equipment_type_id, name)
) STRICT, WITHOUT ROWID;

DROP VIEW v_reading;
CREATE VIEW v_reading AS SELECT s.equipment_id, s.archive_type, s."view",
  ${seconds('r.at_ms')} AS event_time, c.name AS channel, v.value,
  ${source('reading_source', 'o.series_id = r.series_id AND o.at_ms = r.at_ms')} AS source
FROM series s
JOIN reading r ON r.series_id = s.id
CROSS JOIN json_each(r.record) v -- CROSS: each record is unfolded once, then its channels are named
CROSS JOIN series_channel c ON c.series_id = s.id AND c.position = CAST(v.key AS INTEGER);

DROP VIEW v_event;
CREATE VIEW v_event AS SELECT s.equipment_id, s.archive_type, e.at_ms / 1000.0 AS event_time,
  json_extract(c.entries, '$.Code') AS code,
  json_extract(c.entries, '$.CodeDescription') AS code_description,
  json_extract(c.entries, '$.ValCode') AS val_code,
  json_extract(c.entries, '$.Izm') AS izm,
  c.entries,
  ${source('event_source', 'o.series_id = e.series_id AND o.at_ms = e.at_ms AND o.content_id = e.content_id')} AS source
FROM series s
JOIN event e ON e.series_id = s.id
JOIN event_content c ON c.id = e.content_id;

CREATE VIEW v_import AS SELECT sha256, station_id, name, bytes, map, author, ${seconds('imported_at_ms')} AS imported_at FROM import_file;
`
