/** The three kinds of keys have ranges of their own, so a key of the wrong kind finds nothing. */
const STATION_BASE = 10_001
export const EQUIPMENT_BASE = 300_001
export const TELEMETRY_BASE = 700_001
/** Devices that were taken out: no station is listed with one. */
export const FORMER_BASE = 500_001

export const stationId = (index: number): number => STATION_BASE + index
export const stationIndex = (id: number): number => id - STATION_BASE
export const equipmentIndex = (id: number): number => id - EQUIPMENT_BASE
export const telemetryIndex = (id: number): number => id - TELEMETRY_BASE
