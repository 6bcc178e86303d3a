/**
 * How many records an hourly archive has at each minute of the hour. An archive keeps its rhythm at one minute (mostly
 * 0); records at other minutes are extra ones, which must not stand in for a missing hour. So the share of records that
 * are there is known for every archive of a book without reading a single record.
 */
const MINUTE = 'at_ms / 60000 % 60'

export default /* sql */ `
CREATE TABLE reading_minute (
  series_id INTEGER NOT NULL,
  minute INTEGER NOT NULL,
  records INTEGER NOT NULL,
  PRIMARY KEY (series_id, minute)
) STRICT, WITHOUT ROWID;

-- Nearly all records are at the full hour. Only the others are counted: grouping all of them would sort all of them.
INSERT INTO reading_minute (series_id, minute, records)
SELECT r.series_id, r.${MINUTE}, count(*) FROM series s CROSS JOIN reading r ON r.series_id = s.id
WHERE s.archive_type = 'hourly' AND r.${MINUTE} <> 0 GROUP BY 1, 2;
INSERT INTO reading_minute (series_id, minute, records)
SELECT id, 0, records - others FROM (
  SELECT id, records, coalesce((SELECT sum(m.records) FROM reading_minute m WHERE m.series_id = s.id), 0) AS others
  FROM series s WHERE archive_type = 'hourly'
) WHERE records > others;
`
