/**
 * What engineers type in of stations because the service does not say it (`station_typed`, contract/typed-words.ts), and the
 * order in which they mean to visit them (`trip_stop`). Of two books' rows of a key the one said last holds; what was taken
 * back keeps its row, so that a merge with a book that still has it does not bring it back.
 *
 * A trip is said as a whole: each of its stations has the time of that. Of two books' trips, stations that the later one
 * has no word of follow it, in their own order.
 */
const seconds = (column: string) => `CASE WHEN ${column} % 1000 = 0 THEN ${column} / 1000 ELSE ${column} / 1000.0 END`

export default /* sql */ `
CREATE TABLE station_typed (
  station_id INTEGER NOT NULL REFERENCES station (id),
  fact TEXT NOT NULL,
  value TEXT NOT NULL,
  typed_by TEXT NOT NULL,
  typed_at_ms INTEGER NOT NULL,
  removed_at_ms INTEGER,
  PRIMARY KEY (station_id, fact)
) STRICT, WITHOUT ROWID;

CREATE TABLE trip_stop (
  station_id INTEGER NOT NULL PRIMARY KEY REFERENCES station (id),
  place INTEGER NOT NULL,
  said_at_ms INTEGER NOT NULL,
  removed_at_ms INTEGER
) STRICT;

CREATE VIEW v_station_typed AS SELECT station_id, fact, value, typed_by, ${seconds('typed_at_ms')} AS typed_at
FROM station_typed WHERE removed_at_ms IS NULL;

CREATE VIEW v_trip AS SELECT row_number() OVER (ORDER BY said_at_ms DESC, place, station_id) AS place, station_id
FROM trip_stop WHERE removed_at_ms IS NULL;
`
