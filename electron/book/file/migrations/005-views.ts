/**
 * The public views: stable, documented in docs/book.md, for any SQLite tool. Service field names; times in Unix seconds
 * as the service gives them (a fraction only where there are milliseconds; `event_time` of events always has one).
 * A boolean shows as 1 or 0, a nested value as its JSON text, everything else as it came.
 */

/** A verbatim column as plain SQL: BLOBs hold the JSON of what is no SQLite scalar. */
const plain = (column: string) => `CASE typeof(${column}) WHEN 'blob' THEN json_extract(CAST(${column} AS TEXT), '$') ELSE ${column} END`
const verbatim = (...columns: string[]) => columns.map((column) => `${plain(column)} AS ${column}`).join(',\n  ')
/** Milliseconds as seconds: a whole number where it is one. */
const seconds = (column: string) => `CASE WHEN ${column} % 1000 = 0 THEN ${column} / 1000 ELSE ${column} / 1000.0 END`

export default /* sql */ `
CREATE VIEW v_provider AS SELECT id, name, parent_id FROM provider;

CREATE VIEW v_consumer AS SELECT id, name,
  ${verbatim('subdivision_type_name', 'inn', 'contact_number')}
FROM consumer;

CREATE VIEW v_station AS SELECT id, name, equipment_type_id,
  ${verbatim('equipment_type_varname', 'equipment_brand_name', 'phone')},
  equipment_id, telemetry_id, customer_id,
  ${verbatim('equipment_serial_number', 'status_name_value', 'volume_value', 'volume_unit', 'pressure_value', 'pressure_unit', 'temperature_value', 'temperature_unit')},
  ${seconds('last_seance_event_ms')} AS last_seance_event_time,
  ${verbatim('uid')}
FROM station;

CREATE VIEW v_characteristics AS SELECT id,
  ${verbatim('gas_boiler', 'gas_stove', 'gas_water_heater', 'resident_count', 'heated_area')}
FROM characteristics;

CREATE VIEW v_equipment_type AS SELECT id, name,
  ${verbatim('equipment_kind_name', 'telemetry_type_name', 'resource_name', 'description')}
FROM equipment_type;

CREATE VIEW v_channel AS SELECT equipment_type_id,
  ${verbatim('archive_type_name')}, archive_type_varname,
  ${verbatim('telemetry_type_name', 'channel_name')}, channel_varname,
  ${verbatim('unit_name')}
FROM channel;

CREATE VIEW v_reading AS SELECT s.equipment_id, s.archive_type, s."view",
  ${seconds('r.at_ms')} AS event_time, c.name AS channel, v.value
FROM series s
JOIN reading r ON r.series_id = s.id
CROSS JOIN json_each(r.record) v -- CROSS: each record is unfolded once, then its channels are named
CROSS JOIN series_channel c ON c.series_id = s.id AND c.position = CAST(v.key AS INTEGER);

CREATE VIEW v_setting AS SELECT p.equipment_id, ${seconds('p.taken_at_ms')} AS taken_at, s.channel_name,
  ${verbatim('channel_data_value', 'unit_name')}
FROM setting_snapshot p JOIN setting s ON s.snapshot_id = p.id;

CREATE VIEW v_event AS SELECT s.equipment_id, s.archive_type, e.at_ms / 1000.0 AS event_time,
  json_extract(c.entries, '$.Code') AS code,
  json_extract(c.entries, '$.CodeDescription') AS code_description,
  json_extract(c.entries, '$.ValCode') AS val_code,
  json_extract(c.entries, '$.Izm') AS izm,
  c.entries
FROM series s
JOIN event e ON e.series_id = s.id
JOIN event_content c ON c.id = e.content_id;

CREATE VIEW v_message AS SELECT id,
  ${verbatim('name', 'description', 'device_code')}, equipment_type_id,
  ${verbatim('equipment_type_varname')}, referenceparameter_archive_type_id,
  ${verbatim('archive_type_varname')}, message_typical_id, channel_id,
  ${verbatim('channel_varname')}
FROM message;

CREATE VIEW v_session AS SELECT id, telemetry_id, ${seconds('at_ms')} AS event_time,
  ${plain('evtid')} AS Evtid, ${plain('trycnt')} AS Trycnt, ${plain('tryfl')} AS Tryfl, ${verbatim('state')},
  ${plain('btm')} AS Btm, ${plain('rssi')} AS Rssi, ${plain('bsg')} AS Bsg, ${verbatim('gettime')},
  ${seconds('next_session_ms')} AS next_session_time,
  ${verbatim('referenceparameter_seance_status_id', 'duration_session', 'session_traffic', 'millisecond')}
FROM session;

CREATE VIEW v_coverage AS
WITH archive (series_id, equipment_id, archive_type, "view") AS (
  SELECT id, equipment_id, archive_type, "view" FROM series WHERE equipment_id IS NOT NULL
  UNION ALL
  SELECT s.id, t.equipment_id, s.archive_type, s."view"
  FROM series s LEFT JOIN station t ON t.telemetry_id = s.telemetry_id WHERE s.telemetry_id IS NOT NULL
)
SELECT a.equipment_id, a.archive_type, a."view", date(d.day * 86400, 'unixepoch') AS day,
  CASE r.state WHEN 1 THEN 'fetched' WHEN 2 THEN 'empty' WHEN 3 THEN 'failed' ELSE 'partial' END AS state,
  ${seconds('r.fetched_at_ms')} AS fetched_at
FROM archive a
JOIN coverage_run r ON r.series_id = a.series_id
JOIN calendar d ON d.day BETWEEN r.from_day AND r.to_day;

CREATE VIEW v_rejected AS SELECT resource, reason, raw, ${seconds('received_at_ms')} AS received_at FROM rejected;
`
