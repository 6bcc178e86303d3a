import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ContractRouterClient } from '@orpc/contract'
import { afterEach, expect, test, vi } from 'vitest'
import { openBook } from '../../electron/book/index.ts'
import type { Contract } from '../../electron/contract/index.ts'
import { FILE_FORMATS } from '../../electron/contract/files.ts'
import { DAY_MS, HOUR_MS } from '../../electron/contract/time/units.ts'
import { startWebHost, type WebHost } from '../../electron/web-host.ts'
import { admit, contractOver, openSocket } from '../support/admitted.ts'
import { damagePages } from '../support/damaged-book.ts'
import { alarm, station } from '../unit/book/fixtures.ts'

/**
 * A book that has lost pages in the middle of its records, in the browser host: whatever is made of it is answered with
 * its damage; nothing is left behind, nothing ends, and whatever else is asked meanwhile and afterwards is answered.
 */

const FROM_MS = Date.UTC(2025, 0, 1)
const DAYS = 300
const SPAN = { from: '2025-01-01', to: '2025-10-27' }
const [MARK, EVENT_MARK] = ['mark of a reading', 'mark of an event']
/** A station whose records are sound: it comes first, so that something is written before the damage. */
const SOUND = 3
const COMMON = { timeZone: 'UTC', language: 'en' } as const
const GAS = { timeZone: 'UTC', contractHour: 10 }
const damage = expect.objectContaining({ data: expect.objectContaining({ code: 'BOOK_DAMAGED' }) as unknown }) as Error

let folder: string
let host: WebHost
type Client = ContractRouterClient<Contract>
let client: Client
let other: Client
const unheard: unknown[] = []
const hear = (error: unknown) => void unheard.push(error)

function fill(file: string): void {
  const book = openBook(file, { mode: 'write', now: Date.now })
  try {
    book.stations.put(
      [1, 2, 3].map((id) => station({ id })),
      FROM_MS,
    )
    for (const archiveTypeVarname of ['hourly', 'daily'])
      book.channels.put([
        {
          equipmentTypeId: 1,
          archiveTypeName: null,
          archiveTypeVarname,
          telemetryTypeName: null,
          channelName: null,
          channelVarname: 'gas_consume',
          unitName: 'м3',
        },
      ])
    for (const id of [1, 2, SOUND]) {
      const of = (mark: string) => (id === SOUND ? 'sound' : mark)
      for (const [archiveType, stepMs] of [
        ['hourly', HOUR_MS],
        ['daily', DAY_MS],
      ] as const) {
        const key = { equipmentId: id + 1000, archiveType, view: 'unified' } as const
        const times = Array.from({ length: (DAYS * DAY_MS) / stepMs }, (_, at) => FROM_MS + (at + 1) * stepMs)
        book.readings.put(
          key,
          times.map((atMs) => ({ atMs, values: { gas_consume: 1, note: `${of(MARK)} ${atMs}` } })),
        )
        book.coverage.mark(key, SPAN, { fetchedAtMs: Date.now(), state: 'fetched' })
      }
      const log = { equipmentId: id + 1000, archiveType: 'alarm' } as const
      const events = Array.from({ length: DAYS * 10 }, (_, at) => alarm(FROM_MS + at * 2 * HOUR_MS, `${of(EVENT_MARK)} ${at}`))
      book.events.add(log, events)
      book.coverage.mark(log, SPAN, { fetchedAtMs: Date.now(), state: 'fetched' })
    }
  } finally {
    book.close()
  }
}

