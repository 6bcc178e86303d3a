import { METER_QUANTITIES } from '../../../contract/meter-reading.ts'

/**
 * A reading at the meter is a note of the kind 'reading' with what was read from the dials (contract/meter-reading.ts): it is
 * changed, deleted, shared and merged as a note, and its photographs are the note's.
 */
const seconds = (column: string) => `CASE WHEN ${column} % 1000 = 0 THEN ${column} / 1000 ELSE ${column} / 1000.0 END`
const COLUMN_OF = {
  standardCounter: 'counter_standard',
  workingCounter: 'counter_working',
  pressure: 'pressure',
  temperature: 'temperature',
  conversionFactor: 'conversion_factor',
} as const
const number = (quantity: (typeof METER_QUANTITIES)[number]) =>
  `CAST(n.reading ->> '$.values.${quantity}' AS REAL) AS ${COLUMN_OF[quantity]}`

export default /* sql */ `
ALTER TABLE note ADD COLUMN reading TEXT CHECK (reading IS NULL OR json_valid(reading));
CREATE INDEX note_with_reading ON note (station_id) WHERE reading IS NOT NULL;

CREATE VIEW v_meter_reading AS SELECT n.id, n.station_id,
  (SELECT d.equipment_id FROM station_device d WHERE d.station_id = n.station_id AND n.from_ms > coalesce(d.from_ms, n.from_ms - 1)
    AND n.from_ms <= coalesce(d.to_ms, n.from_ms) ORDER BY d.place DESC LIMIT 1) AS equipment_id,
  ${seconds('n.from_ms')} AS event_time,
  n.reading ->> '$.serial' AS equipment_serial_number,
  ${METER_QUANTITIES.map(number).join(', ')},
  n.reading ->> '$.pressureUnit' AS pressure_unit,
  n.reading -> '$.seals' AS seals,
  n.reading ->> '$.violations' AS violations,
  n.reading ->> '$.supplier' AS supplier,
  n.reading ->> '$.consumer' AS consumer,
  n.author, ${seconds('n.written_at_ms')} AS written_at, n.text
FROM note n WHERE n.reading IS NOT NULL AND n.deleted_at_ms IS NULL;`
