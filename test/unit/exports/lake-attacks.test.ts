import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { openBook, type Book } from '../../../electron/book/index.ts'
import { run } from '../../../electron/cli/main.ts'
import { MeterbookError } from '../../../electron/contract/errors.ts'
import { writeLake } from '../../../electron/exports/lake/write-lake.ts'
import { attacks, type Attack } from '../../support/attacks.ts'
import { HOSTILE_NOW, soundBook } from '../../support/hostile-books.ts'
import { testFolder } from '../../support/pull.ts'
import { seenTerminal } from '../cli/seen-terminal.ts'

/** What others put where a lake is written, and who may read what was exported. */

const folder = testFolder()
const file = folder.file('a.meterbook')
let book: Book
let id = ''
let nth = 0

beforeAll(() => {
  soundBook(file)
  book = openBook(file, { mode: 'read', now: () => HOSTILE_NOW })
  id = book.bookId
})
afterAll(() => {
  book.close()
  folder.remove()
})

/** A lake of the book, and a folder beside it that nothing may touch. */
async function laid(): Promise<{ lake: string; outside: string }> {
  const [lake, outside] = [folder.file(`lake-${++nth}`), folder.file(`outside-${nth}`)]
  mkdirSync(lake)
  mkdirSync(outside)
  await writeLake(book, lake)
  return { lake, outside }
}

const treeOf = (place: string): string[] =>
  readdirSync(place, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => {
      const found = lstatSync(join(place, name))
      return `${name} ${found.mode.toString(8)} ${found.isFile() ? readFileSync(join(place, name)).toString('base64') : ''}`
    })

type Plant = (place: string, outside: string) => void
/** What is put in the place of a folder or a file, which is moved out of the lake first. */
const PLANTS: Readonly<Record<string, Plant>> = {
  'a link to what it was': (place, outside) => {
    renameSync(place, join(outside, 'moved'))
    symlinkSync(join(outside, 'moved'), place)
  },
  'a link to nowhere': (place, outside) => {
    rmSync(place, { recursive: true })
    symlinkSync(join(outside, 'nowhere'), place)
  },
  'a link to a pipe': (place, outside) => {
    rmSync(place, { recursive: true })
    execFileSync('mkfifo', [join(outside, 'pipe')])
    symlinkSync(join(outside, 'pipe'), place)
  },
  'a pipe': (place) => {
    rmSync(place, { recursive: true })
    execFileSync('mkfifo', [place])
  },
  'a link to another folder': (place, outside) => {
    rmSync(place, { recursive: true })
    mkdirSync(join(outside, 'theirs'))
    writeFileSync(join(outside, 'theirs', `${id}.parquet`), 'theirs')
    writeFileSync(join(outside, 'theirs', `${id}.json`), '{}')
    symlinkSync(join(outside, 'theirs'), place)
  },
}

async function refusedAt(path: string, plant: Plant): Promise<void> {
  const { lake, outside } = await laid()
  plant(join(lake, ...path.split('/')), outside)
  const before = treeOf(outside)
  // Nothing is unchanged any more, so that every file would be written.
  const manifest = join(lake, '_meterbook', `${id}.json`)
  if (!path.startsWith('_meterbook')) rmSync(manifest, { force: true })
  const failure = await writeLake(book, lake).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(MeterbookError)
  expect((failure as MeterbookError).code).toBe('FILE_NOT_WRITABLE')
  expect((failure as MeterbookError).data['reason']).toMatch(/^(LINK|NOT_A_FILE|ENOTDIR)$/)
  expect(treeOf(outside)).toEqual(before)
}

const placesOf = () => [
  'station',
  'book',
  'reading',
  'reading/archive=hourly',
  'reading/archive=hourly/month=2026-01',
  'event',
  '_meterbook',
  `station/${id}.parquet`,
  `reading/archive=hourly/month=2026-01/${id}.parquet`,
  `_meterbook/${id}.json`,
]

/** A manifest from anywhere names files that are not the book's. */
async function removesNothing(path: (outside: string) => string, put: (lake: string, outside: string) => string): Promise<void> {
  const { lake, outside } = await laid()
  const victim = put(lake, outside)
  const manifest = join(lake, '_meterbook', `${id}.json`)
  const known = JSON.parse(readFileSync(manifest, 'utf8')) as { files: Record<string, unknown> }
  known.files[path(outside)] = { rows: 1, bytes: 6, sha256: '' }
  writeFileSync(manifest, JSON.stringify(known))
  await writeLake(book, lake).catch((error: unknown) => expect(error).toBeInstanceOf(MeterbookError))
  expect(readFileSync(victim, 'utf8')).toBe('theirs')
}

const theirs = (place: string): string => {
  mkdirSync(dirname(place), { recursive: true })
  writeFileSync(place, 'theirs')
  return place
}

