/** A name that the service does not give is null, not ''. Where '' stands for null until now, the next listing mends it. */
export default /* sql */ `
ALTER TABLE provider ALTER COLUMN name DROP NOT NULL;
ALTER TABLE consumer ALTER COLUMN name DROP NOT NULL;
ALTER TABLE station ALTER COLUMN name DROP NOT NULL;
ALTER TABLE equipment_type ALTER COLUMN name DROP NOT NULL;
ALTER TABLE setting ALTER COLUMN channel_name DROP NOT NULL;
`
