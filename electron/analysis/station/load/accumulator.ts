import { registerOf } from '../../../book/archives/reading-record.ts'
import type { ReadingKey } from '../../../book/archives/reading-key.ts'
import type { readingsReaderIn } from '../../../book/archives/readings-reader.ts'
import { isCounter, kindOf, kindOfCode } from '../../../contract/channels.ts'
import { unitNamed } from '../../../contract/unit-spellings.ts'
import { dimensionOf } from '../../../contract/units.ts'

/** Which channels count on and which tell an amount: by their code, else by their values. */

export type Readings = Pick<ReturnType<typeof readingsReaderIn>, 'channels' | 'columns' | 'count' | 'rows' | 'latest'>

/** The code tells most channels; of an unknown code the values do. */
export function isAccumulator(readings: Readings, key: ReadingKey, code: string): boolean {
  const known = kindOfCode(code)
  return known ? known === 'accumulator' : isCounter(sampleOf(readings, key, code))
}

/** A volume whose code does not say whether it counts. */
export function onlyValuesTell({ channelVarname, unitName }: { channelVarname: string; unitName: string | null }): boolean {
  const unit = kindOfCode(channelVarname) === null ? unitNamed(unitName) : null
  return unit !== null && dimensionOf(unit.id) === 'volume'
}

/**
 * True where the records of a channel add up: an amount for each of them, or a counter. Pressures, temperatures and
 * what has no known unit of volume do not.
 */
export function addsUp(readings: Readings, key: ReadingKey, channel: { channelVarname: string; unitName: string | null }): boolean {
  return kindOf(channel, kindOfCode(channel.channelVarname) ? NO_VALUES : sampleOf(readings, key, channel.channelVarname)) !== 'state'
}
const NO_VALUES = new Float64Array()

/** What is read to recognise a counter. */
const SAMPLE = { stretches: 16, records: 128 }

/**
 * Values of a channel, by time, from stretches spread evenly over the archive: one part of it may rise by chance, and
 * reading all of it takes seconds after ten years. A short archive is read whole.
 */
function sampleOf(readings: Readings, key: ReadingKey, code: string): Float64Array {
  const isShort = readings.count(key) <= SAMPLE.stretches * SAMPLE.records
  const [stretches, limit] = isShort ? [1, -1] : [SAMPLE.stretches, SAMPLE.records]
  const firstMs = readings.rows(key, { limit: 1 })[0]?.atMs ?? 0
  const stepMs = ((readings.latest(key)?.atMs ?? 0) - firstMs) / stretches
  const values: number[] = []
  let nextMs = firstMs
  for (let stretch = 0; stretch < stretches; stretch += 1) {
    const rows = readings.rows(key, { fromMs: Math.max(nextMs, Math.floor(firstMs + stretch * stepMs)), limit })
    for (const { atMs, values: record } of rows) {
      values.push(registerOf(record[code]))
      nextMs = atMs + 1
    }
  }
  return Float64Array.from(values)
}