const MANIFESTS: readonly Attack[] = [
  {
    name: 'one outside of the lake',
    run: () =>
      removesNothing(
        (outside) => `../${outside.split('/').at(-1) ?? ''}/${id}.parquet`,
        (_, outside) => theirs(join(outside, `${id}.parquet`)),
      ),
  },
  {
    name: 'one of another book',
    run: () =>
      removesNothing(
        () => 'station/other.parquet',
        (lake) => theirs(join(lake, 'station/other.parquet')),
      ),
  },
  {
    name: 'an absolute one',
    run: () =>
      removesNothing(
        (outside) => join(outside, `${id}.parquet`),
        (_, outside) => theirs(join(outside, `${id}.parquet`)),
      ),
  },
  {
    name: 'one by a link',
    run: () =>
      removesNothing(
        () => `gone/${id}.parquet`,
        (lake, outside) => {
          symlinkSync(outside, join(lake, 'gone'))
          return theirs(join(outside, `${id}.parquet`))
        },
      ),
  },
  {
    name: 'one with backslashes',
    run: () =>
      removesNothing(
        () => `..\\x\\/${id}.parquet`,
        (lake) => theirs(join(lake, '..\\x\\', `${id}.parquet`)),
      ),
  },
]

async function exported(...args: string[]): Promise<string> {
  const out = folder.file(`export-${++nth}.${args.at(-1) ?? ''}`)
  const seen = seenTerminal({ env: { METERBOOK_DATA: folder.file('data') } })
  const code = await run([...args, '--book', file, '--out', out], seen)
  expect([0, 1], seen.noted.join('\n')).toContain(code)
  return out
}
const modeOf = (place: string) => (statSync(place).mode & 0o777).toString(8)

async function under<T>(mask: number, work: () => Promise<T>): Promise<T> {
  const before = process.umask(mask)
  try {
    return await work()
  } finally {
    process.umask(before)
  }
}

const SECRET: Readonly<Record<string, readonly string[]>> = {
  'stations as CSV': ['export', 'stations', '--format', 'csv'],
  'stations as XLSX': ['export', 'stations', '--format', 'xlsx'],
  'stations as JSON': ['export', 'stations', '--format', 'json'],
  'stations as Parquet': ['export', 'stations', '--format', 'parquet'],
  notes: ['export', 'notes', '--format', 'csv'],
  visits: ['export', 'visits', '--format', 'csv'],
  'an answer': ['query', 'SELECT phone FROM v_station', '--format', 'csv'],
  'an answer as XLSX': ['query', 'SELECT phone FROM v_station', '--format', 'xlsx'],
  'what is new': ['digest', '--since', '2026-01-01', '--format', 'html'],
  'a passport': ['report', 'passport', '--stations', '1', '--format', 'xlsx'],
}
const PLAIN: Readonly<Record<string, readonly string[]>> = {
  readings: ['export', 'readings', '--format', 'csv'],
  coverage: ['export', 'coverage', '--format', 'csv'],
}

describe.skipIf(process.platform === 'win32')('a lake and exports', () => {
  attacks(
    10,
    'links in a lake are not written through',
    Array.from({ length: 10 }, (_, at) => at).flatMap((at) =>
      Object.entries(PLANTS).map(([what, plant]): Attack => ({
        name: `place ${at + 1}: ${what}`,
        run: () => refusedAt(placesOf()[at] ?? '', plant),
      })),
    ),
  )
  attacks(10, 'a manifest takes nothing away that is not the book’s', MANIFESTS)
  attacks(10, 'a new file with people in it is its owner’s alone', [
    ...Object.entries(SECRET).map(([name, args]): Attack => ({
      name,
      run: () =>
        under(0, async () => {
          const out = await exported(...args)
          expect(modeOf(out)).toBe('600')
          chmodSync(out, 0o640)
          const seen = seenTerminal({ env: { METERBOOK_DATA: folder.file('data') } })
          await run([...args, '--book', file, '--out', out], seen)
          expect(modeOf(out), 'what its owner gave').toBe('640')
        }),
    })),
    ...Object.entries(PLAIN).map(([name, args]): Attack => ({
      name: `${name}: as any file`,
      run: () =>
        under(0o027, async () => {
          expect(modeOf(await exported(...args))).toBe('640')
        }),
    })),
    {
      name: 'the tables of a lake',
      run: () =>
        under(0o022, async () => {
          const { lake } = await laid()
          const modes = ['station', 'consumer', 'note', 'session', 'book', 'reading/archive=hourly/month=2026-01'].map((table) =>
            modeOf(join(lake, table, `${id}.parquet`)),
          )
          expect(modes).toEqual(['600', '600', '600', '644', '644', '644'])
        }),
    },
    {
      name: 'another name of the file stays what it was',
      run: () =>
        under(0o022, async () => {
          const [out, other] = [folder.file('named.csv'), folder.file('second.csv')]
          writeFileSync(out, 'theirs')
          linkSync(out, other)
          const seen = seenTerminal({ env: { METERBOOK_DATA: folder.file('data') } })
          expect(await run(['export', 'stations', '--book', file, '--out', out], seen)).toBe(0)
          expect(readFileSync(other, 'utf8')).toBe('theirs')
        }),
    },
    {
      name: 'where a link of its name leads is not written',
      run: () =>
        under(0o022, async () => {
          const [out, other] = [folder.file('linked.csv'), folder.file('target.csv')]
          symlinkSync(other, out)
          const seen = seenTerminal({ env: { METERBOOK_DATA: folder.file('data') } })
          expect(await run(['export', 'stations', '--book', file, '--out', out], seen)).toBe(0)
          expect([existsSync(other), lstatSync(out).isFile(), modeOf(out)]).toEqual([false, true, '600'])
        }),
    },
  ])
})
