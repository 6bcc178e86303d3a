import { openBook } from '../../../electron/book/index.ts'
import type { Setting, Station } from '../../../electron/contract/records.ts'
import { HOUR_MS } from '../../../electron/contract/time/units.ts'

/** A book of a station whose meter was exchanged, and of a device with records that no listing has named. */

export const EXCHANGED = 7
/** A station beside it that always had one device. */
export const PLAIN = 8
export const FORMER = { equipmentId: 1001, serial: '77001' } as const
export const PRESENT = { equipmentId: 1002, serial: '88002' } as const
export const HOMELESS = { equipmentId: 1003, serial: '55003' } as const

const utc = (month: number, day: number, hour = 0): number => Date.UTC(2026, month - 1, day, hour)
/** The first and the last hour of each device, by the stamp of its record. Four hours between the two meters have no record. */
const HOURS = {
  homeless: { first: utc(8, 1, 8), last: utc(8, 25, 8), counter: 40_000 },
  former: { first: utc(9, 1, 8), last: utc(9, 10, 9), counter: 120_000 },
  present: { first: utc(9, 10, 14), last: utc(9, 20, 8), counter: 5 },
}
export const LOST_HOURS = 4
/** What each counter rises by in an hour, m³. */
const HOUR_M3 = 10

const CHANNELS = [
  ['Vpriv', 'Стандартный объём', 'м³'],
  ['VNakpriv', 'Накопленный стандартный объём', 'м³'],
  ['P', 'Давление', 'кПа'],
] as const

const station = ({ equipmentId, serial }: { equipmentId: number; serial: string }): Station => ({
  id: EXCHANGED,
  name: 'Boiler house',
  equipmentTypeId: 1,
  equipmentTypeVarname: 'flougas',
  equipmentBrandName: 'Флоугаз',
  phone: '',
  equipmentId,
  telemetryId: 2001,
  customerId: null,
  equipmentSerialNumber: serial,
  statusNameValue: null,
  volumeValue: null,
  volumeUnit: 'м3',
  pressureValue: null,
  pressureUnit: '',
  temperatureValue: null,
  temperatureUnit: '°C',
  lastSeanceEventMs: null,
  uid: 'u7',
})
const settings = (serial: string, limit: string): Setting[] => [
  { channelName: 'Заводской номер', channelDataValue: serial, unitName: null },
  { channelName: 'Верхняя уставка P', channelDataValue: limit, unitName: 'кПа' },
]

/** Writes the book. Its station was listed with the former meter on 2 September, with the present one on 12 September. */
export function writeExchanged(file: string): void {
  const book = openBook(file, { mode: 'write', now: Date.now })
  try {
    const word = { equipmentKindName: null, telemetryTypeName: null, resourceName: null, description: null }
    book.equipmentTypes.put([{ id: 1, name: 'Флоугаз', ...word }])
    book.channels.put(
      CHANNELS.map(([channelVarname, channelName, unitName]) => ({
        equipmentTypeId: 1,
        archiveTypeName: null,
        archiveTypeVarname: 'hourly',
        telemetryTypeName: null,
        channelName,
        channelVarname,
        unitName,
      })),
    )
    const write = ({ equipmentId, serial }: { equipmentId: number; serial: string }, { first, last, counter }: typeof HOURS.former) => {
      const key = { equipmentId, archiveType: 'hourly', view: 'general' } as const
      const hours = Array.from({ length: (last - first) / HOUR_MS + 1 }, (_, nth) => nth)
      const values = (nth: number) => ({ Vpriv: HOUR_M3, VNakpriv: counter + nth * HOUR_M3, P: 300 + (nth % 24) })
      book.readings.put(
        key,
        hours.map((nth) => ({ atMs: first + nth * HOUR_MS, values: values(nth) })),
      )
      const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
      book.coverage.mark(key, { from: day(first), to: day(last) }, { fetchedAtMs: last + 24 * HOUR_MS, state: 'fetched' })
      book.settings.putSnapshot(equipmentId, first + HOUR_MS, settings(serial, '900'))
      book.settings.putSnapshot(equipmentId, last - HOUR_MS, settings(serial, '950'))
    }
    book.stations.put(
      [station(FORMER), { ...station({ equipmentId: 1008, serial: '10008' }), id: PLAIN, telemetryId: 2008, uid: 'u8' }],
      utc(9, 2),
    )
    write(FORMER, HOURS.former)
    book.stations.put([station(PRESENT)], utc(9, 12))
    write(PRESENT, HOURS.present)
    write(HOMELESS, HOURS.homeless)
  } finally {
    book.close()
  }
}
