/**
 * Who and what is metered: providers, consumers, stations and the reference directories.
 *
 * Columns of type ANY hold a value exactly as the service sent it: a number as a number, a text as a text, null as
 * null; a boolean, list or object as a BLOB of its JSON text, which no scalar of the service can be mistaken for.
 * `*_key` columns are natural sort keys and `folded` columns are case-folded texts; the program computes both
 * (electron/book/search/text.ts), because SQLite folds and sorts ASCII only.
 */
export default /* sql */ `
CREATE TABLE meta (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE provider (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  parent_id INTEGER REFERENCES provider (id),
  position INTEGER NOT NULL
) STRICT;
CREATE INDEX provider_by_parent ON provider (parent_id, position);

CREATE TABLE consumer (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  subdivision_type_name ANY,
  inn ANY,
  contact_number ANY,
  name_key TEXT NOT NULL,
  folded TEXT NOT NULL
) STRICT;
CREATE INDEX consumer_by_name ON consumer (name_key);

CREATE TABLE consumer_provider (
  provider_id INTEGER NOT NULL,
  consumer_id INTEGER NOT NULL REFERENCES consumer (id),
  PRIMARY KEY (provider_id, consumer_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX consumer_provider_by_consumer ON consumer_provider (consumer_id);

CREATE TABLE station (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  equipment_type_id INTEGER,
  equipment_type_varname ANY,
  equipment_brand_name ANY,
  phone ANY,
  equipment_id INTEGER,
  telemetry_id INTEGER,
  customer_id INTEGER,
  equipment_serial_number ANY,
  status_name_value ANY,
  volume_value ANY,
  volume_unit ANY,
  pressure_value ANY,
  pressure_unit ANY,
  temperature_value ANY,
  temperature_unit ANY,
  last_seance_event_ms INTEGER,
  uid ANY,
  name_key TEXT NOT NULL,
  serial_key TEXT NOT NULL,
  brand_key TEXT NOT NULL,
  status_key TEXT NOT NULL,
  consumer_key TEXT NOT NULL DEFAULT '',
  seen_at_ms INTEGER NOT NULL,
  unlisted_at_ms INTEGER
) STRICT;
CREATE INDEX station_by_name ON station (name_key);
CREATE INDEX station_by_serial ON station (serial_key, name_key);
CREATE INDEX station_by_brand ON station (brand_key, name_key);
CREATE INDEX station_by_status ON station (status_key, name_key);
CREATE INDEX station_by_consumer_name ON station (consumer_key, name_key);
CREATE INDEX station_by_last_seance ON station (last_seance_event_ms, name_key);
CREATE INDEX station_by_customer ON station (customer_id);
CREATE INDEX station_by_equipment_type ON station (equipment_type_id);
CREATE INDEX station_by_equipment ON station (equipment_id);
CREATE INDEX station_by_telemetry ON station (telemetry_id);

-- What search looks at: the folded texts of a station with its consumer's, one a line and two empty lines after them
-- (so that every character begins a trigram), and the two that a whole query may begin.
CREATE TABLE station_text (
  station_id INTEGER PRIMARY KEY REFERENCES station (id),
  folded TEXT NOT NULL,
  name TEXT NOT NULL,
  serial TEXT NOT NULL
) STRICT;
CREATE INDEX station_text_by_name ON station_text (name);
CREATE INDEX station_text_by_serial ON station_text (serial);

CREATE TABLE characteristics (
  id INTEGER PRIMARY KEY,
  gas_boiler ANY,
  gas_stove ANY,
  gas_water_heater ANY,
  resident_count ANY,
  heated_area ANY,
  fetched_at_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE last_session (
  station_id INTEGER PRIMARY KEY,
  station_name ANY,
  last_seance_event_ms INTEGER,
  fetched_at_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE equipment_type (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  equipment_kind_name ANY,
  telemetry_type_name ANY,
  resource_name ANY,
  description ANY
) STRICT;

CREATE TABLE channel (
  equipment_type_id INTEGER NOT NULL,
  archive_type_varname TEXT NOT NULL,
  channel_varname TEXT NOT NULL,
  archive_type_name ANY,
  telemetry_type_name ANY,
  channel_name ANY,
  unit_name ANY,
  PRIMARY KEY (equipment_type_id, archive_type_varname, channel_varname)
) STRICT, WITHOUT ROWID;

CREATE TABLE message (
  id INTEGER PRIMARY KEY,
  name ANY,
  description ANY,
  device_code ANY,
  equipment_type_id INTEGER,
  equipment_type_varname ANY,
  referenceparameter_archive_type_id INTEGER,
  archive_type_varname ANY,
  message_typical_id INTEGER,
  channel_id INTEGER,
  channel_varname ANY,
  folded TEXT NOT NULL
) STRICT;
CREATE INDEX message_by_code ON message (equipment_type_id, device_code, archive_type_varname);
`
