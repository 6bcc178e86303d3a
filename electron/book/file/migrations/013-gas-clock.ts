/**
 * Time zone and contract hour of stations that have their own; those of the book itself lie in `meta` under `clock`. Null:
 * not said here. A station without either has no row.
 */
export default /* sql */ `
CREATE TABLE station_clock (
  station_id INTEGER PRIMARY KEY REFERENCES station (id),
  time_zone TEXT,
  contract_hour INTEGER CHECK (contract_hour BETWEEN 0 AND 23),
  CHECK (time_zone IS NOT NULL OR contract_hour IS NOT NULL)
) STRICT;
`
