/**
 * `written` counts commits: those of data (what was downloaded, typed in, set) and those of what is derived from data alone
 * (findings, health, consumption). Two threads write a book, one each: what the one keeps in memory of the data holds
 * although the other has written what it concluded.
 */
export default /* sql */ `
CREATE TABLE written (
  kind TEXT NOT NULL PRIMARY KEY CHECK (kind IN ('data', 'derived')),
  commits INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO written VALUES ('data', 0), ('derived', 0);
`
