/**
 * Reports: what stands in the head of each, the numbers of contracts (typed in), named sets of choices, and what was made
 * of them when. The choices are JSON of the program's own. A saved report that was removed can be brought back, and the
 * lines of the log that it made keep their meaning.
 */
export default /* sql */ `
CREATE TABLE letterhead (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  organisation TEXT NOT NULL,
  address TEXT NOT NULL,
  supplier TEXT NOT NULL,
  responsible_name TEXT NOT NULL,
  responsible_post TEXT NOT NULL,
  representative_name TEXT NOT NULL,
  representative_post TEXT NOT NULL,
  logo_type TEXT CHECK (logo_type IN ('image/png', 'image/jpeg')),
  logo BLOB,
  CHECK ((logo IS NULL) = (logo_type IS NULL))
) STRICT;

CREATE TABLE contract_number (
  consumer_id INTEGER PRIMARY KEY REFERENCES consumer (id),
  number TEXT NOT NULL,
  contract_day TEXT
) STRICT;

CREATE TABLE saved_report (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  folded TEXT NOT NULL,
  choices TEXT NOT NULL,
  removed_at_ms INTEGER
) STRICT;
CREATE UNIQUE INDEX saved_report_by_name ON saved_report (folded) WHERE removed_at_ms IS NULL;

CREATE TABLE made_report (
  id INTEGER PRIMARY KEY,
  saved_id INTEGER REFERENCES saved_report (id),
  name TEXT NOT NULL,
  form TEXT NOT NULL,
  from_day TEXT,
  to_day TEXT,
  stations INTEGER NOT NULL,
  made_at_ms INTEGER NOT NULL,
  file TEXT,
  bytes INTEGER,
  hash TEXT,
  failure TEXT,
  CHECK ((file IS NULL) = (failure IS NOT NULL))
) STRICT;

CREATE VIEW v_contract AS SELECT consumer_id, number, contract_day FROM contract_number;
CREATE VIEW v_report AS SELECT m.id, s.name AS saved_report, m.name, m.form, m.from_day, m.to_day, m.stations,
  CASE WHEN m.made_at_ms % 1000 = 0 THEN m.made_at_ms / 1000 ELSE m.made_at_ms / 1000.0 END AS made_at,
  m.file, m.bytes, m.hash, m.failure
FROM made_report m LEFT JOIN saved_report s ON s.id = m.saved_id;
`
