import { execFileSync, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { openBook } from '../../../electron/book/index.ts'
import { attacks, type Attack } from '../../support/attacks.ts'
import { soundBook } from '../../support/hostile-books.ts'
import { testFolder } from '../../support/pull.ts'
import { start, type Outcome, type Running } from './run-cli.ts'

/** Every option that names a file, and what may stand there instead of one: the command ends, and the book is free. */

const folder = testFolder()
const at = folder.file
const book = at('a.meterbook')
const running = new Set<ChildProcess>()
let server: Server

beforeAll(async () => {
  if (process.platform !== 'linux') return
  soundBook(book)
  openBook(book, { mode: 'write', now: Date.now }).close()
  for (const name of ['pipe', 'unread']) execFileSync('mkfifo', [at(name)])
  mkdirSync(at('folder'))
  symlinkSync(at('pipe'), at('to-pipe'))
  symlinkSync(at('nowhere'), at('dangling'))
  symlinkSync(at('loop'), at('loop'))
  writeFileSync(at('empty'), '')
  writeFileSync(at('hours.csv'), 'time;P\n2026-01-01 10:00;1\n')
  writeFileSync(at('long.csv'), longFile())
  server = createServer().listen(at('socket'))
  await once(server, 'listening')
})
afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
  server?.close()
  folder.remove()
})

/** Two million cells: seconds of work. */
function longFile(): string {
  const from = Date.UTC(2000, 0, 1)
  const rows = Array.from({ length: 230_000 }, (_, hour) => {
    const time = new Date(from + hour * 3_600_000).toISOString()
    return `${time.slice(0, 10)} ${time.slice(11, 16)};${hour};${hour + 1};${hour + 2}`
  })
  return `time;V;P;T\n${rows.join('\n')}\n`
}

const THINGS = {
  'a pipe': 'pipe',
  'a link to a pipe': 'to-pipe',
  'a socket': 'socket',
  'a folder': 'folder',
  'a link to nowhere': 'dangling',
  'a link to itself': 'loop',
  nothing: 'nothing',
  'zeros without end': '/dev/zero',
  'a full device': '/dev/full',
  'a terminal': '/dev/tty',
  memory: '/proc/self/mem',
  'the log of the kernel': '/proc/kmsg',
  'a file of the system without a size': '/proc/self/status',
  'an empty file': 'empty',
} as const

/** Options that read a file, and the commands that they are of. */
const READ: Readonly<Record<string, (file: string) => string[]>> = {
  'import FILE': (file) => ['import', file, '--book', book, '--station', '1'],
  'import --map': (file) => ['import', at('hours.csv'), '--book', book, '--station', '1', '--map', file],
  'limits --import': (file) => ['limits', '--import', file, '--book', book],
  'query --file': (file) => ['query', '--file', file, '--book', book],
  'reading --photo': (file) => ['reading', '--book', book, '--station', '1', '--counter', '1', '--photo', file],
  verify: (file) => ['verify', file],
  'update --verify': (file) => ['update', '--verify', file],
  'update --from': (file) => ['update', '--from', file],
  merge: (file) => ['merge', file, '--book', book],
  restore: (file) => ['restore', file, '--book', book],
  'recover --backup': (file) => ['recover', '--book', book, '--out', at('new.meterbook'), '--backup', file],
  'check --book': (file) => ['check', '--book', file],
  'sync --authority': (file) => ['sync', '--url', 'https://127.0.0.1:9', '--email', 'a@b.example', '--book', book, '--authority', file],
}

function started(args: readonly string[]): Running {
  const one = start(args, at('data'), { METERBOOK_PASSWORD: 'none' })
  running.add(one.child)
  void one.done.then(() => running.delete(one.child))
  return one
}

const sumOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')

/** The most memory that a process took, MB; its last look before the end. */
async function peakOf({ child, done }: Running): Promise<number> {
  let [peak, isOver] = [0, false]
  void done.then(() => (isOver = true))
  while (!isOver) {
    try {
      peak = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
    } catch {
      return peak
    }
    await wait(20)
  }
  return peak
}

/** Nobody holds the book, and it is as it was. */
function expectFree(before: string): void {
  openBook(book, { mode: 'read', now: Date.now }).close()
  openBook(book, { mode: 'write', now: Date.now }).close()
  expect([sumOf(book), existsSync(`${book}.owner`)]).toEqual([before, false])
}

async function refused(args: readonly string[]): Promise<number> {
  const before = sumOf(book)
  const one = started(args)
  one.child.stdin.end()
  const [{ code, signal, stdout, stderr }, peak] = await Promise.all([one.done, peakOf(one)])
  expect([signal, code]).toEqual([null, expect.toSatisfy((exit: number) => [1, 2, 5].includes(exit))])
  expect(stderr).not.toMatch(/unforeseen|\n {4}at /)
  expect(`${stdout}${stderr}`.trim()).not.toBe('')
  expect(peak).toBeLessThan(400)
  expectFree(before)
  return peak
}

