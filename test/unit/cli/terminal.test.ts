import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { run } from '../../../electron/cli/main.ts'
import { readPassword } from '../../../electron/cli/password.ts'
import { progressView } from '../../../electron/cli/progress.ts'
import type { Terminal } from '../../../electron/cli/terminal.ts'
import { portOf } from '../../../electron/web/port.ts'
import type { Progress } from '../../../electron/contract/downloads.ts'
import { seenTerminal as terminal } from './seen-terminal.ts'

function stdinWith(...chunks: (string | Buffer)[]): Terminal['stdin'] {
  const stdin = new PassThrough()
  for (const chunk of chunks) stdin.write(chunk)
  stdin.end()
  return stdin as unknown as Terminal['stdin']
}

test('the password: environment first, else the first line of standard input', async () => {
  expect(await readPassword(terminal({ env: { METERBOOK_PASSWORD: 'пароль' } }), 'a@b')).toBe('пароль')
  const bytes = Buffer.from('пароль с пробелом\r\nmore\n')
  expect(await readPassword(terminal({ stdin: stdinWith(bytes.subarray(0, 3), bytes.subarray(3)) }), 'a@b')).toBe('пароль с пробелом')
  await expect(readPassword(terminal({ stdin: stdinWith('\n') }), 'a@b')).rejects.toMatchObject({
    code: 'PASSWORD_NEEDED',
  })
})

test('on a terminal the password is typed without echo, with backspace, and Ctrl+C cancels', async () => {
  const typed = async (keys: string) => {
    const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined })
    const shown: string[] = []
    const stderr = Object.assign(new PassThrough(), { write: (text: string) => shown.push(text) > 0 })
    const password = readPassword(
      terminal({ stdin: stdin as unknown as Terminal['stdin'], stderr: stderr as unknown as Terminal['stderr'] }),
      'a@b',
    )
    stdin.write(keys)
    return { password: await password, shown: shown.join('') }
  }
  expect(await typed('секретx\u007f!\r')).toEqual({ password: 'секрет!', shown: 'Password of a@b: \n' })
  await expect(typed('abc\u0003')).rejects.toMatchObject({ code: 'CANCELLED' })
})

const progress = (changes: Partial<Progress>): Progress => ({
  runId: 1,
  unasked: false,
  state: 'running',
  tasks: { total: 10, done: 0, failed: 0, running: 1, waiting: 9, cancelled: 0 },
  stations: { total: 1, done: 0 },
  records: 0,
  added: 0,
  changed: 0,
  rejected: 0,
  pages: 0,
  bytes: 0,
  lanes: 1,
  recordsPerSecond: 0,
  startedMs: 0,
  finishedMs: null,
  leftMs: null,
  waitsUntilMs: null,
  current: [],
  failure: null,
  ...changes,
})

test('without a terminal progress is a line at most once a second, and the last one is never lost', () => {
  let nowMs = 0
  const shown = terminal()
  const view = progressView(shown, () => nowMs)
  for (nowMs = 0; nowMs < 3000; nowMs += 100) view.update(progress({ records: nowMs }))
  view.stop()
  expect(shown.noted).toEqual([
    '0 of 10 tasks │ 0 records │ 0 B',
    '0 of 10 tasks │ 1,000 records │ 0 B',
    '0 of 10 tasks │ 2,000 records │ 0 B',
    '0 of 10 tasks │ 2,900 records │ 0 B',
  ])
})

test.each([
  [['--help'], 0],
  [['sync', '--help'], 0],
  [['--version'], 0],
  [[], 2],
  [['nonsense'], 2],
  [['status'], 2],
  [['status', '--book'], 2],
  [['sync'], 2],
  [['sync', '--url', 'https://x.example'], 2],
  [['sync', '--demo', '--url', 'https://x.example'], 2],
  [['sync', '--demo', '--from', '2026-02-30'], 2],
  [['sync', '--demo', '--from', '2026-03-01', '--to', '2026-02-01'], 2],
  [['sync', '--demo', '--lanes', '9'], 2],
  [['sync', '--demo', '--stations', '1,x'], 2],
  [['sync', '--demo', '--stations', ''], 2],
  [['sync', '--demo', '--views', 'both'], 2],
  [['sync', '--demo', '--password', 'secret'], 2],
  [['export', 'gas', '--book', 'b', '--out', 'f'], 2],
  [['export', 'events', '--book', 'b', '--out', 'f', '--format', 'docx'], 2],
  [['export', 'events', '--book', 'b', '--out', 'f.ods'], 2],
  [['export', 'events', '--book', 'b', '--out', 'f', '--time-zone', 'Mars/Olympus'], 2],
  [['export', 'events', '--book', 'b', '--out', 'f', '--from', '2026-03-01', '--to', '2026-02-01'], 2],
  [['status', '--book', '/no/such.meterbook'], 5],
  [['export', 'quality', '--book', '/no/such.meterbook', '--out', 'f.pdf'], 5],
  [['search', '--book', '/no/such.meterbook', 'x'], 5],
])('meterbook %j ends with %i', async (args, code) => {
  const seen = terminal()
  expect(await run(args, seen)).toBe(code)
  expect([...seen.printed, ...seen.noted].join('\n')).toMatch(/\S/)
  expect(seen.noted.join('\n')).not.toMatch(/\n\s+at /)
})

test('with --json a failure is one JSON document, with its sentence', async () => {
  const seen = terminal()
  expect(await run(['status', '--json', '--book', '/no/such.meterbook'], seen)).toBe(5)
  expect(JSON.parse(seen.printed.join(''))).toMatchObject({ failure: { code: 'BOOK_MISSING' }, exit: 5 })
})

test.each([
  [['sync', '--json']],
  [['sync', '--json', '--demo', '--lanes', '9']],
  [['status', '--json']],
  [['status', '--json', '--nonsense']],
  [['nonsense', '--json']],
  [['demo', '--json', '--port', '99999']],
  [['--json']],
])('with --json wrong usage is one JSON document, too: %j', async (args) => {
  const seen = terminal()
  expect(await run(args, seen)).toBe(2)
  expect(JSON.parse(seen.printed.join('\n'))).toEqual({
    failure: { code: 'WRONG_USAGE', data: {}, sentence: expect.stringMatching(/\S/) },
    exit: 2,
  })
})

test.each(['99999', '65536', '-1', '80x', '', '1e3'])('there is no port %j', async (port) => {
  for (const command of ['serve', 'demo']) {
    const seen = terminal()
    expect(await run([command, `--port=${port}`], seen)).toBe(2)
    expect(seen.noted.join('\n')).toContain('0 to 65535')
  }
  expect(() => portOf(port)).toThrow(/^There is no port '.*': write a whole number from 0 to 65535/)
})

test('a port is one from 0 to 65535', () => expect(['0', '8080', '65535'].map(portOf)).toEqual([0, 8080, 65_535]))

test('names of stations cannot write to the terminal while a download goes on', () => {
  const seen = terminal()
  const view = progressView(seen)
  const current = { stationName: 'ГРП\u001b[2J\nlie', archiveType: 'hourly', kind: 'readings', from: '2026-01-01' }
  view.update(progress({ current: [current as Progress['current'][number]] }))
  view.stop()
  expect(seen.noted.join('')).toContain('ГРП\\u001b[2J\\nlie hourly')
})
