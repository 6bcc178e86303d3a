/**
 * Examples of questions: the text that is the same in every language; titles and comments are words/xx/example-questions.ts. Gas days
 * are compared by their names, whatever clock a station has. What is asked of a station is asked of each device and telemetry
 * unit that it had, within its time.
 */
const WITHIN_DAYS = 'c.day BETWEEN :from_day AND :to_day'
const OF_DEVICE = (record: string) =>
  `(d.from_time IS NULL OR ${record}.event_time > d.from_time) AND (d.to_time IS NULL OR ${record}.event_time <= d.to_time)`
/** The service writes numbers also as texts, with a comma. */
const NUMBER = (record: string) => `CAST(replace(${record}.value, ',', '.') AS REAL)`

const EXAMPLE_QUESTIONS = {
  consumption: `SELECT s.id AS station_id, s.name, round(sum(c.volume), 1) AS m3, sum(c.hours_expected - c.hours) AS hours_missing
FROM v_consumption_day c
JOIN v_station s ON s.id = c.station_id
WHERE ${WITHIN_DAYS}
GROUP BY s.id
ORDER BY m3 DESC`,
  missing: `SELECT s.id AS station_id, s.name,
  sum(c.hours_expected - c.hours) AS hours_missing,
  round(100.0 * sum(c.hours) / sum(c.hours_expected), 2) AS percent_known
FROM v_consumption_day c
JOIN v_station s ON s.id = c.station_id
WHERE ${WITHIN_DAYS}
GROUP BY s.id
HAVING hours_missing > 0
ORDER BY hours_missing DESC`,
  days: `SELECT c.day, c.volume AS m3, c.hours, c.way
FROM v_consumption_day c
WHERE c.station_id = :station
  AND ${WITHIN_DAYS}
ORDER BY c.day`,
  hours: `SELECT r.event_time, ${NUMBER('r')} AS m3
FROM v_station_device d
JOIN v_reading r ON r.equipment_id = d.equipment_id
  AND ${OF_DEVICE('r')}
WHERE d.station_id = :station
  AND r.archive_type = 'hourly' AND r.view = 'unified' AND r.channel = 'gas_consume'
  AND r.event_time > :from AND r.event_time <= :to
ORDER BY r.event_time`,
  idle: `SELECT v.event_time, ${NUMBER('p')} AS pressure, ${NUMBER('v')} AS m3
FROM v_station_device d
JOIN v_reading v ON v.equipment_id = d.equipment_id AND v.channel = 'gas_consume'
  AND ${OF_DEVICE('v')}
JOIN v_reading p ON p.equipment_id = v.equipment_id AND p.channel = 'P'
  AND p.archive_type = v.archive_type AND p.view = v.view AND p.event_time = v.event_time
WHERE d.station_id = :station
  AND v.archive_type = 'hourly' AND v.view = 'unified'
  AND v.value GLOB '*0*' AND ${NUMBER('v')} = 0 AND ${NUMBER('p')} > 0
  AND v.event_time > :from AND v.event_time <= :to
ORDER BY v.event_time`,
  around: `WITH f AS (
  SELECT * FROM v_finding
  WHERE flag IN (3, 4) AND equipment_id IS NOT NULL AND part_of IS NULL
  ORDER BY from_time DESC LIMIT 20
)
SELECT f.station_id, f.rule, f.from_time, e.event_time, e.archive_type, e.code, e.code_description
FROM f
JOIN v_event e ON e.equipment_id = f.equipment_id
WHERE e.event_time BETWEEN f.from_time - 86400 AND f.from_time + 86400
ORDER BY f.from_time DESC, e.event_time`,
  silences: `WITH heard AS (
  SELECT DISTINCT d.station_id, e.event_time
  FROM v_station_device d
  JOIN v_session e ON e.telemetry_id = d.telemetry_id
    AND ${OF_DEVICE('e')}
), gaps AS (
  SELECT station_id, event_time,
    lag(event_time) OVER (PARTITION BY station_id ORDER BY event_time) AS before
  FROM heard
)
SELECT s.id AS station_id, s.name, g.before AS silent_from_time, g.event_time AS silent_to_time,
  round((g.event_time - g.before) / 3600.0, 1) AS hours
FROM gaps g
JOIN v_station s ON s.id = g.station_id
WHERE g.before IS NOT NULL
ORDER BY g.event_time - g.before DESC
LIMIT 100`,
  batteries: `SELECT h.station_id, s.name,
  h.telemetry_battery, h.telemetry_battery_ends_at, h.meter_battery, h.meter_battery_ends_at,
  h.telemetry_battery_no_forecast, h.meter_battery_no_forecast
FROM v_health h
JOIN v_station s ON s.id = h.station_id
WHERE h.telemetry_battery IS NOT NULL OR h.meter_battery IS NOT NULL
ORDER BY min(coalesce(h.telemetry_battery_ends_at, 9e9), coalesce(h.meter_battery_ends_at, 9e9))`,
  limits: `WITH used AS (
  SELECT station_id, NULL AS consumer_id, day, volume FROM v_consumption_day
  UNION ALL
  SELECT NULL, s.customer_id, c.day, sum(c.volume)
  FROM v_consumption_day c
  JOIN v_station s ON s.id = c.station_id
  WHERE s.customer_id IS NOT NULL
  GROUP BY s.customer_id, c.day
), held AS (
  SELECT u.*, l.m3 AS limit_m3,
    row_number() OVER (PARTITION BY u.station_id, u.consumer_id, u.day ORDER BY coalesce(l.from_day, '') DESC) AS place
  FROM v_limit l
  JOIN used u ON u.station_id IS l.station_id AND u.consumer_id IS l.consumer_id
    AND u.day >= coalesce(l.from_day, u.day) AND u.day <= coalesce(l.to_day, u.day)
  WHERE l.period = 'day'
)
SELECT h.station_id, h.consumer_id, coalesce(s.name, k.name) AS name, h.day, round(h.volume, 1) AS m3, h.limit_m3,
  round(100.0 * h.volume / h.limit_m3, 1) AS percent
FROM held h
LEFT JOIN v_station s ON s.id = h.station_id
LEFT JOIN v_consumer k ON k.id = h.consumer_id
WHERE h.place = 1 AND h.volume > h.limit_m3
ORDER BY h.volume / h.limit_m3 DESC`,
  sessions: `SELECT date(event_time, 'unixepoch') AS day, count(*) AS sessions, sum(Trycnt) AS tries,
  round(avg(duration_session), 1) AS seconds_on_average
FROM v_session
WHERE date(event_time, 'unixepoch') BETWEEN :from_day AND :to_day
GROUP BY day
ORDER BY day`,
  twice: `SELECT k.equipment_id, k.telemetry_id, k.archive_type, k.view, k.event_time, k.content AS otherwise, k.book, k.merged_at
FROM v_kept_twice k
ORDER BY k.event_time DESC`,
  settings: `WITH taken AS (
  SELECT equipment_id, channel_name, taken_at, channel_data_value AS value, unit_name,
    lag(channel_data_value) OVER w AS value_before,
    lag(taken_at) OVER w AS before_at
  FROM v_setting
  WINDOW w AS (PARTITION BY equipment_id, channel_name ORDER BY taken_at)
)
SELECT equipment_id, channel_name, value_before, value, unit_name, before_at, taken_at
FROM taken
WHERE before_at IS NOT NULL AND value IS NOT value_before
ORDER BY taken_at DESC`,
  typed: `SELECT s.id AS station_id, s.name, s.equipment_serial_number,
  sum(t.fact = 'coordinates') > 0 AS has_coordinates,
  sum(t.fact = 'next_verification') > 0 AS has_verification
FROM v_station s
LEFT JOIN v_station_typed t ON t.station_id = s.id
GROUP BY s.id
HAVING has_coordinates IS NOT 1 OR has_verification IS NOT 1
ORDER BY s.name`,
  rules: `SELECT rule, count(DISTINCT coalesce(part_of, id)) AS findings, count(DISTINCT station_id) AS stations, round(sum(m3), 1) AS m3
FROM v_finding
WHERE state IN ('new', 'seen')
GROUP BY rule
ORDER BY findings DESC`,
} as const satisfies Readonly<Record<string, string>>

export type ExampleQuestion = keyof typeof EXAMPLE_QUESTIONS
export const EXAMPLE_NAMES = Object.keys(EXAMPLE_QUESTIONS) as readonly ExampleQuestion[]

/** The text of an example: its comment above it, a line for each. */
export const exampleText = (name: ExampleQuestion, comment: string): string =>
  `${comment
    .split('\n')
    .map((line) => `-- ${line}`)
    .join('\n')}\n${EXAMPLE_QUESTIONS[name]}`
