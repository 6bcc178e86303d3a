/**
 * A station's devices over its life. `device_sighting` is what listings said: from a first to a last listing a station had
 * this device, this telemetry unit and this serial number. It only grows, and a union of two books' rows is what both know.
 * `device_given` is what engineers said: a device that no listing names, or the moments of an exchange. `device_hint` is what other books concluded, which may have records
 * that this one lacks. `station_device` is
 * concluded of both and of the records (directory/life/conclude.ts): of archives, records stamped after `from_ms` up to and
 * with `to_ms` are the station's; `since_ms` is when the device before, `before_id`, ended. Of its log all is, but for what
 * `log_from_ms` and `log_to_ms` leave to other stations.
 *
 * An older book knows the device of now. Which one a station had before, the tasks of its downloads and its findings name.
 */
const DEVICE = 'equipment_id, telemetry_id, equipment_type_id, equipment_type_varname, equipment_brand_name, equipment_serial_number'
const seconds = (column: string) => `CASE WHEN ${column} % 1000 = 0 THEN ${column} / 1000 ELSE ${column} / 1000.0 END`

export default /* sql */ `
CREATE TABLE device_sighting (
  station_id INTEGER NOT NULL REFERENCES station (id),
  first_ms INTEGER NOT NULL,
  last_ms INTEGER NOT NULL CHECK (last_ms >= first_ms),
  equipment_id INTEGER,
  telemetry_id INTEGER,
  equipment_type_id INTEGER,
  equipment_type_varname ANY,
  equipment_brand_name ANY,
  equipment_serial_number ANY,
  PRIMARY KEY (station_id, first_ms)
) STRICT, WITHOUT ROWID;
CREATE INDEX device_sighting_of_equipment ON device_sighting (equipment_id);

CREATE TABLE device_given (
  station_id INTEGER NOT NULL REFERENCES station (id),
  equipment_id INTEGER NOT NULL,
  equipment_type_id INTEGER,
  equipment_serial_number ANY,
  from_ms INTEGER,
  to_ms INTEGER,
  given_at_ms INTEGER NOT NULL,
  removed_at_ms INTEGER,
  PRIMARY KEY (station_id, equipment_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX device_given_of_equipment ON device_given (equipment_id);

CREATE TABLE device_hint (
  station_id INTEGER NOT NULL REFERENCES station (id),
  equipment_id INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('start', 'end')),
  at_ms INTEGER NOT NULL,
  PRIMARY KEY (station_id, equipment_id, kind, at_ms)
) STRICT, WITHOUT ROWID;

CREATE TABLE station_device (
  station_id INTEGER NOT NULL REFERENCES station (id),
  place INTEGER NOT NULL,
  equipment_id INTEGER,
  telemetry_id INTEGER,
  equipment_type_id INTEGER,
  equipment_type_varname ANY,
  equipment_brand_name ANY,
  equipment_serial_number ANY,
  from_ms INTEGER,
  to_ms INTEGER,
  since_ms INTEGER,
  before_id INTEGER,
  log_from_ms INTEGER,
  log_to_ms INTEGER,
  PRIMARY KEY (station_id, place)
) STRICT, WITHOUT ROWID;
CREATE INDEX station_device_of_equipment ON station_device (equipment_id);
-- Few of many stations have one.
CREATE INDEX station_device_with_time ON station_device (station_id) WHERE from_ms IS NOT NULL OR to_ms IS NOT NULL;
CREATE INDEX station_device_of_telemetry ON station_device (telemetry_id);

INSERT INTO device_sighting (station_id, first_ms, last_ms, ${DEVICE}) SELECT id, seen_at_ms, seen_at_ms, ${DEVICE} FROM station;

INSERT OR IGNORE INTO device_sighting (station_id, first_ms, last_ms, equipment_id, telemetry_id)
SELECT s.id, min(t.at_ms, s.seen_at_ms - 1), min(t.at_ms, s.seen_at_ms - 1), t.equipment_id, t.telemetry_id
FROM station s JOIN (
  SELECT station_id, equipment_id, max(telemetry_id) AS telemetry_id, max(updated_ms) AS at_ms FROM (
    SELECT station_id, updated_ms, run_id, iif(json_valid(target), target ->> 'equipmentId', NULL) AS equipment_id,
      max(iif(json_valid(target), target ->> 'telemetryId', NULL)) OVER (PARTITION BY run_id, station_id) AS telemetry_id
    FROM task WHERE station_id IS NOT NULL AND state = 'done')
  WHERE typeof(equipment_id) = 'integer' AND (telemetry_id IS NULL OR typeof(telemetry_id) = 'integer')
  GROUP BY station_id, equipment_id
) t ON t.station_id = s.id WHERE t.equipment_id IS NOT s.equipment_id AND s.seen_at_ms > 0;

INSERT OR IGNORE INTO device_sighting (station_id, first_ms, last_ms, equipment_id)
SELECT s.id, min(r.judged_at_ms, s.seen_at_ms - 1), min(r.judged_at_ms, s.seen_at_ms - 1), f.equipment_id
FROM station s JOIN finding f ON f.station_id = s.id JOIN finding_run r ON r.station_id = s.id
WHERE f.equipment_id IS NOT NULL AND f.equipment_id IS NOT s.equipment_id AND s.seen_at_ms > 0
  AND NOT EXISTS (SELECT 1 FROM device_sighting d WHERE d.station_id = s.id AND d.equipment_id = f.equipment_id)
GROUP BY s.id, f.equipment_id;

INSERT INTO station_device (station_id, place, ${DEVICE}) SELECT id, 0, ${DEVICE} FROM station
WHERE equipment_id IS NOT NULL OR telemetry_id IS NOT NULL;
-- The first who opens the book for writing concludes what the older sightings tell.
INSERT INTO meta SELECT 'devices_unsettled', 'true' WHERE EXISTS (
  SELECT 1 FROM device_sighting GROUP BY station_id HAVING count(*) > 1);

CREATE VIEW v_station_device AS SELECT station_id, equipment_id, telemetry_id, equipment_type_id,
  CASE typeof(equipment_serial_number) WHEN 'blob' THEN json_extract(CAST(equipment_serial_number AS TEXT), '$')
    ELSE equipment_serial_number END AS equipment_serial_number,
  ${seconds('from_ms')} AS from_time,
  ${seconds('to_ms')} AS to_time
FROM station_device;
`
