/**
 * What engineers say besides the program's own tables: what a channel, a setting or a message of a type of device means,
 * and the thresholds of rules. Both have natural keys, so that two books can be merged: of two the one said last holds.
 *
 * `archive_type` is '' for settings. `scope_id` is the key of the device type or of the device, 0 for the book.
 */
export default /* sql */ `
CREATE TABLE meaning (
  equipment_type_id INTEGER NOT NULL,
  meant TEXT NOT NULL CHECK (meant IN ('channel', 'setting', 'message')),
  archive_type TEXT NOT NULL,
  key TEXT NOT NULL,
  quantity TEXT,
  basis TEXT,
  role TEXT,
  said_at_ms INTEGER NOT NULL,
  PRIMARY KEY (equipment_type_id, meant, archive_type, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE threshold (
  scope TEXT NOT NULL CHECK (scope IN ('book', 'type', 'device')),
  scope_id INTEGER NOT NULL,
  rule TEXT NOT NULL,
  key TEXT NOT NULL,
  value REAL NOT NULL,
  set_at_ms INTEGER NOT NULL,
  PRIMARY KEY (scope, scope_id, rule, key)
) STRICT, WITHOUT ROWID;
`
