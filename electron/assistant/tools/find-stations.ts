import { z } from 'zod'
import { withHeard } from '../../analysis/answers/directory.ts'
import { clockOf } from '../../analysis/station/clock.ts'
import type { Book } from '../../book/index.ts'
import { defined } from '../../contract/defined.ts'
import type { SearchedField, StationRow } from '../../contract/stations.ts'
import { PERSONAL } from '../personal.ts'
import { cellOf, isoIn, type Iso } from '../told.ts'
import { cell, time, toolOf, windowOf } from '../tool.ts'

const input = z.strictObject({
  text: z.string().trim().max(200).default('').describe('words of its name, serial number, device, consumer; empty: every station'),
  consumerId: z.int().optional(),
  providerId: z.int().optional().describe('with all its branches'),
  ...windowOf(50),
})

const row = z.object({
  stationId: z.int(),
  name: z.string().nullable(),
  consumerId: z.int().nullable(),
  consumerName: z.string().nullable(),
  equipmentId: z.int().nullable(),
  equipmentTypeId: z.int().nullable(),
  device: cell,
  serialNumber: cell,
  status: cell,
  uid: cell,
  phone: cell.optional(),
  lastSessionAt: time.nullable().describe('the newest session that the book knows of'),
  unlistedAt: time.nullable().describe('since when the service no longer lists it; null: it does'),
  hasData: z.boolean(),
  findings: z.int().describe('that nobody has explained or called wrong, as the book has them'),
  worstFlag: z.int().nullable().describe('3 suspect, 4 fail, 9 missing'),
})

/** Words that stand in nothing but a phone or a tax number are a question about people. */
const OF_PEOPLE: readonly SearchedField[] = ['phone', 'inn']
/** So many stations a text finds at most. */
const MOST_FOUND = 10_000

export const findStations = toolOf({
  name: 'find_stations',
  title: 'Find stations',
  description:
    'Stations (metering points) of the book by words of their name, serial number, device or consumer, the best match first; without words all of them by name. Start here: the other tools take its stationId.',
  input,
  row,
  facts: {},
  answer: ({ book, usual, withPersonal }, { text, offset, limit, ...whose }) => {
    const clock = clockOf(book, [], usual)
    const filter = defined(whose)
    const { rows, total } = text === '' ? book.stations.list({ ...filter, offset, limit }) : matching(book, text)
    return Promise.resolve({
      clock,
      offset,
      limit,
      total,
      rows: withHeard(rows, book).map((station) => rowOf(station, isoIn(clock.zone), withPersonal)),
      facts: {},
      leftOut: withPersonal ? [] : PERSONAL.findStations,
    })

    function matching({ search, stations }: Book, words: string) {
      const known = new Set(stations.ids(filter))
      const found = search
        .understand(words, MOST_FOUND)
        .stations.filter(({ id, foundIn }) => known.has(id) && (withPersonal || !foundIn.some(({ field }) => OF_PEOPLE.includes(field))))
      const shown = found.slice(offset, offset + limit).flatMap(({ id }) => stations.get(id) ?? [])
      return { rows: shown, total: found.length }
    }
  },
})

function rowOf(station: StationRow, iso: Iso, withPersonal: boolean): z.input<typeof row> {
  const at = (ms: number | null) => (ms === null ? null : iso(ms))
  return {
    stationId: station.id,
    name: station.name,
    consumerId: station.customerId,
    consumerName: station.consumerName,
    equipmentId: station.equipmentId,
    equipmentTypeId: station.equipmentTypeId,
    device: cellOf(station.equipmentBrandName),
    serialNumber: cellOf(station.equipmentSerialNumber),
    status: cellOf(station.statusNameValue),
    uid: cellOf(station.uid),
    ...(withPersonal ? { phone: cellOf(station.phone) } : {}),
    lastSessionAt: at(station.heardMs),
    unlistedAt: at(station.unlistedAtMs),
    hasData: station.hasData,
    findings: station.findings,
    worstFlag: station.worstFlag,
  }
}
