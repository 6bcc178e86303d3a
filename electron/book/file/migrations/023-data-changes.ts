/**
 * `data_change` counts, for each device (unit 0) and each telemetry unit (unit 1), how often anything of its records and
 * days has changed: what is kept of a station holds for one such number. Unlike `changed_data`, nothing is taken away
 * here. How many records there are and when days were fetched does not tell a correction.
 */
export default /* sql */ `
CREATE TABLE data_change (
  unit INTEGER NOT NULL CHECK (unit IN (0, 1)),
  owner_id INTEGER NOT NULL,
  changes INTEGER NOT NULL CHECK (changes > 0),
  PRIMARY KEY (unit, owner_id)
) STRICT, WITHOUT ROWID;
`
