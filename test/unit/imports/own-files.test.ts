import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBook, type Book } from '../../../electron/book/index.ts'
import type { EventArchive, Reading, ReadingView, Verbatim } from '../../../electron/contract/records.ts'
import { AS_SENT } from '../../../electron/contract/shown-units.ts'
import { exportTo, type ExportRequest } from '../../../electron/exports/index.ts'
import { fileName } from '../../../electron/exports/file-name.ts'
import type { ExportHow } from '../../../electron/exports/request.ts'
import { guessMap, readFile, readSource, type ReadRecords } from '../../../electron/imports/index.ts'
import { testFolder } from '../../support/pull.ts'
import { station } from '../book/fixtures.ts'

/** What the program exported comes back record for record. Berlin: at 01:00Z of 2026-10-25 03:00 became 02:00. */

const ZONE = 'Europe/Berlin'
const NOW = Date.parse('2026-11-01T00:00:00Z')
const folder = testFolder()
const at = (iso: string) => Date.parse(iso)
const HOURS = ['2026-10-24T23:00:00Z', '2026-10-25T00:00:00Z', '2026-10-25T01:00:00Z', '2026-10-25T02:00:00Z', '2026-10-25T03:00:00Z'].map(
  at,
)
/** What no file spoils, in the view that has it. */
const NUMBERS = [0, -1e-7, 1.5, 123456.789, 9_007_199_254_740_992, 1.7976931348623157e308, 1e21, -0.25]
const TEXTS = [
  '=1+1',
  "'=1+1",
  "''=1",
  '@SUM(A1)',
  '+7 916 123-45-67',
  'x;=1+1',
  "x,'=1+1",
  '007',
  '-0',
  '12,5',
  'ГРП "Север"',
  'a\r\nb',
  '---',
  '-cmd',
  '1,250.5',
]
const UNIFIED_TEXTS = ['0', '1.5', '1.50', '123456789.123456789', '-0.250', '-5', '1250', '0.001']

/** An archive that the directory alone has a name for, and a channel that has brackets in its. */
const DIRECTORY = [
  { channel_varname: 'Pвх', channel_name: null, unit_name: null, archive_type_varname: 'pressures', archive_type_name: 'Давления' },
]
/** Of the stations' devices. */
const TYPE = 7

let book: Book
const ids = { main: 1, other: 2 }
const devices = { main: 1001, other: 1002 }

beforeAll(() => {
  book = openBook(folder.file('own.meterbook'), { mode: 'write', now: () => NOW })
  book.page(() => {
    book.stations.put(
      Object.values(ids).map((id) =>
        station({ id, name: `ГРП ${id}`, equipmentSerialNumber: `№ ${id}`, equipmentId: 1000 + id, equipmentTypeId: TYPE }),
      ),
      0,
    )
    book.channels.put([
      {
        equipmentTypeId: TYPE,
        archiveTypeVarname: 'pressures',
        archiveTypeName: 'Давления',
        telemetryTypeName: null,
        channelName: 'Давление (вход), абс.',
        channelVarname: 'Pвх',
        unitName: 'кПа',
      },
    ])
    for (const equipmentId of Object.values(devices)) {
      const moments = (values: (nth: number) => Record<string, Verbatim>, from = HOURS): Reading[] =>
        from.map((atMs, nth) => ({ atMs, values: values(nth) }))
      const put = (archiveType: string, view: ReadingView, records: Reading[]) =>
        book.readings.put({ equipmentId, archiveType, view }, records)
      put(
        'hourly',
        'general',
        moments((nth) => ({
          P: NUMBERS[nth] ?? 0,
          VNakpriv: 12_345_678 + nth + equipmentId,
          Q: nth === 1 ? null : 0.5,
          State: TEXTS[nth] ?? '',
        })),
      )
      put(
        'hourly',
        'general',
        TEXTS.map((State, nth) => ({
          atMs: at('2026-09-01T00:00:00Z') + nth * 3_600_000,
          values: { State, P: NUMBERS[nth % NUMBERS.length] ?? 0 },
        })),
      )
      put(
        'daily',
        'general',
        moments((nth) => ({ Vpriv: nth * 1000.25 }), HOURS.map((ms, nth) => ms - nth * 86_400_000).reverse()),
      )
      put(
        'hourly',
        'unified',
        UNIFIED_TEXTS.map((P, nth) => ({
          atMs: at('2026-09-01T00:00:00Z') + nth * 3_600_000,
          values: { P, T: '-5', gas_consume: '12.00' },
        })),
      )
      put(
        'pressures',
        'general',
        moments((nth) => ({ Pвх: 101.325 + nth * 0.125, Примечание: '=нет' })),
      )
      TEXTS.forEach((text, nth) => {
        const archive: EventArchive = nth % 2 === 0 ? 'alarm' : 'changes'
        book.events.add({ equipmentId, archiveType: archive }, [
          {
            atMs: (HOURS[nth % HOURS.length] ?? 0) + nth * 7,
            entries: { Code: String(nth).padStart(3, '0'), CodeDescription: text, ValCode: '0.950', Izm: 'МПа' },
          },
          {
            atMs: (HOURS[nth % HOURS.length] ?? 0) + nth * 7 + 1,
            entries: { Code: text, CodeDescription: 'y', ValCode: '', Izm: '', Extra: 'z' },
          },
        ])
      })
    }
  })
})
afterAll(() => {
  book.close()
  folder.remove()
})

