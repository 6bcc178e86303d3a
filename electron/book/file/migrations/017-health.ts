/**
 * What the analysis keeps of each station: its health (analysis/health), and what it let pass in each gas day
 * (analysis/consumption). `source` tells what it was computed from: another one, and it is computed again. Both are JSON of the
 * program's own, and public by their views only.
 */
/** Milliseconds as seconds: a whole number where it is one. */
const seconds = (ms: string) => `CASE WHEN ${ms} % 1000 = 0 THEN ${ms} / 1000 ELSE ${ms} / 1000.0 END`
const time = (field: string) => seconds(`json_extract(${field})`)
const battery = (name: string, as: string) => `
  json_extract(health, '$.${name}.median') AS ${as},
  json_extract(health, '$.${name}.slope.aDay') AS ${as}_slope_a_day,
  ${time(`health, '$.${name}.replacedAtMs'`)} AS ${as}_replaced_at,
  ${time(`comparison, '$.${name}.endsAtMs'`)} AS ${as}_ends_at,
  ${time(`comparison, '$.${name}.earliestMs'`)} AS ${as}_ends_earliest,
  ${time(`comparison, '$.${name}.latestMs'`)} AS ${as}_ends_latest,
  json_extract(comparison, '$.${name}.noForecast') AS ${as}_no_forecast`

export default /* sql */ `
CREATE TABLE station_health (
  station_id INTEGER PRIMARY KEY REFERENCES station (id),
  source TEXT NOT NULL,
  judged_at_ms INTEGER NOT NULL,
  overwritten_at_ms INTEGER,
  health TEXT NOT NULL,
  comparison TEXT
) STRICT;

CREATE TABLE consumption_source (
  station_id INTEGER PRIMARY KEY REFERENCES station (id),
  source TEXT NOT NULL,
  more TEXT NOT NULL
) STRICT;
-- Readings and events of a device that changed since its consumption was computed: from this moment on; null: at none in particular.
CREATE TABLE consumption_changed (
  equipment_id INTEGER PRIMARY KEY,
  changes INTEGER NOT NULL,
  from_ms INTEGER
) STRICT;
CREATE TABLE consumption_day (
  station_id INTEGER NOT NULL REFERENCES station (id),
  day TEXT NOT NULL,
  channel TEXT NOT NULL,
  volume REAL,
  unit TEXT NOT NULL CHECK (unit IN ('standard_m3', 'working_m3')),
  way TEXT CHECK (way IN ('hourly', 'daily', 'counter')),
  hours INTEGER NOT NULL,
  hours_expected INTEGER NOT NULL,
  abnormal_minutes INTEGER NOT NULL,
  substitute_minutes INTEGER NOT NULL,
  PRIMARY KEY (station_id, day)
) STRICT, WITHOUT ROWID;

CREATE VIEW v_health AS SELECT station_id, ${seconds('judged_at_ms')} AS judged_at,
  ${time(`health, '$.lastSessionMs'`)} AS last_session_time,
  json_extract(health, '$.rhythmHours') AS rhythm_hours,
  ${time(`health, '$.nextSessionMs'`)} AS next_session_time,${battery('telemetryBattery', 'telemetry_battery')},${battery('meterBattery', 'meter_battery')},
  json_extract(health, '$.signal.median') AS rssi,
  json_extract(health, '$.signal.slopeADay') AS rssi_slope_a_day,
  json_extract(health, '$.retries') AS retries,
  json_extract(comparison, '$.retriesTimes') AS retries_times,
  json_extract(health, '$.duration') AS duration_session,
  json_extract(comparison, '$.durationTimes') AS duration_session_times,
  json_extract(health, '$.traffic') AS session_traffic,
  json_extract(comparison, '$.trafficTimes') AS session_traffic_times,
  json_extract(health, '$.signals.open') AS open_situations,
  ${seconds('overwritten_at_ms')} AS overwritten_at,
  json_extract(health, '$.overwriting.archiveType') AS overwritten_archive,
  json_extract(health, '$.usualM3ADay') AS usual_m3_a_day
FROM station_health;

CREATE VIEW v_consumption_day AS SELECT station_id, day, channel, volume, unit, way, hours, hours_expected,
  abnormal_minutes, substitute_minutes
FROM consumption_day;
`
