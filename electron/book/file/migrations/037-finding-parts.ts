/**
 * What other rules say of the hours of a finding (docs/field-rules.md): its parts. They stand in its evidence as well, and here so
 * that a rule that is asked for by its name finds them, and so that the public view names each. A part has the station, the device
 * and the state of its finding (`part_of`). `own_m3` of the view are the m³ that the rule itself says; `m3` has those of findings
 * alone, so that its sum counts no m³ twice.
 */
const seconds = (column: string) => `CASE WHEN ${column} % 1000 = 0 THEN ${column} / 1000 ELSE ${column} / 1000.0 END`
const told = (key: string, type: 'TEXT' | 'INTEGER' | 'REAL') => `CAST(p.value ->> '$.${key}' AS ${type})`

export default /* sql */ `
CREATE TABLE finding_part (
  id TEXT NOT NULL PRIMARY KEY,
  part_of TEXT NOT NULL,
  rule TEXT NOT NULL,
  flag INTEGER NOT NULL,
  archive_type TEXT,
  channel TEXT,
  from_ms INTEGER NOT NULL,
  to_ms INTEGER,
  measure REAL,
  threshold REAL,
  m3 REAL
) STRICT, WITHOUT ROWID;
CREATE INDEX finding_part_of ON finding_part (part_of);
CREATE INDEX finding_part_rule ON finding_part (rule, part_of);

INSERT OR IGNORE INTO finding_part (id, part_of, rule, flag, archive_type, channel, from_ms, to_ms, measure, threshold, m3)
SELECT ${told('id', 'TEXT')}, f.id, ${told('rule', 'TEXT')}, ${told('flag', 'INTEGER')}, ${told('archiveType', 'TEXT')},
  ${told('channelVarname', 'TEXT')}, ${told('fromMs', 'INTEGER')}, ${told('toMs', 'INTEGER')}, ${told('measure', 'REAL')},
  ${told('threshold', 'REAL')}, ${told('m3', 'REAL')}
FROM finding f JOIN finding_evidence e ON e.finding_id = f.id
  JOIN json_each(iif(json_valid(e.evidence), e.evidence, '{}'), '$.parts') p
WHERE p.type = 'object';

DROP VIEW v_finding;
CREATE VIEW v_finding AS SELECT id, rule, flag, station_id, equipment_id, archive_type, channel,
  ${seconds('from_ms')} AS from_time,
  ${seconds('to_ms')} AS to_time,
  measure, threshold, m3, state, NULL AS part_of, m3 AS own_m3
FROM finding
UNION ALL SELECT p.id, p.rule, p.flag, f.station_id, f.equipment_id, p.archive_type, p.channel,
  ${seconds('p.from_ms')},
  ${seconds('p.to_ms')},
  p.measure, p.threshold, NULL, f.state, p.part_of, p.m3
FROM finding_part p JOIN finding f ON f.id = p.part_of;
`