const WAYS: Record<string, Partial<ExportHow>> = {
  'CSV for programs': { format: 'csv', reader: 'programs' },
  'CSV for people, English': { format: 'csv', reader: 'people', language: 'en' },
  'CSV for people, Russian': { format: 'csv', reader: 'people', language: 'ru' },
  'CSV for people, Russian, windows-1251': { format: 'csv', reader: 'people', language: 'ru', encoding: 'windows-1251' },
  'CSV for people, Russian, tabs': { format: 'csv', reader: 'people', language: 'ru', separator: 'tab' },
  'XLSX for people, Russian': { format: 'xlsx', reader: 'people', language: 'ru' },
  'XLSX for people, English': { format: 'xlsx', reader: 'people', language: 'en' },
  'XLSX for programs': { format: 'xlsx', reader: 'programs' },
  'XLSX, a sheet for each station': { format: 'xlsx', reader: 'people', language: 'en', sheets: 'station' },
}

let files = 0
async function broughtBack(
  what: Omit<ExportRequest, keyof ExportHow>,
  how: Partial<ExportHow>,
  channels: typeof DIRECTORY = DIRECTORY,
): Promise<ReadRecords> {
  const request = { ...what, reader: 'programs', language: 'en', timeZone: ZONE, format: 'csv', ...how } as ExportRequest
  const name = `${fileName(book, request, NOW)}.${request.format}`
  const file = folder.file(`${++files} ${name}`)
  await exportTo(book, request, file)
  const bytes = readFileSync(file)
  const tables = await readSource(bytes, name)
  const guess = guessMap(tables, name, { channels, stationZone: ZONE })
  expect(guess).toMatchObject({ by: 'own' })
  if (!guess.map) throw new Error(guess.fault)
  return readFile(bytes, name, guess.map, { zoneOfStation: ZONE, stationId: ids.main, nowMs: NOW })
}

/** What files are known not to tell: no value from null, and of a spreadsheet a text from the number that it is. */
function told(records: readonly Reading[], how: Partial<ExportHow>, view: ReadingView): Reading[] {
  const value = (text: Verbatim): Verbatim =>
    how.format === 'xlsx' &&
    how.reader === 'people' &&
    typeof text === 'string' &&
    /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/u.test(text) &&
    text.replaceAll(/[-.]/gu, '').length <= 15
      ? view === 'unified'
        ? String(Number(text))
        : Number(text) + 0
      : text
  return records.map(({ atMs, values }) => ({
    atMs,
    values: Object.fromEntries(Object.entries(values).flatMap(([name, text]) => (text === null ? [] : [[name, value(text)]]))),
  }))
}

