/**
 * What the devices recorded. A `series` is one archive of one device in one view (or the sessions of one telemetry
 * unit); its small integer key keeps the big tables small, and it counts its own records so that no screen has to.
 *
 * `reading.record` is a JSON array of the values in the order of `series_channel`; an array may end early (channels
 * that were added later). A record that lacks a channel in the middle is an object {position: value} instead, so
 * that 'absent' is never mistaken for null. An event is the triple series, time, content: contents are shared.
 */
export default /* sql */ `
CREATE TABLE series (
  id INTEGER PRIMARY KEY,
  equipment_id INTEGER,
  telemetry_id INTEGER,
  archive_type TEXT NOT NULL,
  view TEXT NOT NULL CHECK (view IN ('general', 'unified')),
  records INTEGER NOT NULL DEFAULT 0,
  first_ms INTEGER,
  last_ms INTEGER,
  CHECK ((equipment_id IS NULL) <> (telemetry_id IS NULL))
) STRICT;
CREATE UNIQUE INDEX series_of_equipment ON series (equipment_id, archive_type, view) WHERE equipment_id IS NOT NULL;
CREATE UNIQUE INDEX series_of_telemetry ON series (telemetry_id, archive_type, view) WHERE telemetry_id IS NOT NULL;

CREATE TABLE series_channel (
  series_id INTEGER NOT NULL REFERENCES series (id),
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (series_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE reading (
  series_id INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  record TEXT NOT NULL,
  PRIMARY KEY (series_id, at_ms)
) STRICT, WITHOUT ROWID;

-- Distinct pairs of code and description: a million events share a few hundred.
CREATE TABLE event_text (
  id INTEGER PRIMARY KEY,
  code TEXT,
  description TEXT,
  folded TEXT NOT NULL
) STRICT;
CREATE INDEX event_text_by_code ON event_text (code, description);

-- Distinct sets of entries. 'detail' is the folded text of the entries besides code and description.
CREATE TABLE event_content (
  id INTEGER PRIMARY KEY,
  text_id INTEGER NOT NULL REFERENCES event_text (id),
  digest BLOB NOT NULL UNIQUE,
  entries TEXT NOT NULL,
  detail TEXT NOT NULL
) STRICT;
CREATE INDEX event_content_by_text ON event_content (text_id);

CREATE TABLE event (
  series_id INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  content_id INTEGER NOT NULL,
  PRIMARY KEY (series_id, at_ms, content_id)
) STRICT, WITHOUT ROWID;

-- Which codes a series has, and how often: an index of a million events by content would cost more than the events.
CREATE TABLE event_code (
  text_id INTEGER NOT NULL REFERENCES event_text (id),
  series_id INTEGER NOT NULL REFERENCES series (id),
  events INTEGER NOT NULL,
  first_ms INTEGER NOT NULL,
  last_ms INTEGER NOT NULL,
  PRIMARY KEY (text_id, series_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX event_code_by_series ON event_code (series_id);

-- How many events a series has in each 2^31 ms (24.9 days), so that any row of a long log is found without counting.
CREATE TABLE event_bucket (
  series_id INTEGER NOT NULL,
  bucket INTEGER NOT NULL,
  events INTEGER NOT NULL,
  PRIMARY KEY (series_id, bucket)
) STRICT, WITHOUT ROWID;

CREATE TABLE setting_snapshot (
  id INTEGER PRIMARY KEY,
  equipment_id INTEGER NOT NULL,
  taken_at_ms INTEGER NOT NULL,
  checked_at_ms INTEGER NOT NULL,
  digest BLOB NOT NULL
) STRICT;
CREATE INDEX setting_snapshot_by_equipment ON setting_snapshot (equipment_id, taken_at_ms);

CREATE TABLE setting (
  snapshot_id INTEGER NOT NULL REFERENCES setting_snapshot (id),
  position INTEGER NOT NULL,
  channel_name TEXT NOT NULL,
  channel_data_value ANY,
  unit_name ANY,
  PRIMARY KEY (snapshot_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE session (
  id INTEGER PRIMARY KEY,
  telemetry_id INTEGER,
  at_ms INTEGER NOT NULL,
  evtid ANY,
  trycnt ANY,
  tryfl ANY,
  state ANY,
  btm ANY,
  rssi ANY,
  bsg ANY,
  gettime ANY,
  next_session_ms INTEGER,
  referenceparameter_seance_status_id ANY,
  duration_session ANY,
  session_traffic ANY,
  millisecond ANY
) STRICT;
CREATE INDEX session_by_telemetry ON session (telemetry_id, at_ms);
`
