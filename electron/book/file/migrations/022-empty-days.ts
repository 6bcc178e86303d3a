/**
 * A day of which the book has records is not empty: until now a later answer without any made it so. Days in the states 2
 * (empty) and 5 (not transmitted) that have records become 1 (fetched) and 4 (partial), whatever was answered.
 */
const DAY_MS = 86_400_000

export default /* sql */ `
CREATE TABLE told AS
SELECT r.series_id, r.from_day, d.at_ms / ${DAY_MS} AS day
FROM coverage_run r JOIN reading d ON d.series_id = r.series_id
  AND d.at_ms >= r.from_day * ${DAY_MS} AND d.at_ms < (r.to_day + 1) * ${DAY_MS}
WHERE r.state IN (2, 5)
UNION
SELECT r.series_id, r.from_day, e.at_ms / ${DAY_MS}
FROM coverage_run r JOIN event e ON e.series_id = r.series_id
  AND e.at_ms >= r.from_day * ${DAY_MS} AND e.at_ms < (r.to_day + 1) * ${DAY_MS}
WHERE r.state IN (2, 5)
UNION
SELECT r.series_id, r.from_day, e.at_ms / ${DAY_MS}
FROM coverage_run r JOIN series s ON s.id = r.series_id JOIN session e ON e.telemetry_id = s.telemetry_id
  AND e.at_ms >= r.from_day * ${DAY_MS} AND e.at_ms < (r.to_day + 1) * ${DAY_MS}
WHERE r.state IN (2, 5);

CREATE TABLE healed AS
SELECT r.*, t.day FROM told t JOIN coverage_run r ON r.series_id = t.series_id AND r.from_day = t.from_day;

DELETE FROM coverage_run WHERE (series_id, from_day) IN (SELECT series_id, from_day FROM told);

INSERT INTO coverage_run (series_id, from_day, to_day, state, fetched_at_ms, records_a_day, known_session_ms)
SELECT series_id, day, day, iif(state = 2, 1, 4), fetched_at_ms, NULL, known_session_ms FROM healed
UNION ALL
SELECT series_id, from_day, min(day) - 1, state, fetched_at_ms, records_a_day, known_session_ms FROM healed
GROUP BY series_id, from_day HAVING min(day) > from_day
UNION ALL
SELECT series_id, day + 1, next - 1, state, fetched_at_ms, records_a_day, known_session_ms FROM (
  SELECT *, lead(day, 1, to_day + 1) OVER (PARTITION BY series_id, from_day ORDER BY day) AS next FROM healed)
WHERE next > day + 1;

UPDATE coverage_total SET (fetched, empty, partial, not_transmitted) = (
  SELECT coalesce(sum(iif(state = 1, to_day - from_day + 1, 0)), 0), coalesce(sum(iif(state = 2, to_day - from_day + 1, 0)), 0),
    coalesce(sum(iif(state = 4, to_day - from_day + 1, 0)), 0), coalesce(sum(iif(state = 5, to_day - from_day + 1, 0)), 0)
  FROM coverage_run r WHERE r.series_id = coverage_total.series_id)
WHERE series_id IN (SELECT series_id FROM healed);

DROP TABLE healed;
DROP TABLE told;
`
