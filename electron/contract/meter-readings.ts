import { z } from 'zod'
import { base } from './errors.ts'
import { isMeterNumbers, METER_QUANTITIES, METER_VERDICTS, NOT_COMPARED, type MeterNumbers } from './meter-reading.ts'

/** Readings at the meter beside what telemetry says for their moments. They are written as notes: `notes.write`. */

const recordSchema = z.object({ atMs: z.number(), value: z.number() })

/** What telemetry says at the moment, in the unit of the reading. */
const telemetrySchema = z.object({
  archiveType: z.string(),
  channelVarname: z.string(),
  channelName: z.string().nullable(),
  /** The nearest records with a number on both sides, of the same device. */
  before: recordSchema.nullable(),
  after: recordSchema.nullable(),
  /** Between the two, in proportion to time; null without both. */
  value: z.number().nullable(),
})
export type TelemetryBeside = z.infer<typeof telemetrySchema>

const comparedSchema = z.object({
  quantity: z.enum(METER_QUANTITIES),
  /** What was read; counters in m³, the pressure in the unit of the reading, the temperature in °C. */
  said: z.number().nullable(),
  /** Digits behind the point that the dial showed, else that telemetry sends: telemetry's value, difference and tolerance have no more. */
  decimals: z.int(),
  telemetry: telemetrySchema.nullable(),
  /** What was read minus what telemetry says. */
  difference: z.number().nullable(),
  /** Of counters: the difference that may be. */
  tolerance: z.number().nullable(),
  verdict: z.enum(METER_VERDICTS).nullable(),
  why: z.enum(NOT_COMPARED).nullable(),
})
export type ComparedQuantity = z.infer<typeof comparedSchema>

const readAtMeterSchema = z.object({
  /** Of its note; null: it is being typed. */
  id: z.string().nullable(),
  atMs: z.number(),
  /** The device that was at the station then. */
  equipmentId: z.int().nullable(),
  /** Its serial number, as text. */
  deviceSerial: z.string().nullable(),
  quantities: z.array(comparedSchema),
})
export type ReadAtMeter = z.infer<typeof readAtMeterSchema>

export const meterReadings = {
  /** What is being typed: of each number of a dial, typed or not, what telemetry says. */
  beside: base
    .input(z.object({ stationId: z.int(), atMs: z.number(), numbers: z.custom<MeterNumbers>(isMeterNumbers) }))
    .output(readAtMeterSchema),
  /** All readings of a station, the oldest first. */
  ofStation: base.input(z.object({ stationId: z.int() })).output(z.array(readAtMeterSchema)),
}
