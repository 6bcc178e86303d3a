/**
 * What contracts allow, as engineers typed it in: so many m³ at most in an hour, a gas day, a month, a quarter or a year, for a
 * station or for all stations of a consumer. The natural key makes a union of two books: of two rows with one key the one
 * that was said last holds, and a limit that was taken away keeps its row, for that is a statement too.
 *
 * `from_day` '': it holds from ever; `to_day` null: until further notice. Both are gas days, both included.
 */
export default /* sql */ `
CREATE TABLE contract_limit (
  owner TEXT NOT NULL CHECK (owner IN ('station', 'consumer')),
  owner_id INTEGER NOT NULL,
  period TEXT NOT NULL CHECK (period IN ('hour', 'day', 'month', 'quarter', 'year')),
  from_day TEXT NOT NULL,
  to_day TEXT,
  m3 REAL NOT NULL CHECK (m3 > 0),
  author TEXT NOT NULL,
  said_at_ms INTEGER NOT NULL,
  removed_at_ms INTEGER,
  PRIMARY KEY (owner, owner_id, period, from_day)
) STRICT, WITHOUT ROWID;

CREATE VIEW v_limit AS SELECT iif(owner = 'station', owner_id, NULL) AS station_id, iif(owner = 'consumer', owner_id, NULL) AS consumer_id,
  period, m3, nullif(from_day, '') AS from_day, to_day, author,
  CASE WHEN said_at_ms % 1000 = 0 THEN said_at_ms / 1000 ELSE said_at_ms / 1000.0 END AS written_at
FROM contract_limit WHERE removed_at_ms IS NULL;
`
