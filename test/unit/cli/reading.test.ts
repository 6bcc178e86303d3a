import { createRouterClient } from '@orpc/server'
import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBackend } from '../../../electron/backend/start.ts'
import { openBook } from '../../../electron/book/index.ts'
import { run } from '../../../electron/cli/main.ts'
import type { ReadAtMeter } from '../../../electron/contract/meter-readings.ts'
import { HOUR_MS } from '../../../electron/contract/time/units.ts'
import { hostIn } from '../../support/backend.ts'
import { duck, duckRows } from '../../support/duck.ts'
import { readZip } from '../../support/evidence-tampering.ts'
import { pdfText } from '../../support/pdf-text.ts'
import { fromTelephone, PLAIN_JPEG } from '../../support/photograph.ts'
import { testFolder } from '../../support/pull.ts'
import { linesOf, openedBook } from '../../support/xlsx.ts'
import { station } from '../book/fixtures.ts'
import { seenTerminal } from './seen-terminal.ts'

/** A reading at the meter is typed at the command line; window, act (PDF and XLSX), export, evidence, lake and view say the same of it. */

const DAY = Date.UTC(2026, 9, 5)
const folder = testFolder()
const file = folder.file('read.meterbook')
const photo = folder.file('dial.jpg')

async function meterbook(...args: string[]): Promise<{ code: number; printed: string; noted: string }> {
  const seen = seenTerminal({ env: { METERBOOK_DATA: folder.file('data') } })
  const code = await run(args, seen)
  return { code, printed: seen.printed.join('\n'), noted: seen.noted.join('\n') }
}
const take = (...more: string[]) => meterbook('reading', '--book', file, '--station', '1', '--time-zone', 'UTC', ...more)
interface Said {
  written: boolean
  readings: ReadAtMeter[]
  exit: number
}
const saidBy = ({ printed }: { printed: string }) => JSON.parse(printed) as Said

beforeAll(() => {
  writeFileSync(photo, fromTelephone(PLAIN_JPEG, 6))
  const book = openBook(file, { mode: 'write', now: () => DAY + 90 * HOUR_MS })
  book.page(() => {
    book.stations.put([station({ id: 1, equipmentId: 11, equipmentTypeId: 1, equipmentSerialNumber: 'A-7' })], DAY)
    const channels = [
      ['VNakpriv', 'Накопленный стандартный объём', 'м3'],
      ['P', 'Давление', 'кПа'],
    ] as const
    book.channels.put(
      channels.map(([channelVarname, channelName, unitName]) => ({
        equipmentTypeId: 1,
        archiveTypeName: null,
        archiveTypeVarname: 'hourly',
        telemetryTypeName: null,
        channelName,
        channelVarname,
        unitName,
      })),
    )
    const key = { equipmentId: 11, archiveType: 'hourly', view: 'general' } as const
    const hours = Array.from({ length: 48 }, (_, at) => ({ atMs: DAY + at * HOUR_MS, values: { VNakpriv: 20_000 + 10 * at, P: 310 } }))
    book.readings.put(key, hours)
    book.coverage.mark(key, { from: '2026-10-05', to: '2026-10-06' }, { fetchedAtMs: DAY + 90 * HOUR_MS, state: 'fetched' })
  })
  book.close()
})
afterAll(() => folder.remove())

const READ = ['--time', '2026-10-05 05:30', '--counter', '20 155,50', '--pressure', '3.2 bar', '--serial', 'A-7', '--seal', '0417=broken']

test('what cannot be understood is refused with a sentence, and nothing is written', async () => {
  for (const [args, sentence] of [
    [['--counter', 'many'], 'Write a number'],
    [['--counter', '-5'], 'not below nought'],
    [['--pressure', '3 furlongs'], 'Write the pressure with one of'],
    [['--time', '2026-02-31 10:00', '--counter', '1'], 'is no time'],
    [['--text', 'nothing'], 'Say what was read'],
    [['--counter', '1', '--photo', folder.file('none.jpg')], 'cannot be read: there is no such file. Nothing was done.'],
  ] as const) {
    const { code, noted } = await take(...args)
    expect([code, noted]).toEqual([2, expect.stringContaining(sentence)])
  }
  expect((await take('--time', '1890-01-01 10:00', '--counter', '1')).code).not.toBe(0)
  expect((await take()).printed).toContain('nobody has read the meter')
})

