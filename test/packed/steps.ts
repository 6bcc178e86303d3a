import { execFile, spawn } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { MANIFEST, SIGNATURE_ENDING } from '../../electron/backend/updates/manifest.ts'
import { contentsOf } from '../../packaging/contents.ts'
import { serveReleases } from '../support/releases.ts'
import { nodeStartMs } from './bars.ts'
import { crashOrder } from './for-tests/crash-order.ts'
import type { ForTests } from './for-tests/offer.ts'
import { endOf, environment, startProgram, type Packed, type Running } from './program.ts'
import type { Step } from './run-steps.ts'
import {
  comesBack,
  drawsChart,
  memory,
  offersUpdate,
  opensDropped,
  showsBook,
  showsStation,
  showsStations,
  STATION,
  survivesThread,
} from './window-steps.ts'

/** What every step gets: the packed program, an empty folder, two books, and where its pictures go. */
export interface Given {
  packed: Packed
  /** Installers that were made of it, beside it. */
  dist: string
  work: string
  books: { first: string; second: string }
  pictures: string
  /** The same program, packed once more for what no released one does; null: it was not packed. */
  forTests: ForTests | null
  /** `package.json` of the project. */
  manifest: { build: { electronFuses: Record<string, boolean> } }
}

const run = promisify(execFile)
const folderOf = ({ work }: Given) => mkdtempSync(path.join(work, 'data-'))

/** Starts the program in a data folder of its own, takes a picture at the end, and ends it. */
async function inWindow<T>(
  given: Given,
  name: string,
  args: readonly string[],
  task: (running: Running, data: string) => Promise<T>,
  packed: Packed = given.packed,
): Promise<T> {
  const data = folderOf(given)
  const running = await startProgram({ executable: packed.executable, args: [...packed.args, ...args], data })
  try {
    return await task(running, data)
  } finally {
    await running.page.screenshot(path.join(given.pictures, `${name}.png`)).catch(() => undefined)
    await running.kill()
  }
}

/** A released program knows no key of a test, and has no door by which a thread is made to crash. */
const notForTests = ({ forTests }: Given) => (forTests ? null : 'no program is packed for tests in dist/for-tests (npm run dist:for-tests)')
function forTestsOf({ forTests }: Given): ForTests {
  if (!forTests) throw new Error('This step was to be skipped: no program is packed for tests.')
  return forTests
}

/** The command line that an installed program brings. */
const launcherOf = ({ resources }: Packed) => path.join(resources, 'cli', process.platform === 'win32' ? 'meterbook.cmd' : 'meterbook')
const noLauncher = ({ packed }: Given) => (existsSync(launcherOf(packed)) ? null : 'this program brings no command line (resources/cli)')
async function commandLine(given: Given, ...args: string[]): Promise<string> {
  const options = { env: environment(folderOf(given)), maxBuffer: 1 << 26, shell: process.platform === 'win32' }
  const { stdout } = await run(launcherOf(given.packed), args, options)
  return stdout
}

function equal(seen: unknown, wanted: unknown, what: string): void {
  if (JSON.stringify(seen) !== JSON.stringify(wanted))
    throw new Error(`${what}: ${JSON.stringify(seen)} instead of ${JSON.stringify(wanted)}`)
}

/** electron-builder's name of a fuse is Electron's with a small first letter. */
export function fuseOf(name: string): FuseV1Options {
  const fuse = FuseV1Options[`${name[0]?.toUpperCase()}${name.slice(1)}` as keyof typeof FuseV1Options] as FuseV1Options | undefined
  if (fuse === undefined) throw new Error(`Electron has no fuse ${name}.`)
  return fuse
}