/** The process hears signals, and has come to where it waits: its processor time stands still. */
async function waits({ child }: Running): Promise<void> {
  let [before, still] = ['', 0]
  while (still < 4) {
    await wait(50)
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
    const catches = BigInt(`0x${/SigCgt:\s+(\w+)/.exec(status)?.[1] ?? '0'}`)
    const time = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(' ').slice(13, 15).join(' ')
    still = (catches & 2n) !== 0n && time === before ? still + 1 : 0
    before = time
  }
}

async function ended(one: Running, name: NodeJS.Signals): Promise<Outcome> {
  one.child.kill(name)
  const done = await one.done
  expect([done.signal, done.code]).toEqual([null, 130])
  return done
}

async function interrupted(args: readonly string[], name: NodeJS.Signals): Promise<void> {
  const before = sumOf(book)
  const one = started(args)
  await waits(one)
  await ended(one, name)
  expectFree(before)
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const
/** Options that write a file: a pipe that nobody reads is waited for, until somebody reads it or the command is to end. */
const WRITTEN: Readonly<Record<string, readonly string[]>> = {
  'export stations': ['export', 'stations', '--format', 'csv'],
  'export readings': ['export', 'readings'],
  'export notes': ['export', 'notes', '--format', 'json'],
  query: ['query', 'SELECT * FROM v_station', '--format', 'csv'],
  digest: ['digest', '--since', '2026-01-01', '--format', 'html'],
  calendar: ['calendar', '--format', 'ics'],
  evidence: ['evidence', '--stations', '1', '--from', '2026-01-01', '--to', '2026-01-31'],
  report: ['report', 'passport', '--stations', '1'],
}
const INPUT: Readonly<Record<string, readonly string[]>> = {
  query: ['query', '-', '--book', book],
  'query --file': ['query', '--file', '-', '--book', book],
  'limits --import': ['limits', '--import', '-', '--book', book],
}

/** While the import is at work: it holds the lock. */
async function importInterrupted(name: NodeJS.Signals, map: readonly string[]): Promise<void> {
  const before = readingsIn()
  const one = started(['import', at('long.csv'), '--book', book, '--station', '1', ...map])
  while (!existsSync(`${book}.owner`)) await wait(5)
  await ended(one, name)
  expect(existsSync(`${book}.owner`)).toBe(false)
  expect(readingsIn()).toBe(before)
}

function readingsIn(): number | undefined {
  const open = openBook(book, { mode: 'write', now: Date.now })
  try {
    return open.db.prepare<[], number>('SELECT count(*) FROM reading').pluck().get()
  } finally {
    open.close()
  }
}

describe.skipIf(process.platform !== 'linux')('files that are named', () => {
  attacks(
    3,
    'what is no file is refused',
    Object.entries(READ).flatMap(([option, args]) =>
      Object.entries(THINGS).map(([thing, name]): Attack => ({
        name: `${option}: ${thing}`,
        run: () => refused(args(name.startsWith('/') ? name : at(name))),
        isDaily: option === 'import FILE' && (thing === 'a pipe' || thing === 'zeros without end'),
      })),
    ),
  )
  attacks(
    3,
    'Ctrl+C ends what waits for a reader',
    Object.entries(WRITTEN).flatMap(([option, args]) =>
      SIGNALS.map((name): Attack => ({
        name: `${option} --out PIPE: ${name}`,
        run: () => interrupted([...args, '--book', book, '--out', at('unread')], name),
      })),
    ),
  )
  attacks(
    3,
    'Ctrl+C ends what waits for standard input',
    Object.entries(INPUT).flatMap(([option, args]) =>
      SIGNALS.map((name): Attack => ({ name: `${option}: ${name}`, run: () => interrupted(args, name) })),
    ),
  )
  attacks(
    3,
    'Ctrl+C ends an import',
    SIGNALS.map((name): Attack => ({ name, run: () => importInterrupted(name, []) })),
  )
  attacks(3, 'a pipe that is read gets all', [
    {
      name: 'its reader comes late',
      async run() {
        const one = started(['export', 'stations', '--book', book, '--out', at('unread')])
        await waits(one)
        const handle = openSync(at('unread'), 'r')
        const done = await one.done
        const text = readFileSync(handle, 'utf8')
        closeSync(handle)
        expect([done.code, text.trim().split('\n').length]).toEqual([0, 3])
      },
    },
    {
      name: 'a device that is full',
      run: async () => {
        expect((await started(writesTo('/dev/full')).done).code).toBe(5)
      },
      isDaily: false,
    },
    {
      name: 'a socket',
      run: async () => {
        expect((await started(writesTo(at('socket'))).done).code).toBe(2)
      },
      isDaily: false,
    },
  ])
})
const writesTo = (file: string) => ['export', 'stations', '--book', book, '--out', file]
