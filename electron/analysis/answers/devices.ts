import type { Book, StationRow } from '../../book/index.ts'
import type { GasClock, TimeSpan } from '../../contract/time/gas-day.ts'
import { DAY_MS } from '../../contract/time/units.ts'
import type { HomelessDevice, StationDevice, StationExchange } from '../../contract/stations.ts'
import { sharedGround } from '../station/load/ground.ts'
import { lifeExchanges, withCounters } from '../station/settings/life-exchanges.ts'
import { settingsSnapshots } from '../station/load/settings.ts'
import { gaugesOf, type Gauges } from './consumption/gauges.ts'

/** Which devices a station had, as every screen, form and file says it. */

export function stationDevices(book: Book, station: StationRow): StationDevice[] {
  const given = new Set(book.stations.givenDevices(station.id).map(({ equipmentId }) => equipmentId))
  return book.stations.stays(station.id).map(({ stationId: _, beforeId: __, logFromMs: ___, logToMs: ____, ...stay }) => {
    const { equipmentId, equipmentTypeId } = stay
    const { fromMs, toMs } = stay
    const isWhole = fromMs === null && toMs === null
    const time = isWhole ? null : { afterMs: fromMs, toMs, sinceMs: null, beforeId: null, logAfterMs: null, logToMs: null }
    const held = equipmentId === null ? [] : book.readings.heldArchives(equipmentId, time)
    const type = equipmentTypeId === null ? undefined : book.equipmentTypes.get(equipmentTypeId)
    const { telemetryId, equipmentSerialNumber, sinceMs } = stay
    return {
      equipmentId,
      telemetryId,
      equipmentTypeId,
      equipmentTypeName: type?.name ?? null,
      equipmentSerialNumber,
      fromMs,
      toMs,
      sinceMs,
      given: equipmentId !== null && given.has(equipmentId),
      records: held.reduce((sum, { records }) => sum + records, 0),
    }
  })
}

/** The exchanges between them, with the counters on both sides. */
export function stationExchanges(
  book: Book,
  station: StationRow,
  { usual, nowMs, span: within = null }: { usual: GasClock; nowMs: number; span?: TimeSpan | null },
): StationExchange[] {
  const exchanges = lifeExchanges(book, station, { usual, nowMs })
  const [first] = exchanges
  const last = exchanges.at(-1)
  if (!first || !last) return []
  const ground = sharedGround(book, usual)
  const span = { fromMs: (first.sinceMs ?? first.atMs) - BESIDE_MS, toMs: last.atMs + BESIDE_MS }
  const gauges = gaugesOf(book, station, { ground, span, gas: ground.gasOf(station.id) })
  return withCounters(exchanges, exchangeCounter(gauges), within ?? undefined).map((one) => ({
    sinceMs: one.sinceMs,
    atMs: one.atMs,
    serialBefore: one.serialBefore,
    serialAfter: one.serialAfter,
    counterBefore: one.last?.value ?? null,
    counterAfter: one.first?.value ?? null,
  }))
}
/** The counter that is told on both sides of an exchange, wherever it is told. */
export const exchangeCounter = ({ standardCounter, workingCounter }: Gauges) => standardCounter ?? workingCounter

/** Counters beside an exchange: a month, for archives of months. */
const BESIDE_MS = 32 * DAY_MS

/** Devices with records that are at no station. */
export function homelessDevices(book: Book, usual: GasClock): HomelessDevice[] {
  const meanings = sharedGround(book, usual).meanings(null)
  return book.stations.homelessDevices().map((one) => {
    const newest = settingsSnapshots(book, { equipmentId: one.equipmentId, time: null }, meanings).at(-1)
    const serial = newest?.items.find(({ meaning }) => meaning.role === 'deviceSerial' || meaning.role === 'meterSerial')?.value.trim()
    return { ...one, serial: serial === undefined || serial === '' ? null : serial }
  })
}
