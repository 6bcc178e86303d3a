import type { Refusal } from '../../electron/contract/question-words.ts'

/** Questions that mean harm, each with what has to become of it. Used by the tests of the process, of the desk and of the command line. */
export interface HostileQuestion {
  sql: string
  ends: Refusal | 'WRONG' | 'TOO_LONG' | 'TOO_LARGE'
}

const nested = (times: number, before: string, within: string, after: string) => before.repeat(times) + within + after.repeat(times)

const refused = (reason: Refusal, ...questions: string[]): HostileQuestion[] => questions.map((sql) => ({ sql, ends: reason }))
const ending = (ends: HostileQuestion['ends'], ...questions: string[]): HostileQuestion[] => questions.map((sql) => ({ sql, ends }))

/** @param target a file that none of them may make */
export const hostileQuestions = (target: string): HostileQuestion[] => [
  // What changes something.
  ...refused(
    'writes',
    "INSERT INTO note (id) VALUES ('x')",
    'INSERT INTO v_station (id) VALUES (1)',
    "UPDATE station SET name = 'x'",
    'UPDATE v_station SET phone = NULL',
    'DELETE FROM note',
    'DELETE FROM v_note',
    'REPLACE INTO meta (key, value) VALUES (1, 2)',
    'WITH doomed AS (SELECT id FROM v_note) DELETE FROM note WHERE id IN (SELECT id FROM doomed)',
    'EXPLAIN DELETE FROM note',
    'CREATE TABLE mine (a)',
    'CREATE TEMP TABLE mine (a)',
    'CREATE TEMP TABLE mine AS SELECT * FROM v_station',
    'CREATE VIEW mine AS SELECT 1',
    'CREATE TEMP VIEW mine AS SELECT * FROM v_station',
    'CREATE INDEX mine ON note (id)',
    'CREATE TEMP TRIGGER mine INSTEAD OF DELETE ON v_note BEGIN SELECT 1; END',
    'CREATE VIRTUAL TABLE mine USING fts5(a)',
    'DROP TABLE note',
    'DROP VIEW v_note',
    'DROP VIEW temp.v_note',
    'ALTER TABLE note RENAME TO mine',
    'ALTER TABLE note ADD COLUMN mine',
    'REINDEX',
    'ANALYZE',
    'VACUUM',
    `VACUUM INTO '${target}'`,
    `VACUUM main INTO '${target}'`,
    'INSERT INTO sqlite_temp_schema VALUES (1, 2, 3, 4, 5)',
  ),
  ...refused('attach', `ATTACH '${target}' AS other`, `ATTACH DATABASE 'file:${target}?mode=rwc' AS other`, 'DETACH main'),
  ...refused(
    'pragma',
    'PRAGMA user_version',
    'PRAGMA writable_schema = ON',
    'PRAGMA query_only = OFF',
    'PRAGMA database_list',
    'PRAGMA temp.table_info(v_note)',
    `PRAGMA temp_store_directory = '/'`,
  ),
  ...refused('transaction', 'BEGIN', 'BEGIN IMMEDIATE', 'COMMIT', 'ROLLBACK', 'SAVEPOINT mine', 'RELEASE mine', 'END'),

  // What is not public.
  ...refused(
    'private',
    'SELECT * FROM note',
    'SELECT count(*) FROM note',
    'SELECT 1 FROM NOTE',
    'SELECT text FROM "note" WHERE deleted_at_ms IS NOT NULL',
    'SELECT * FROM main.note',
    'SELECT * FROM temp.note',
    'SELECT * FROM [meta]',
    'SELECT * FROM `meta` AS v_station',
    'SELECT (SELECT text FROM note LIMIT 1)',
    'SELECT * FROM v_station WHERE EXISTS (SELECT 1 FROM note)',
    'SELECT * FROM v_station NATURAL JOIN station',
    'SELECT id FROM v_note UNION ALL SELECT text FROM note',
    // A part of the question that is called like a public view, over what is private.
    'WITH v_note AS (SELECT * FROM note) SELECT * FROM v_note',
    'WITH v_note AS (SELECT text FROM note WHERE deleted_at_ms IS NOT NULL) SELECT text FROM v_note',
    'WITH v_note AS (SELECT count(*) AS n FROM note) SELECT n FROM v_note',
    'WITH v_station AS (WITH v_note AS (SELECT text FROM note) SELECT * FROM v_note) SELECT * FROM v_station',
    'WITH RECURSIVE v_note(text) AS (SELECT text FROM note UNION SELECT text FROM v_note) SELECT * FROM v_note',
    'WITH v_note AS MATERIALIZED (SELECT text FROM main.note) SELECT * FROM v_note',
    'SELECT * FROM (SELECT text FROM note) AS v_note',
    'SELECT v_note.text FROM (WITH v_note AS (SELECT text FROM note) SELECT * FROM v_note) AS v_note',
    // The lists of tables, and tables that are made by functions.
    'SELECT * FROM sqlite_schema',
    'SELECT count(*) FROM sqlite_master',
    'SELECT sql FROM temp.sqlite_temp_schema',
    'SELECT 1 FROM sqlite_temp_master',
    'WITH sqlite_schema AS (SELECT 1) SELECT * FROM temp.sqlite_schema',
    'SELECT * FROM sqlite_stat1',
    'SELECT * FROM sqlite_dbpage',
    "SELECT * FROM pragma_table_info('note')",
    'SELECT count(*) FROM pragma_database_list',
    'SELECT * FROM pragma_function_list',
    'SELECT * FROM dbstat',
    'SELECT count(*) FROM dbstat',
    'SELECT * FROM event_search',
    'SELECT * FROM event_search_data',
  ),
  ...ending(
    'WRONG',
    'SELECT * FROM v_station JOIN station USING (id)',
    "SELECT * FROM fts5vocab('station_search', 'row')",
    'SELECT * FROM bytecode(1)',
    'SELECT value FROM generate_series(1, 9)',
  ),
  ...refused(
    'function',
    "SELECT load_extension('/tmp/mine')",
    "SELECT fts3_tokenizer('mine')",
    'SELECT sqlite_compileoption_get(1)',
    'SELECT changes(), total_changes()',
    'SELECT fts5_source_id()',
  ),
  ...ending(
    'WRONG',
    "SELECT writefile('/tmp/mine', 'x')",
    "SELECT readfile('/etc/passwd')",
    "SELECT edit('x')",
    "SELECT eval('DELETE FROM note')",
  ),

  // Texts that are no question.
  ...refused('several', 'SELECT 1; SELECT 2', 'SELECT 1; DELETE FROM note', 'SELECT 1; -- then\n DROP TABLE note'),
  ...refused('nothing', '', '   \n\t', '-- nothing', '/* nothing', ';;;'),
  ...refused('binding', 'SELECT :missing', 'SELECT ?', 'SELECT ?1, ?2', 'SELECT @missing', 'SELECT $missing'),
  ...ending(
    'WRONG',
    'SELEKT 1',
    'SELECT FROM',
    "SELECT 'open",
    'SELECT 1\u0000; DROP TABLE note',
    '\u0000',
    'SELECT * FROM v_nothing',
    'SELECT nothing FROM v_station',
    nested(5_000, '(', '1', ')').replace(/^/, 'SELECT '),
    `SELECT ${Array.from({ length: 30_000 }, () => '1').join('+')}`,
    nested(2_000, 'SELECT * FROM (', 'SELECT 1', ')'),
    `SELECT ${Array.from({ length: 5_000 }, (_, at) => `${at}`).join(',')}`,
    Array.from({ length: 2_000 }, () => 'SELECT 1').join(' UNION ALL '),
  ),

  // Without end.
  ...ending(
    'TOO_LONG',
    'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n',
    'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n WHERE x < 0',
    'WITH RECURSIVE n(x) AS (VALUES (1) UNION ALL SELECT x + 1 FROM n LIMIT 100000) SELECT count(*) FROM n a, n b, n c, n d',
    'SELECT count(*) FROM v_event a, v_event b, v_event c, v_event d, v_event e, v_event f, v_event g, v_event h',
    'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT group_concat(hex(zeroblob(1000))) FROM n',
    'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT json_group_array(x) FROM n',
  ),
  // Without bound.
  ...ending(
    'TOO_LARGE',
    'SELECT zeroblob(1000000000)',
    'SELECT hex(zeroblob(500000000))',
    'SELECT length(randomblob(1000000000))',
    "SELECT printf('%.*c', 500000000, 'a')",
    "SELECT replace(hex(zeroblob(8000000)), '0', 'aaaaaaaaaa')",
    'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 100000) SELECT group_concat(hex(zeroblob(1000))) FROM n',
    'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 10000) SELECT json_group_array(hex(zeroblob(4000))) FROM n',
    'WITH RECURSIVE n(x) AS (SELECT zeroblob(1000000) UNION ALL SELECT zeroblob(1000000) FROM n) SELECT x FROM n ORDER BY x',
    'WITH RECURSIVE n(x) AS (SELECT 1 UNION SELECT x + 1 FROM n) SELECT count(DISTINCT x || hex(zeroblob(500))) FROM n',
    "WITH RECURSIVE n(x) AS (SELECT 'a' UNION ALL SELECT x || x FROM n) SELECT max(length(x)) FROM n",
  ),
]
