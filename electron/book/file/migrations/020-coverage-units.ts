/**
 * `v_coverage` says which telemetry unit a day of sessions is of: a station may have no device, and devices of one number
 * may have several units, so that the device alone does not tell their days apart. A unit of several stations has each
 * day once for each of their devices.
 */
export default /* sql */ `
DROP VIEW v_coverage;

CREATE VIEW v_coverage AS
WITH archive (series_id, equipment_id, archive_type, "view", telemetry_id) AS (
  SELECT id, equipment_id, archive_type, "view", telemetry_id FROM series WHERE equipment_id IS NOT NULL
  UNION ALL
  SELECT s.id, t.equipment_id, s.archive_type, s."view", s.telemetry_id
  FROM series s LEFT JOIN station t ON t.telemetry_id = s.telemetry_id
  WHERE s.telemetry_id IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM station o
    WHERE o.telemetry_id = t.telemetry_id AND o.equipment_id IS t.equipment_id AND o.id < t.id)
)
SELECT a.equipment_id, a.archive_type, a."view", date(d.day * 86400, 'unixepoch') AS day,
  CASE r.state WHEN 1 THEN 'fetched' WHEN 2 THEN 'empty' WHEN 3 THEN 'failed' WHEN 4 THEN 'partial' ELSE 'not_transmitted' END AS state,
  CASE WHEN r.fetched_at_ms % 1000 = 0 THEN r.fetched_at_ms / 1000 ELSE r.fetched_at_ms / 1000.0 END AS fetched_at,
  a.telemetry_id
FROM archive a
JOIN coverage_run r ON r.series_id = a.series_id
JOIN calendar d ON d.day BETWEEN r.from_day AND r.to_day;
`