const held = (view: ReadingView, archiveType: string): Reading[] =>
  [...book.readings.cells(seriesOf(view, archiveType), {})].map(([atMs, cells]) => ({
    atMs,
    values: Object.fromEntries(
      seriesOf(view, archiveType).channels.flatMap((name, place) => {
        const cell = (cells as Record<number, Verbatim | undefined>)[place]
        return cell === undefined ? [] : [[name, cell]]
      }),
    ),
  }))
function seriesOf(view: ReadingView, archiveType: string) {
  const found = book.readings.heldArchives(devices.main).find((archive) => archive.view === view && archive.archiveType === archiveType)
  if (!found) throw new Error('no archive')
  return found
}

describe.each(Object.entries(WAYS))('%s', (_, how) => {
  test.each(['general', 'unified'] as const)('readings of the %s view', async (view) => {
    const read = await broughtBack({ kind: 'readings', stationIds: Object.values(ids), archiveTypes: 'all', view } as never, how)
    const archives = view === 'general' ? ['hourly', 'daily', 'pressures'] : ['hourly']
    expect(read.readings.map(({ archiveType }) => archiveType).toSorted()).toEqual(archives.toSorted())
    for (const archiveType of archives) {
      const back = read.readings.find((group) => group.archiveType === archiveType)
      expect(back).toMatchObject({ view, equipmentId: devices.main })
      expect(back?.records).toEqual(told(held(view, archiveType), how, view))
    }
    expect(Object.keys(read.skippedBy)).toEqual(['other-station'])
  })

  test('events', async () => {
    const read = await broughtBack({ kind: 'events', filter: {} } as never, how)
    for (const archiveType of ['alarm', 'changes'] as const) {
      const back = read.events.find((group) => group.archiveType === archiveType)
      const truth = TEXTS.flatMap((text, nth) =>
        (nth % 2 === 0 ? 'alarm' : 'changes') === archiveType
          ? [
              {
                atMs: (HOURS[nth % HOURS.length] ?? 0) + nth * 7,
                entries: { Code: String(nth).padStart(3, '0'), CodeDescription: text, ValCode: '0.950', Izm: 'МПа' },
              },
              {
                atMs: (HOURS[nth % HOURS.length] ?? 0) + nth * 7 + 1,
                entries: { Code: text, CodeDescription: 'y', ValCode: '', Izm: '', Extra: 'z' },
              },
            ]
          : [],
      ).toSorted((a, b) => a.atMs - b.atMs)
      expect(back?.events.toSorted((a, b) => a.atMs - b.atMs)).toEqual(truth)
    }
  })
})

test.each(['csv', 'xlsx'] as const)('values that a %s has in another unit go back into theirs', async (format) => {
  const what = { kind: 'readings', stationIds: [ids.main], archiveTypes: ['pressures'], view: 'general' } as const
  const read = await broughtBack(what, { format, reader: 'people', language: 'ru', units: { ...AS_SENT, pressureUnit: 'MPa' } })
  expect(read.readings[0]?.records).toEqual(held('general', 'pressures'))
})

test('without the directory a named archive is said, not guessed; a channel is found among brackets', async () => {
  const what = { kind: 'readings', stationIds: [ids.main], archiveTypes: ['pressures', 'hourly'], view: 'general' } as const
  const read = await broughtBack(what, { format: 'csv', reader: 'people', language: 'ru' }, [])
  expect(read.readings.map(({ archiveType }) => archiveType)).toEqual(['hourly'])
  expect(read.skippedBy).toEqual({ 'no-archive': HOURS.length })
  const alone = await broughtBack(
    { ...what, archiveTypes: ['pressures'] } as never,
    { format: 'csv', reader: 'people', language: 'ru', units: { ...AS_SENT, pressureUnit: 'MPa' } },
    [{ ...DIRECTORY[0], channel_varname: 'other' } as never],
  )
  expect(alone.readings[0]?.records).toEqual(held('general', 'pressures'))
})

test('decimal commas between commas stand in quotes, and are numbers', async () => {
  const what = { kind: 'readings', stationIds: [ids.main], archiveTypes: ['pressures'], view: 'general' } as const
  const read = await broughtBack(what, { format: 'csv', reader: 'people', language: 'ru', separator: 'comma' })
  expect(read.readings[0]?.records).toEqual(held('general', 'pressures'))
})