test('one reading, the same at all places', async () => {
  const dry = await take(...READ, '--dry-run', '--json')
  expect(saidBy(dry)).toMatchObject({ written: false, exit: 1 })
  const more = ['--who', 'Ольга', '--supplier', 'инженер Иванова', '--text', 'Подвал', '--photo', photo]
  const typed = await take(...READ, ...more)
  expect(typed.code).toBe(1)
  expect(typed.printed).toMatch(/Standard counter +20155\.50 +20055\.00 +100\.50 +1\.00 +differs much/)
  expect(typed.printed).toContain('It is in the book.')
  const [listed] = saidBy(await take('--json')).readings
  expect({ ...listed, id: null }).toEqual(saidBy(dry).readings[0])
  const [counter, pressure] = listed?.quantities ?? []
  expect(counter).toMatchObject({ said: 20_155.5, difference: 100.5, tolerance: 1, verdict: 'far', telemetry: { value: 20_055 } })
  expect(pressure).toMatchObject({ said: 3.2, difference: 0.1, verdict: null, telemetry: { value: 3.1 } })

  const backend = await startBackend(hostIn(folder.file('window'), { kind: 'desktop' }), { book: file, mode: 'write' })
  try {
    const client = createRouterClient(backend.router)
    expect(await client.meterReadings.ofStation({ stationId: 1 })).toEqual([listed])
    const { rows } = await client.notes.page({ stationIds: [1] })
    expect(rows).toMatchObject([
      { kind: 'reading', author: 'Ольга', reading: { values: { standardCounter: '20155.50' } }, photos: [{ name: 'dial.jpg' }] },
    ])
    await expect
      .poll(async () => (await client.findings.ofStation({ stationId: 1 })).findings.filter(({ rule }) => rule === 'reading_differs'))
      .toMatchObject([{ flag: 4, measure: 100.5, threshold: 1 }])
  } finally {
    await backend.close()
  }

  const days = ['--stations', '1', '--from', '2026-10-05', '--to', '2026-10-05', '--time-zone', 'UTC', '--contract-hour', '0']
  const named = (name: string) => folder.file(name)
  const made = (out: string) => meterbook('report', 'control-reading', '--book', file, ...days, '--language', 'ru', '--out', named(out))
  expect((await made('act.pdf')).code).toBe(0)
  const pages = (await pdfText(readFileSync(named('act.pdf')))).flat().map((line) => line.join(' ').replaceAll('\u00a0', ' '))
  const paper = pages.join('\n')
  expect(paper).toContain('Акт контрольного снятия показаний')
  expect(paper).toMatch(/Счётчик стандартного объёма 20 155,50 м³ 20 055,00 100,50 1,00 сильно расходится/)
  expect(paper).toContain('Снято 05.10.2026 05:30:00, прибор зав. № A-7')
  expect(paper).toContain('0417 (нарушена)')
  expect(paper).toContain('инженер Иванова')
  expect((await made('act.xlsx')).code).toBe(0)
  const cells = (await openedBook(named('act.xlsx'))).sheets.flatMap((sheet) => linesOf(sheet).flat())
  for (const number of [20_155.5, 20_055, 100.5, 1]) expect(cells).toContain(number)

  await meterbook('export', 'notes', '--book', file, '--out', named('notes.json'))
  expect(readFileSync(named('notes.json'), 'utf8')).toContain('"standardCounter":"20155.50"')
  await meterbook('evidence', '--book', file, ...days, '--out', named('act.zip'))
  const context = String((await readZip(named('act.zip'))).get('evidence/data/meter_readings.csv'))
  expect(context).toContain('20155.50')
  expect((await meterbook('verify', named('act.zip'))).code).toBe(0)

  await meterbook('export', 'lake', '--book', file, '--out', named('lake'))
  const db = await duck()
  const [inLake] = await duckRows(db, `SELECT counter_standard, pressure, pressure_unit FROM '${named('lake')}/meter_reading/**/*.parquet'`)
  const book = openBook(file, { mode: 'read', now: Date.now })
  const inView = book.db.prepare('SELECT counter_standard, pressure, pressure_unit FROM v_meter_reading').raw().get()
  book.close()
  expect(inView).toEqual([20_155.5, 3.2, 'bar'])
  expect(inLake).toEqual(inView)
})
