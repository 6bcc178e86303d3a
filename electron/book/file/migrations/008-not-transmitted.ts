/**
 * Days that the device has yet to transmit: state 5 of a run, and the last session that was known when days were asked
 * for (`known_session_ms`), for as long as more may come with a newer one (0: no session was known; NULL: settled, or
 * asked again anyway because the days failed or were not over).
 *
 * Until now a day was believed once it was over. What of that can be proven is kept: a session of the device lies between
 * the end of the day (36 hours after it began in UTC: over everywhere on Earth) and the fetch, or a record of any of its
 * archives does, which cannot have come without one. What cannot is asked for once more: empty days become 'not
 * transmitted', days with records 'partial', as soon as a session is known that is not the one of the proof. Where no
 * session is known at all, and for the sessions themselves, days settle by age as before.
 */
const DAY_MS = 86_400_000
/** Length of a day until it is over everywhere, ms. */
const WHOLE_DAY_MS = 1.5 * DAY_MS

export default /* sql */ `
-- The old table is dropped and made anew: a rename would leave the text index with an open statement.
DROP VIEW v_coverage;

CREATE TABLE proof AS
WITH fetch AS (
  SELECT s.equipment_id, r.fetched_at_ms, max(iif(r.state = 1, r.to_day, NULL)) * ${DAY_MS} AS record_ms
  FROM coverage_run r JOIN series s ON s.id = r.series_id
  WHERE s.equipment_id IS NOT NULL GROUP BY s.equipment_id, r.fetched_at_ms
), seen AS NOT MATERIALIZED (
  SELECT t.equipment_id, t.last_seance_event_ms AS at_ms FROM station t
  UNION ALL SELECT t.equipment_id, l.last_seance_event_ms FROM station t JOIN last_session l ON l.station_id = t.id
)
SELECT f.equipment_id, f.fetched_at_ms, max(
  coalesce(max(f.record_ms) OVER (PARTITION BY f.equipment_id ORDER BY f.fetched_at_ms), 0),
  coalesce((SELECT max(at_ms) FROM seen WHERE equipment_id = f.equipment_id AND at_ms <= f.fetched_at_ms), 0),
  coalesce((SELECT max((SELECT max(at_ms) FROM session WHERE telemetry_id = t.telemetry_id AND at_ms <= f.fetched_at_ms))
    FROM station t WHERE t.equipment_id = f.equipment_id), 0)
) AS session_ms,
  EXISTS (SELECT 1 FROM seen WHERE equipment_id = f.equipment_id AND at_ms > 0)
    OR EXISTS (SELECT 1 FROM station t JOIN session e ON e.telemetry_id = t.telemetry_id WHERE t.equipment_id = f.equipment_id)
  AS has_sessions
FROM fetch f;
CREATE INDEX proof_of_fetch ON proof (equipment_id, fetched_at_ms);

-- settled_to: the last day of the run that is proven; NULL where days settle by age.
CREATE TABLE judged AS
SELECT r.*, iif(p.has_sessions, (p.session_ms - ${WHOLE_DAY_MS}) / ${DAY_MS}, NULL) AS settled_to, p.session_ms
FROM coverage_run r JOIN series s ON s.id = r.series_id
LEFT JOIN proof p ON p.equipment_id = s.equipment_id AND p.fetched_at_ms = r.fetched_at_ms;

DROP TABLE coverage_run;
CREATE TABLE coverage_run (
  series_id INTEGER NOT NULL REFERENCES series (id),
  from_day INTEGER NOT NULL,
  to_day INTEGER NOT NULL CHECK (to_day >= from_day),
  state INTEGER NOT NULL CHECK (state BETWEEN 1 AND 5),
  fetched_at_ms INTEGER NOT NULL,
  records_a_day INTEGER,
  known_session_ms INTEGER,
  PRIMARY KEY (series_id, from_day)
) STRICT, WITHOUT ROWID;

INSERT INTO coverage_run
SELECT series_id, from_day, to_day, state, fetched_at_ms, records_a_day, iif(state IN (1, 2), 0, NULL)
FROM judged WHERE state NOT IN (1, 2) OR settled_to IS NULL
UNION ALL
SELECT series_id, from_day, min(to_day, settled_to), state, fetched_at_ms, records_a_day, NULL
FROM judged WHERE state IN (1, 2) AND from_day <= settled_to
UNION ALL
SELECT series_id, max(from_day, settled_to + 1), to_day, iif(state = 1, 4, 5), fetched_at_ms, records_a_day, session_ms
FROM judged WHERE state IN (1, 2) AND to_day > settled_to;

DROP TABLE judged;
DROP TABLE proof;

ALTER TABLE coverage_total ADD COLUMN not_transmitted INTEGER NOT NULL DEFAULT 0;
UPDATE coverage_total SET (fetched, empty, partial, not_transmitted) = (
  SELECT coalesce(sum(iif(state = 1, to_day - from_day + 1, 0)), 0), coalesce(sum(iif(state = 2, to_day - from_day + 1, 0)), 0),
    coalesce(sum(iif(state = 4, to_day - from_day + 1, 0)), 0), coalesce(sum(iif(state = 5, to_day - from_day + 1, 0)), 0)
  FROM coverage_run r WHERE r.series_id = coverage_total.series_id);

CREATE VIEW v_coverage AS
WITH archive (series_id, equipment_id, archive_type, "view") AS (
  SELECT id, equipment_id, archive_type, "view" FROM series WHERE equipment_id IS NOT NULL
  UNION ALL
  SELECT s.id, t.equipment_id, s.archive_type, s."view"
  FROM series s LEFT JOIN station t ON t.telemetry_id = s.telemetry_id WHERE s.telemetry_id IS NOT NULL
)
SELECT a.equipment_id, a.archive_type, a."view", date(d.day * 86400, 'unixepoch') AS day,
  CASE r.state WHEN 1 THEN 'fetched' WHEN 2 THEN 'empty' WHEN 3 THEN 'failed' WHEN 4 THEN 'partial' ELSE 'not_transmitted' END AS state,
  CASE WHEN r.fetched_at_ms % 1000 = 0 THEN r.fetched_at_ms / 1000 ELSE r.fetched_at_ms / 1000.0 END AS fetched_at
FROM archive a
JOIN coverage_run r ON r.series_id = a.series_id
JOIN calendar d ON d.day BETWEEN r.from_day AND r.to_day;
`
