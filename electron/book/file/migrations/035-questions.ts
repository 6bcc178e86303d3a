/**
 * Questions in SQL that are kept under a name. A question is one statement: its name and its text. Of two statements on one
 * question the one said last holds, as a whole; a removal is a statement too. Ids are drawn by lot, so that books can be merged;
 * two books may each have given a name to a question of their own.
 */
export default /* sql */ `
CREATE TABLE question (
  id INTEGER NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  folded TEXT NOT NULL,
  sql TEXT NOT NULL,
  author TEXT NOT NULL,
  said_at_ms INTEGER NOT NULL,
  removed_at_ms INTEGER
) STRICT;
`