async function open(which: 'all' | 'middle'): Promise<void> {
  folder = mkdtempSync(path.join(os.tmpdir(), 'web-damaged-'))
  for (const name of ['lake', 'temporary']) mkdirSync(path.join(folder, name))
  for (const name of ['TMPDIR', 'TEMP']) vi.stubEnv(name, path.join(folder, 'temporary'))
  unheard.length = 0
  const book = path.join(folder, 'damaged.meterbook')
  fill(book)
  for (const mark of [MARK, EVENT_MARK]) expect(damagePages(book, mark, which)).toBeGreaterThan(10)
  host = await startWebHost({ dataFolder: path.join(folder, 'data'), book, vaultKey: null })
  const session = await admit(host.url)
  client = contractOver(await openSocket(session))
  other = contractOver(await openSocket(session))
  for (const event of ['uncaughtExceptionMonitor', 'unhandledRejection']) process.on(event, hear)
}
afterEach(async () => {
  for (const event of ['uncaughtExceptionMonitor', 'unhandledRejection']) process.off(event, hear)
  await host.close()
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

/** The names of all files in a folder. */
const filesOf = (name: string): string[] =>
  readdirSync(name, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
/** Files on their way to the browser, and whatever else is made on the way. */
const temporary = () => filesOf(path.join(folder, 'temporary'))

/** What is asked of the damaged records, by name. */
const ASKED: readonly (readonly [what: string, ask: (client: Client) => Promise<unknown>])[] = [
  ...FILE_FORMATS.flatMap((format) => [
    [
      `readings as ${format}`,
      (of: Client) => of.exports.readings({ ...COMMON, format, stationIds: [SOUND, 1, 2], archiveTypes: ['hourly'], view: 'unified' }),
    ] as const,
    [
      `readings as ${format}, for programs`,
      (of: Client) =>
        of.exports.readings({
          ...COMMON,
          format,
          reader: 'programs',
          stationIds: [SOUND, 1, 2],
          archiveTypes: ['hourly', 'daily'],
          view: 'unified',
        }),
    ] as const,
    [`events as ${format}`, (of: Client) => of.exports.events({ ...COMMON, format, filter: {} })] as const,
    [`consumption as ${format}`, (of: Client) => of.exports.consumption({ ...COMMON, ...GAS, format, ...SPAN, by: 'day' })] as const,
  ]),
  [
    'readings as sheets of stations',
    (of) =>
      of.exports.readings({
        ...COMMON,
        format: 'xlsx',
        sheets: 'station',
        stationIds: [SOUND, 1, 2],
        archiveTypes: ['hourly'],
        view: 'unified',
      }),
  ],
  ...(['pdf', 'xlsx'] as const).flatMap((format) => [
    [`a report as ${format}`, (of: Client) => of.forms.save({ form: 'consumption-daily', format, ...COMMON, ...GAS, ...SPAN })] as const,
    [
      `reports of each station as ${format}`,
      (of: Client) =>
        of.forms.save({ form: 'consumption-daily', format, files: 'station', stationIds: [SOUND, 1, 2], ...COMMON, ...GAS, ...SPAN }),
    ] as const,
  ]),
  ['a preview', (of) => of.forms.preview({ form: 'consumption-daily', ...COMMON, ...GAS, ...SPAN })],
  ['evidence', (of) => of.evidence.save({ form: 'consumption-daily', ...COMMON, ...GAS, ...SPAN })],
  ['evidence of a form without records', (of) => of.evidence.save({ form: 'passport', ...COMMON, ...GAS, ...SPAN })],
  ['columns', (of) => of.readings.columns({ stationId: 1, archiveType: 'hourly', view: 'unified', fromMs: 0, toMs: 4e12 })],
]

test.each(['middle', 'all'] as const)(
  '%s pages of records are lost: every file made of them is answered with the damage, and nothing else ends',
  async (which) => {
    await open(which)
    await other.lake.setFolder({ folder: path.join(folder, 'lake') })
    for (const [what, ask] of [...ASKED, ['the lake', (of: Client) => of.lake.write()] as const]) {
      // Somebody else asks for what is sound while it is made.
      const [answer, list] = await Promise.allSettled([ask(client), other.stations.list({})])
      expect([what, answer]).toEqual([what, { status: 'rejected', reason: damage }])
      expect([what, list.status]).toEqual([what, 'fulfilled'])
      for (let turn = 0; turn < 5; turn++) await nextTurn()
      expect([what, temporary(), unheard]).toEqual([what, [], []])
    }
    expect(filesOf(path.join(folder, 'lake')).filter((name) => !/\.(?:parquet|json)$/.test(name))).toEqual([])
    // Both windows still get what is sound.
    for (const window of [client, other]) {
      const done = await window.exports.stations({ ...COMMON, format: 'xlsx', filter: {} })
      expect(done?.rows).toBe(3)
    }
    for await (const works of await other.works.running()) {
      expect(works).toEqual([])
      break
    }
  },
)
