/**
 * `substitute_minutes` of a gas day is null, and not 0, where nobody knows whether a substitute was in use. Everything
 * is computed again from the records and the findings.
 */
export default /* sql */ `
DROP VIEW v_consumption_day;
DROP TABLE consumption_day;
DELETE FROM consumption_source;
CREATE TABLE consumption_day (
  station_id INTEGER NOT NULL REFERENCES station (id),
  day TEXT NOT NULL,
  channel TEXT NOT NULL,
  volume REAL,
  unit TEXT NOT NULL CHECK (unit IN ('standard_m3', 'working_m3')),
  way TEXT CHECK (way IN ('hourly', 'daily', 'counter')),
  received INTEGER NOT NULL,
  by_counter INTEGER NOT NULL,
  by_daily INTEGER NOT NULL,
  hours_expected INTEGER NOT NULL,
  abnormal_minutes INTEGER NOT NULL,
  substitute_minutes INTEGER,
  PRIMARY KEY (station_id, day)
) STRICT, WITHOUT ROWID;
CREATE VIEW v_consumption_day AS SELECT station_id, day, channel, volume, unit, way,
  received + by_counter + by_daily AS hours, hours_expected, received, by_counter, by_daily, abnormal_minutes,
  substitute_minutes
FROM consumption_day;
`