export const STEPS: readonly Step<Given>[] = [
  {
    name: 'fuses',
    async run({ packed, manifest }) {
      const wire = await getCurrentFuseWire(packed.executable)
      for (const [name, wanted] of Object.entries(manifest.build.electronFuses)) {
        equal(wire[fuseOf(name)], wanted ? FuseState.ENABLE : FuseState.DISABLE, `The fuse ${name}`)
      }
    },
  },
  {
    name: 'size',
    async run({ packed, dist }) {
      const { sizes, ofOneSystem } = contentsOf(packed.resources)
      const installers = readdirSync(dist, { withFileTypes: true }).filter(
        (entry) => entry.isFile() && /\.(exe|deb|AppImage|dmg|zip)$/.test(entry.name),
      )
      return {
        asarBytes: sizes.asar,
        resourcesBytes: sizes.resources,
        ofOneSystemBytes: ofOneSystem.bytes,
        ...Object.fromEntries(installers.map(({ name }) => [`${name} bytes`, statSync(path.join(dist, name)).size])),
      }
    },
  },
  {
    name: 'start and demo',
    run: (given) =>
      inWindow(given, 'demo', ['--demo'], async (running) => {
        const stationsMs = await showsStations(running)
        const memoryMiB = await memory(running)
        const nodeMs = await nodeStartMs()
        return {
          windowMs: Math.round(running.windowMs),
          windowInNodeStarts: Math.round(running.windowMs / nodeMs),
          stationsMs,
          stationsInNodeStarts: Math.round(stationsMs / nodeMs),
          memoryMiB,
        }
      }),
  },
  {
    name: 'offline chart',
    run: (given) =>
      inWindow(given, 'chart', [given.books.first], async (running) => {
        await showsBook(running, given.books.first)
        await drawsChart(running)
        return { memoryMiB: await memory(running) }
      }),
  },
  {
    name: 'second instance',
    run: (given) =>
      inWindow(given, 'second-instance', [given.books.first], async (running, data) => {
        await showsBook(running, given.books.first)
        const second = spawn(given.packed.executable, [...given.packed.args, given.books.second], {
          env: environment(data),
          stdio: 'ignore',
        })
        equal(await endOf(second), 0, 'The second program ended with')
        await showsBook(running, given.books.second)
      }),
  },
  {
    name: 'drop of a book',
    run: (given) =>
      inWindow(given, 'drop', [given.books.first], async (running) => {
        await showsBook(running, given.books.first)
        await opensDropped(running, given.books.second)
      }),
  },
  {
    name: 'crash of the page',
    run: (given) =>
      inWindow(given, 'crash', [given.books.first], async (running) => {
        await showsBook(running, given.books.first)
        await comesBack(running, given.books.first)
      }),
  },
  {
    name: 'crash of a thread',
    skip: notForTests,
    async run(given) {
      const { packed } = forTestsOf(given)
      writeFileSync(crashOrder(), '')
      const task = (running: Running) => showsBook(running, given.books.first).then(() => survivesThread(running))
      try {
        await inWindow(given, 'crash-of-a-thread', [given.books.first], task, packed)
      } finally {
        rmSync(crashOrder(), { force: true })
      }
    },
  },
  {
    name: 'deep link',
    run: (given) =>
      inWindow(given, 'deep-link', [given.books.first], async (running, data) => {
        await showsBook(running, given.books.first)
        // As the system does it on Windows and Linux: the program is started again with the link.
        const second = spawn(given.packed.executable, [...given.packed.args, `meterbook://open?station=${STATION}`], {
          env: environment(data),
          stdio: 'ignore',
        })
        equal(await endOf(second), 0, 'The second program ended with')
        await showsStation(running)
      }),
  },
  {
    name: 'update offered',
    skip: notForTests,
    async run(given) {
      const { packed, offer } = forTestsOf(given)
      const server = await serveReleases(offer.files, offer.port)
      try {
        await inWindow(given, 'update-offered', [given.books.first], (running) => offersUpdate(running, offer.version), packed)
      } finally {
        await server.close()
      }
      const asked = [MANIFEST.stable, `${MANIFEST.stable}${SIGNATURE_ENDING}`].map((name) => `/releases/${name}`)
      equal(server.asked, asked, 'Unasked, the place of releases was asked for')
    },
  },
  {
    name: 'command line',
    skip: noLauncher,
    async run(given) {
      const status = JSON.parse(await commandLine(given, 'status', '--book', given.books.first, '--json')) as object
      if (Object.keys(status).length === 0) throw new Error('The command line says nothing of the book.')
    },
  },
  {
    // The window's own export asks where to by a dialog of the system, which no driver reaches.
    name: 'export',
    skip: noLauncher,
    async run(given) {
      const out = path.join(given.work, 'readings.csv')
      await commandLine(
        given,
        'export',
        'readings',
        '--book',
        given.books.first,
        '--stations',
        String(STATION),
        '--format',
        'csv',
        '--out',
        out,
      )
      const rows = readFileSync(out, 'utf8').trim().split('\n').length - 1
      if (rows < 24) throw new Error(`The export has ${rows} rows.`)
      return { rows }
    },
  },
  {
    name: 'closing',
    async run(given) {
      const running = await startProgram({
        executable: given.packed.executable,
        args: [...given.packed.args, given.books.first],
        data: folderOf(given),
      })
      try {
        await showsBook(running, given.books.first)
        equal(await running.close(), 0, 'The program ended with')
      } finally {
        await running.kill()
      }
    },
  },
  {
    name: 'asar integrity',
    skip: () => (process.platform === 'linux' ? 'Electron checks the archive on Windows and macOS alone' : null),
    async run(given) {
      const archive = path.join(given.packed.resources, 'app.asar')
      const kept = path.join(given.work, 'app.asar.kept')
      copyFileSync(archive, kept)
      try {
        writeFileSync(archive, withOtherMain(archive))
        const started = startProgram({ executable: given.packed.executable, args: given.packed.args, data: folderOf(given) })
        const running = await started.catch(() => null)
        if (!running) return
        await running.kill()
        throw new Error('A program with a changed archive opened its window.')
      } finally {
        copyFileSync(kept, archive)
      }
    },
  },
]

/** The archive's bytes with one changed, in the file that the program starts with. */
export function withOtherMain(archive: string): Buffer {
  const builder = createRequire(createRequire(import.meta.url).resolve('app-builder-lib/package.json'))
  const asar = builder('@electron/asar') as {
    getRawHeader(archive: string): { headerSize: number }
    statFile(archive: string, file: string): { offset: string }
    extractFile(archive: string, file: string): Buffer
  }
  const { main } = JSON.parse(asar.extractFile(archive, 'package.json').toString()) as { main: string }
  const at = 8 + asar.getRawHeader(archive).headerSize + Number(asar.statFile(archive, path.normalize(main)).offset)
  const bytes = readFileSync(archive)
  bytes[at] = (bytes[at] ?? 0) ^ 1
  return bytes
}
