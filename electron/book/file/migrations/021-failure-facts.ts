/**
 * What the sentence of a failed report names, beside its code: JSON by name, such as the folder that was not there. Null for
 * what was made, and for lines of older versions.
 */
export default /* sql */ `
ALTER TABLE made_report ADD COLUMN facts TEXT CHECK (facts IS NULL OR failure IS NOT NULL);

DROP VIEW v_report;
CREATE VIEW v_report AS SELECT m.id, s.name AS saved_report, m.name, m.form, m.from_day, m.to_day, m.stations,
  CASE WHEN m.made_at_ms % 1000 = 0 THEN m.made_at_ms / 1000 ELSE m.made_at_ms / 1000.0 END AS made_at,
  m.file, m.bytes, m.hash, m.failure, m.facts
FROM made_report m LEFT JOIN saved_report s ON s.id = m.saved_id;
`
