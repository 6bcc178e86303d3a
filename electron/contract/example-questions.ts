/**
 * Examples of questions: the text that is the same in every language; titles and comments are words/xx/example-questions.ts. Days are
 * compared by their noon, which lies within the gas day wherever it begins.
 */
const WITHIN_DAYS = `unixepoch(c.day, '+12 hours') > :from AND unixepoch(c.day, '+12 hours') <= :to`
const WITHIN_TIME = 'r.event_time > :from AND r.event_time <= :to'

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
  hours: `SELECT r.event_time, CAST(r.value AS REAL) AS m3
FROM v_station s
JOIN v_reading r ON r.equipment_id = s.equipment_id
WHERE s.id = :station
  AND r.archive_type = 'hourly' AND r.view = 'unified' AND r.channel = 'gas_consume'
  AND ${WITHIN_TIME}
ORDER BY r.event_time`,
  idle: `SELECT v.event_time, CAST(p.value AS REAL) AS pressure, CAST(v.value AS REAL) AS m3
FROM v_station s
JOIN v_reading v ON v.equipment_id = s.equipment_id AND v.channel = 'gas_consume'
JOIN v_reading p ON p.equipment_id = s.equipment_id AND p.channel = 'P'
  AND p.archive_type = v.archive_type AND p.view = v.view AND p.event_time = v.event_time
WHERE s.id = :station
  AND v.archive_type = 'hourly' AND v.view = 'unified'
  AND CAST(v.value AS REAL) = 0 AND CAST(p.value AS REAL) > 0
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
  silences: `WITH gaps AS (
  SELECT telemetry_id, event_time,
    lag(event_time) OVER (PARTITION BY telemetry_id ORDER BY event_time) AS before
  FROM v_session
)
SELECT s.id AS station_id, s.name, g.before AS silent_from_time, g.event_time AS silent_to_time,
  round((g.event_time - g.before) / 3600.0, 1) AS hours
FROM gaps g
JOIN v_station s ON s.telemetry_id = g.telemetry_id
WHERE g.before IS NOT NULL
ORDER BY hours DESC
LIMIT 100`,
  batteries: `SELECT h.station_id, s.name,
  h.telemetry_battery, h.telemetry_battery_ends_at, h.meter_battery, h.meter_battery_ends_at,
  h.telemetry_battery_no_forecast, h.meter_battery_no_forecast
FROM v_health h
JOIN v_station s ON s.id = h.station_id
WHERE h.telemetry_battery IS NOT NULL OR h.meter_battery IS NOT NULL
ORDER BY min(coalesce(h.telemetry_battery_ends_at, 9e9), coalesce(h.meter_battery_ends_at, 9e9))`,
  limits: `SELECT l.station_id, s.name, c.day, round(c.volume, 1) AS m3, l.m3 AS limit_m3,
  round(100.0 * c.volume / l.m3, 1) AS percent
FROM v_limit l
JOIN v_consumption_day c ON c.station_id = l.station_id
  AND c.day >= l.from_day AND (l.to_day IS NULL OR c.day <= l.to_day)
JOIN v_station s ON s.id = l.station_id
WHERE l.period = 'day' AND c.volume > l.m3
ORDER BY percent DESC`,
  sessions: `SELECT date(event_time, 'unixepoch') AS day, count(*) AS sessions, sum(Trycnt) AS tries,
  round(avg(duration_session), 1) AS seconds_on_average
FROM v_session r
WHERE ${WITHIN_TIME}
GROUP BY day
ORDER BY day`,
  twice: `SELECT k.equipment_id, k.archive_type, k.view, k.event_time, k.content AS otherwise, k.book, k.merged_at
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
