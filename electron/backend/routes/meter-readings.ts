import { api, type Parts } from '../base.ts'

/** Readings at the meter beside telemetry; they are written as notes. */
export const meterReadingRoutes = ({ desk }: Parts) => ({
  beside: api.meterReadings.beside.handler(({ input, signal }) => desk.analyst().ask('besideMeter', input, { signal })),
  ofStation: api.meterReadings.ofStation.handler(({ input, signal }) => desk.analyst().ask('meterReadings', input, { signal })),
})
