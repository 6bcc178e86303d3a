import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Book } from '../../../electron/book/index.ts'
import type { DeviceEvent, Reading, ReadingView, Verbatim } from '../../../electron/contract/records.ts'
import { startDemoService, type DemoService } from '../../../electron/demo/index.ts'
import { exportTo, type ExportRequest } from '../../../electron/exports/index.ts'
import { fileName } from '../../../electron/exports/file-name.ts'
import type { ExportHow } from '../../../electron/exports/request.ts'
import { guessMap, readFile, readSource, type ReadRecords } from '../../../electron/imports/index.ts'
import { clockAt, planOf, startPuller, testFolder, type Puller } from '../../support/pull.ts'

/** Issue 21: what the program exported of the demo's stations comes back record for record, over an exchanged device as well. */

const NOW = Date.parse('2026-11-20T15:23:11.250Z')
const SPAN = { from: '2026-10-15', to: '2026-11-20' }
/** The third had another device before. */
const STATIONS = [10_001, 10_003, 10_014]
const ZONE = 'Europe/Berlin'
const folder = testFolder()
let demo: DemoService
let puller: Puller

beforeAll(async () => {
  demo = await startDemoService({ stations: 24, seed: 7, now: () => NOW })
  puller = await startPuller(demo, folder.file('demo.meterbook'), clockAt(NOW))
  puller.downloads.start(planOf({ stations: STATIONS, span: SPAN }))
  await puller.downloads.settled()
})
afterAll(async () => {
  await puller.close()
  await demo.close()
  folder.remove()
})

const WAYS: [string, Partial<ExportHow>][] = [
  ['CSV for programs', { format: 'csv', reader: 'programs' }],
  ['CSV for people, English', { format: 'csv', reader: 'people', language: 'en' }],
  ['CSV for people, Russian, windows-1251', { format: 'csv', reader: 'people', language: 'ru', encoding: 'windows-1251' }],
  ['XLSX for people, Russian', { format: 'xlsx', reader: 'people', language: 'ru' }],
  ['XLSX for programs', { format: 'xlsx', reader: 'programs' }],
]

test.each(WAYS)('%s', async (_, how) => {
  const { book } = puller
  const isLossy = how.format === 'xlsx' && how.reader === 'people'
  for (const stationId of STATIONS) {
    for (const view of ['general', 'unified'] as const) {
      const read = await broughtBack({ kind: 'readings', stationIds: STATIONS, archiveTypes: 'all', view } as never, how, stationId)
      const back = read.readings.map(({ archiveType, equipmentId, records }) => ({
        archiveType,
        equipmentId,
        records: told(records, isLossy && view === 'unified'),
      }))
      const truth = held(book, stationId, view).map(({ records, ...archive }) => ({
        ...archive,
        records: told(records, isLossy && view === 'unified'),
      }))
      expect(back).toEqual(truth)
      expect(truth.length > 0 || view === 'unified').toBe(true)
    }
    const read = await broughtBack({ kind: 'events', filter: {} } as never, how, stationId)
    expect(
      sorted(
        read.events.flatMap(({ archiveType, equipmentId, events }) => events.map((event) => ({ archiveType, equipmentId, ...event }))),
      ),
    ).toEqual(sorted(eventsOf(book, stationId).map((event) => (how.encoding === 'windows-1251' ? poorer(event) : event))))
  }
})

let files = 0
async function broughtBack(what: Omit<ExportRequest, keyof ExportHow>, how: Partial<ExportHow>, stationId: number): Promise<ReadRecords> {
  const { book } = puller
  const request = { ...what, reader: 'programs', language: 'en', timeZone: ZONE, format: 'csv', ...how } as ExportRequest
  const name = `${fileName(book, request, NOW)}.${request.format}`
  const file = folder.file(`${++files} ${name}`)
  await exportTo(book, request, file)
  const bytes = readFileSync(file)
  const channels = book.channels
    .byType(book.stations.get(stationId)?.equipmentTypeId ?? 0)
    .map(({ channelVarname, archiveTypeVarname, archiveTypeName }) => ({
      channel_varname: channelVarname,
      channel_name: null,
      unit_name: null,
      archive_type_varname: archiveTypeVarname,
      archive_type_name: typeof archiveTypeName === 'string' ? archiveTypeName : null,
    }))
  const guess = guessMap(await readSource(bytes, name), name, { channels, stationZone: ZONE })
  if (!guess.map) throw new Error(guess.fault)
  return readFile(bytes, name, guess.map, { zoneOfStation: ZONE, stationId, nowMs: NOW })
}

/** No value and null are the same in a file; a text that is a number has lost its last zeros in a spreadsheet. */
const told = (records: readonly Reading[], isLossy: boolean): Reading[] =>
  records.map(({ atMs, values }) => ({
    atMs,
    values: Object.fromEntries(
      Object.entries(values).flatMap(([name, value]): [string, Verbatim][] =>
        value === null
          ? []
          : [
              [
                name,
                isLossy && typeof value === 'string' && value !== '' && Number.isFinite(Number(value)) ? String(Number(value)) : value,
              ],
            ],
      ),
    ),
  }))

function held(book: Book, stationId: number, view: ReadingView) {
  return book.stations.life(stationId).flatMap((device) =>
    device.equipmentId === null
      ? []
      : book.readings
          .heldArchives(device.equipmentId, device.time)
          .filter((archive) => archive.view === view)
          .flatMap((archive) => {
            const records = [...book.readings.cells(archive, {})].map(([atMs, cells]) => ({
              atMs,
              values: Object.fromEntries(
                archive.channels.flatMap((name, place) => {
                  const cell = (cells as Record<number, Verbatim | undefined>)[place]
                  return cell === undefined ? [] : [[name, cell]]
                }),
              ),
            }))
            return records.length === 0 ? [] : [{ archiveType: archive.archiveType, equipmentId: archive.equipmentId, records }]
          }),
  )
}

/** Windows-1251 has no superscripts: the export writes the digits, and says so. */
const poorer = (event: Told): Told => JSON.parse(JSON.stringify(event).replaceAll('²', '2').replaceAll('³', '3')) as Told

type Told = DeviceEvent & { archiveType: string; equipmentId: number | null }
function eventsOf(book: Book, stationId: number): Told[] {
  const devices = book.stations.life(stationId).flatMap(({ equipmentId }) => equipmentId ?? [])
  return book.events
    .query({ equipmentIds: devices, limit: 100_000 })
    .rows.map(({ atMs, archiveType, equipmentId, entries }) => ({ atMs, archiveType, equipmentId, entries }))
}
const sorted = (events: readonly Told[]): Told[] =>
  events.toSorted((a, b) => a.atMs - b.atMs || JSON.stringify(a).localeCompare(JSON.stringify(b)))
