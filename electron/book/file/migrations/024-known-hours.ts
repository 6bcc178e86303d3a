/**
 * Each gas day keeps how its hours are known: by their own records, by the counter over a hole, or by the record of the
 * day. Everything is computed again from the records. What passed over holes that reach over a day's end is in no day:
 * `v_consumption_span` has it, so that the sums of both are those of the station.
 */
/** Milliseconds as seconds: a whole number where it is one. */
const seconds = (ms: string) => `CASE WHEN ${ms} % 1000 = 0 THEN ${ms} / 1000 ELSE ${ms} / 1000.0 END`

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
  substitute_minutes INTEGER NOT NULL,
  PRIMARY KEY (station_id, day)
) STRICT, WITHOUT ROWID;
CREATE VIEW v_consumption_day AS SELECT station_id, day, channel, volume, unit, way,
  received + by_counter + by_daily AS hours, hours_expected, received, by_counter, by_daily, abnormal_minutes,
  substitute_minutes
FROM consumption_day;
CREATE VIEW v_consumption_span AS SELECT c.station_id, ${seconds(`(hole.value ->> 'fromMs')`)} AS from_time,
  ${seconds(`(hole.value ->> 'toMs')`)} AS to_time, hole.value ->> 'firstDay' AS first_day, hole.value ->> 'lastDay' AS last_day,
  c.more ->> 'channel' AS channel, hole.value ->> 'm3' AS volume, c.more ->> 'unit' AS unit, hole.value ->> 'hours' AS hours,
  hole.value ->> 'received' AS received
FROM consumption_source c, json_each(c.more, '$.fills') hole;
`
