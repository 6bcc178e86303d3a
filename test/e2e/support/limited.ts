import { openBook } from '../../../electron/book/index.ts'
import type { Station } from '../../../electron/contract/records.ts'
import { DAY_MS, HOUR_MS } from '../../../electron/contract/time/units.ts'

/** A book of a consumer with two stations, whose hours are told up to the last whole hour. */

export const LIMITED = { id: 21, name: 'Bakery', consumerId: 5, consumer: 'Bread Works' } as const
const DAYS = 160

const station = (id: number, name: string): Station => ({
  id,
  name,
  equipmentTypeId: 1,
  equipmentTypeVarname: 'flougas',
  equipmentBrandName: 'Flougas',
  phone: '',
  equipmentId: 1000 + id,
  telemetryId: 2000 + id,
  customerId: LIMITED.consumerId,
  equipmentSerialNumber: `5500${id}`,
  statusNameValue: null,
  volumeValue: null,
  volumeUnit: 'м3',
  pressureValue: null,
  pressureUnit: '',
  temperatureValue: null,
  temperatureUnit: '°C',
  lastSeanceEventMs: null,
  uid: `u${id}`,
})

/** Working days use more than days of rest, and no day is like another. */
function hourM3(atMs: number): number {
  const day = Math.floor(atMs / DAY_MS)
  const rest = [2, 3].includes(day % 7) ? 0.5 : 1
  return Math.round((10 + 3 * Math.sin(day * 1.7) + 4 * Math.sin((atMs / HOUR_MS / 24) * 2 * Math.PI)) * rest * 100) / 100
}

export function writeLimited(file: string): void {
  const book = openBook(file, { mode: 'write', now: Date.now })
  try {
    const word = { equipmentKindName: null, telemetryTypeName: null, resourceName: null, description: null }
    book.providers.put([{ id: 1, name: 'Gas', children: [] }])
    book.consumers.put(
      [{ id: LIMITED.consumerId, name: LIMITED.consumer, subdivisionTypeName: null, inn: '5200000001', contactNumber: null }],
      { energyId: 1 },
    )
    book.equipmentTypes.put([{ id: 1, name: 'Flougas', ...word }])
    book.channels.put([
      {
        equipmentTypeId: 1,
        archiveTypeName: null,
        archiveTypeVarname: 'hourly',
        telemetryTypeName: null,
        channelName: 'Standard volume',
        channelVarname: 'Vpriv',
        unitName: 'м³',
      },
    ])
    const last = Math.floor(Date.now() / HOUR_MS) * HOUR_MS
    const first = last - DAYS * DAY_MS
    const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
    const stations = [station(LIMITED.id, LIMITED.name), station(22, 'Depot')]
    book.stations.put(stations, Date.now())
    for (const { id } of stations) {
      const key = { equipmentId: 1000 + id, archiveType: 'hourly', view: 'general' } as const
      const hours = Array.from({ length: (last - first) / HOUR_MS + 1 }, (_, nth) => first + nth * HOUR_MS)
      book.readings.put(
        key,
        hours.map((atMs) => ({ atMs, values: { Vpriv: hourM3(atMs) } })),
      )
      book.coverage.mark(key, { from: day(first), to: day(last) }, { fetchedAtMs: Date.now(), state: 'fetched' })
    }
  } finally {
    book.close()
  }
}
