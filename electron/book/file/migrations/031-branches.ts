/**
 * Branches of the network as engineers draw them, and their balance. A branch is one statement: its name, its clock where it
 * has one of its own, and its members in order, a JSON list of `[station_id, 'in' | 'out']`. Of two statements on one branch
 * the one written last holds, as a whole; a removal is a statement too. Ids are UUIDv7, so that books can be merged.
 *
 * `balance_day` and `balance_source` are derived: the analyst keeps them beside the consumption that they are made of.
 */
export default /* sql */ `
CREATE TABLE branch (
  id TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  time_zone TEXT,
  contract_hour INTEGER,
  members TEXT NOT NULL CHECK (json_valid(members)),
  author TEXT NOT NULL,
  written_at_ms INTEGER NOT NULL,
  removed_at_ms INTEGER
) STRICT;

CREATE TABLE balance_source (branch_id TEXT NOT NULL PRIMARY KEY, source TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE balance_day (
  branch_id TEXT NOT NULL,
  day TEXT NOT NULL,
  input_m3 REAL,
  output_m3 REAL,
  difference_m3 REAL,
  uncertainty_m3 REAL,
  hours_compared INTEGER NOT NULL,
  hours INTEGER NOT NULL,
  PRIMARY KEY (branch_id, day)
) STRICT, WITHOUT ROWID;

CREATE VIEW v_branch AS SELECT b.id AS branch_id, b.name AS branch_name, m.key AS place,
  json_extract(m.value, '$[0]') AS station_id, json_extract(m.value, '$[1]') AS side, b.author,
  CASE WHEN b.written_at_ms % 1000 = 0 THEN b.written_at_ms / 1000 ELSE b.written_at_ms / 1000.0 END AS written_at
FROM branch b, json_each(b.members) m WHERE b.removed_at_ms IS NULL;

CREATE VIEW v_balance_day AS SELECT d.branch_id, b.name AS branch_name, d.day, d.input_m3, d.output_m3,
  d.difference_m3, CASE WHEN d.input_m3 > 0 THEN d.difference_m3 / d.input_m3 * 100 END AS difference_percent,
  d.hours_compared, d.hours, d.uncertainty_m3
FROM balance_day d JOIN branch b ON b.id = d.branch_id AND b.removed_at_ms IS NULL;
`
