import path from 'node:path'
import { expect, test } from 'vitest'
import { run } from '../../../electron/cli/main.ts'
import { openBook } from '../../../electron/book/index.ts'
import { tempFolder } from '../book/fixtures.ts'
import { stage } from '../downloads/world.ts'
import { seenTerminal } from './seen-terminal.ts'

/** An earlier device is typed in by command line, as in the window. */

const STATION = '10001'
const FORMER = 555_001
const it = stage()

async function metered() {
  const file = path.join(tempFolder(), 'a.meterbook')
  const meterbook = async (...args: string[]) => {
    const terminal = seenTerminal({ env: { METERBOOK_PASSWORD: it.demo.password } })
    const exit = await run(args, terminal)
    return { exit, text: [...terminal.printed, ...terminal.noted].join('\n') }
  }
  const device = (...more: string[]) => meterbook('device', '--book', file, '--station', STATION, ...more)
  const sync = (...more: string[]) =>
    meterbook('sync', '--book', file, '--url', it.demo.url, '--email', it.demo.email, '--stations', STATION, ...more, '--json')
  const listed = await sync('--archives', 'reference')
  expect(listed, listed.text).toMatchObject({ exit: 0 })
  return { file, sync, device }
}

test('archives of a device that was typed in are asked for by the next sync, up to its end', async () => {
  const { sync, device } = await metered()
  const typed = await device('--number', String(FORMER), '--serial', '5550001', '--until', '2026-09-10T07:00Z')
  expect(typed).toMatchObject({ exit: 0, text: expect.stringMatching(/555001 +5550001 .*typed in/u) as string })
  it.asked()
  const synced = await sync('--archives', 'hourly', '--views', 'general', '--from', '2026-09-01', '--to', '2026-11-20')
  expect(synced, synced.text).toMatchObject({ exit: 0 })
  expect(it.asked().filter((one) => one.includes(String(FORMER)))).toEqual([`hourly ${FORMER} general 2026-09-01..2026-09-10`])
})

test('what was typed in is listed, corrected and taken back', async () => {
  const { file, device } = await metered()
  const number = ['--number', String(FORMER)]
  await device(...number, '--serial', '5550001', '--until', '2026-09-10 07:00')
  await device(...number, '--from', '2026-03-01 10:00', '--until', '2026-09-11 07:00')
  const listed = JSON.parse((await device('--json')).text) as { devices: object[] }
  expect(listed.devices).toMatchObject([{ equipmentId: FORMER, equipmentSerialNumber: '5550001', given: true }, { given: false }])
  expect(await device(...number, '--forget')).toMatchObject({ exit: 0, text: expect.not.stringContaining(String(FORMER)) as string })
  const book = openBook(file, { mode: 'read', now: Date.now })
  expect(book.stations.life(Number(STATION))).toHaveLength(1)
  book.close()
})

test.each([
  ['without its number', ['--serial', '77'], '--number N'],
  ['without its end', ['--number', '7', '--serial', '77'], '--until T'],
  ['with an end before its beginning', ['--number', '7', '--from', '2026-03-02', '--until', '2026-03-01'], 'not after --from'],
  ['with no time', ['--number', '7', '--until', 'yesterday'], 'is no time'],
])('%s nothing is written', async (_, args, says) => {
  const { device } = await metered()
  expect(await device(...args)).toMatchObject({ exit: 2, text: expect.stringContaining(says) as string })
  expect((JSON.parse((await device('--json')).text) as { devices: object[] }).devices).toHaveLength(1)
})
