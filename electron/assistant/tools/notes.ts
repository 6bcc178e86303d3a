import { z } from 'zod'
import { refuseUnknown } from '../../analysis/answers/directory.ts'
import { clockOf } from '../../analysis/station/clock.ts'
import type { Note } from '../../book/index.ts'
import { defined } from '../../contract/defined.ts'
import { METER_QUANTITIES } from '../../contract/meter-reading.ts'
import { NOTE_KINDS } from '../../contract/note-words.ts'
import { PERSONAL } from '../personal.ts'
import { isoIn, told, type Iso } from '../told.ts'
import { fromDay, inOrder, stationIds, time, timeOf, toDay, toolOf, windowOf } from '../tool.ts'

const input = inOrder(
  z.strictObject({
    stationIds: stationIds.optional().describe('all when absent'),
    kinds: z.array(z.enum(NOTE_KINDS)).min(1).optional(),
    from: fromDay.optional().describe('notes about this gas day or later'),
    to: toDay.optional().describe('notes about this gas day or before'),
    ...windowOf(50),
  }),
)

const row = z.object({
  id: z.string(),
  stationId: z.int(),
  stationName: z.string().nullable(),
  kind: z.enum(NOTE_KINDS),
  from: time.nullable().describe('what it is about; null: the station as a whole'),
  to: time.nullable().describe('null: a moment'),
  writtenAt: time,
  author: z.string().optional(),
  text: z.string().optional(),
  photos: z.int().optional().describe('how many; they are not shown here'),
  reading: z
    .object({
      values: z.record(z.enum(METER_QUANTITIES), z.string().nullable()).describe('digits of the dials: counters in m³, temperature in °C'),
      pressureUnit: z.string(),
      serial: z.string().describe('on the plate of the device; empty: nobody looked'),
      seals: z.array(z.object({ number: z.string(), whole: z.boolean() })).optional(),
      violations: z.string().optional(),
      supplier: z.string().optional(),
      consumer: z.string().optional(),
    })
    .nullable()
    .describe('what was read at the meter'),
})

export const notes = toolOf({
  name: 'notes',
  title: 'Notes of engineers',
  description:
    'Notes on stations, moments and spans, the newest first. Without --with-personal only that there is one: its kind, its time and the numbers that were read at the meter; nobody can tell what stands in its words.',
  input,
  row,
  facts: {},
  answer({ book, usual, withPersonal }, { stationIds: ids, kinds, from, to, offset, limit }) {
    refuseUnknown(book, ids)
    const clock = clockOf(book, ids ?? [], usual)
    const { total, rows } = book.notes.query(defined({ stationIds: ids, kinds, ...timeOf({ from, to }, clock) }), { offset, limit })
    return Promise.resolve({
      clock,
      offset,
      limit,
      total,
      rows: rows.map((note) => rowOf(note, isoIn(clock.zone), withPersonal)),
      facts: {},
      leftOut: withPersonal ? [] : PERSONAL.notes,
    })
  },
})

function rowOf({ id, stationId, stationName, kind, author, text, photos, reading, ...note }: Note, iso: Iso, withPersonal: boolean) {
  const { fromMs, toMs, writtenAtMs } = note
  const ofPeople = reading && {
    seals: [...reading.seals],
    violations: reading.violations,
    supplier: reading.supplier,
    consumer: reading.consumer,
  }
  return {
    ...{ id, stationId, stationName, kind },
    ...told({ fromMs, toMs, writtenAtMs }, iso),
    ...(withPersonal ? { author, text, photos: photos.length } : {}),
    reading: reading && {
      values: reading.values,
      pressureUnit: reading.pressureUnit,
      serial: reading.serial,
      ...(withPersonal ? ofPeople : {}),
    },
  }
}
