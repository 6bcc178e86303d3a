/**
 * Trips that are kept under a name (`named_trip`): what to download, as JSON of the program's own. A row is one statement, told apart
 * by the folded name; of two books' rows of a name the one said last holds, and a removal is a statement too.
 *
 * `run.began_at_ms`: when a run began by this book's own clock, by which `arrival` and `finding_news` are dated as they are written.
 * `created_ms` and `finished_ms` are by the earlier of the computer's and the service's clock. Null: begun before this was kept.
 */
export default /* sql */ `
CREATE TABLE named_trip (
  folded TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  choices TEXT NOT NULL CHECK (json_valid(choices)),
  said_at_ms INTEGER NOT NULL,
  removed_at_ms INTEGER
) STRICT, WITHOUT ROWID;

ALTER TABLE run ADD COLUMN began_at_ms INTEGER;
`
