import { execFile } from 'node:child_process'
import { copyFileSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startWebHost, type WebHost } from '../../electron/web-host.ts'
import { withDummies } from '../../packaging/pack.ts'
import { crashOrder } from '../packed/for-tests/crash-order.ts'
import { findForTests } from '../packed/for-tests/offer.ts'
import { packForTests } from '../packed/for-tests/pack.ts'
import { startProgram, type Running } from '../packed/program.ts'
import { runSteps } from '../packed/run-steps.ts'
import { STEPS } from '../packed/steps.ts'
import { drawsChart, memory, showsBook, showsStations, STATION, survivesThread } from '../packed/window-steps.ts'
import { findChromium } from '../support/chromium.ts'
import { serveReleases } from '../support/releases.ts'

/**
 * What CI does in the window of a packed program (test/packed), tried on the same window in a browser: the program that is started
 * and driven over its debugging port is Chromium with the page of the browser host.
 */
const root = path.resolve(import.meta.dirname, '../..')
const data = mkdtempSync(path.join(os.tmpdir(), 'packed-drive-'))
const book = path.join(data, 'north.meterbook')
let host: WebHost

beforeAll(async () => {
  const asked = ['--demo', '--book', book, '--stations', String(STATION), '--archives', 'reference,hourly', '--views', 'general']
  const env = { ...process.env, METERBOOK_DATA: path.join(data, 'maker') }
  await promisify(execFile)(process.execPath, ['electron/entry.cjs', 'cli', 'sync', ...asked], { cwd: root, env, maxBuffer: 1 << 26 })
})
afterAll(async () => {
  await host?.close()
  rmSync(data, { recursive: true, force: true, maxRetries: 10 })
})

/** A browser for the page of a host that is new, and the folder of both. */
async function hosted(name: string, options: { demo?: boolean; book?: string }) {
  await host?.close()
  const folder = path.join(data, name)
  mkdirSync(folder)
  host = await startWebHost({ dataFolder: folder, ...options })
  const { executablePath, args, env } = await findChromium()
  const more = ['--headless', `--user-data-dir=${path.join(folder, 'profile')}`]
  return { executable: executablePath, args: [...args, ...more], data: folder, env, url: host.url }
}

async function started(name: string, options: { demo?: boolean; book?: string }): Promise<Running> {
  const { url, args, ...program } = await hosted(name, options)
  return startProgram({ ...program, args: [...args, url] })
}

test('the demo’s stations come, and the memory of all processes is known', async () => {
  const running = await started('demo', { demo: true })
  try {
    expect(await showsStations(running)).toBeGreaterThan(running.windowMs)
    expect(await memory(running)).toBeGreaterThan(50)
    const picture = path.join(data, 'demo.png')
    await running.page.screenshot(picture)
    expect(statSync(picture).size).toBeGreaterThan(10_000)
  } finally {
    await running.kill()
  }
})

test('a chart is drawn from a book with no account; another book is not taken for it', async () => {
  const other = path.join(data, 'south.meterbook')
  copyFileSync(book, other)
  const running = await started('chart', { book })
  try {
    await showsBook(running, book)
    await expect(running.page.until(`document.title.startsWith('south')`, 'No south', 1)).rejects.toThrow(/^No south. The window shows: /)
    await drawsChart(running)
  } finally {
    await running.kill()
  }
})

test('a program that ends before it has a window says what it said', async () => {
  const program = startProgram({ executable: process.execPath, args: [], data, env: { NODE_OPTIONS: '' } })
  await expect(program).rejects.toThrow(/^The program ended with \d+ before it had a window: .*bad option/s)
})

test('without a packed program the driver says loudly that it was skipped, and where there must be one it fails', async () => {
  const drive = (...more: string[]) =>
    promisify(execFile)(process.execPath, ['test/packed/drive.ts', '--installed', path.join(data, 'nowhere'), ...more], { cwd: root })
  expect((await drive()).stderr).toContain('SKIPPED: no packed program in')
  await expect(drive('--must')).rejects.toMatchObject({ code: 1 })
})

/** What no released program does, in the one that is packed for tests: around dummies, so that any machine can. */
describe('the program that is packed for tests', () => {
  // Below the project, where its modules are found.
  const folder = path.join(root, 'test-results', `for-tests-${process.pid}`)
  beforeAll(async () => {
    await packForTests(root, folder, ['--linux', 'dir', '--x64'], (build) => withDummies(root, build, path.join(data, 'dummies')))
    // Its build is started from there, too.
    copyFileSync(path.join(root, 'package.json'), path.join(folder, 'package.json'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
  const forTests = () => {
    const found = findForTests(folder, 'linux')
    if (!found) throw new Error('It was not packed.')
    return found
  }
  const namedIn = (file: string) => [keyOf(folder), path.basename(crashOrder())].map((word) => readFileSync(file).includes(word))

  test('knows the key of a test and a door for crashes; the build that is released knows neither', () => {
    expect(namedIn(path.join(forTests().packed.resources, 'app.asar'))).toEqual([true, true])
    const released = globSync('out/main/**/*.cjs', { cwd: root }).map((file) => namedIn(path.join(root, file)))
    expect(released.length).toBeGreaterThan(10)
    expect(released.flat()).not.toContain(true)
  })

  test('is offered a newer version from its own place of releases, and believes it', async () => {
    const { offer } = forTests()
    const server = await serveReleases(offer.files, offer.port)
    onTestFinished(server.close)
    const check = ['out/main/cli.cjs', 'update', '--check', '--json']
    const env = { ...process.env, METERBOOK_DATA: path.join(data, 'checked') }
    const told = promisify(execFile)(process.execPath, check, { cwd: folder, env })
    // 1: there is a newer one.
    await expect(told).rejects.toMatchObject({ code: 1, stdout: expect.stringContaining(offer.version) as string })
  })

  test('its main process is offered it, and loses a thread when it is told to', async () => {
    const { offer } = forTests()
    const server = await serveReleases(offer.files, offer.port)
    onTestFinished(server.close)
    const place = path.join(data, 'temporary of the desktop')
    mkdirSync(place)
    const places = Object.fromEntries(['TMPDIR', 'TMP', 'TEMP'].map((name) => [name, place]))
    const env = { ...process.env, ...places, METERBOOK_DATA: path.join(data, 'desktop') }
    const copy = path.join(data, 'desktop.meterbook')
    copyFileSync(book, copy)
    const script = path.join(root, 'test/support/electron-stand-in/drive-for-tests.ts')
    const { stdout } = await promisify(execFile)(process.execPath, [script, copy], { cwd: folder, env })
    expect(JSON.parse(stdout.trim().split('\n').at(-1) ?? '')).toMatchObject({
      offered: offer.version,
      kinds: ['analyst'],
      isObeyed: true,
      answered: { stale: expect.any(Number) as number },
    })
  })

  test('the drive’s own step sees its offer in the status bar, and that unasked nothing of it is fetched', async () => {
    const { offer } = forTests()
    vi.stubEnv('METERBOOK_RELEASE', path.join(folder, 'release.json'))
    onTestFinished(() => void vi.unstubAllEnvs())
    const { executable, args, env, url } = await hosted('offer', { book })
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
    const packed = { executable, args, resources: '' }
    // What a packed program is started with is a book; a browser is started with an address.
    const given = { packed, dist: data, work: data, pictures: data, books: { first: url, second: '' }, forTests: { packed, offer } }
    const steps = STEPS.filter(({ name }) => name === 'update offered')
    const outcomes = await runSteps(steps, { ...given, manifest: { build: { electronFuses: {} } } }, () => undefined)
    expect(outcomes).toMatchObject([{ name: 'update offered', state: 'passed', reason: null }])
    expect(statSync(path.join(data, 'update-offered.png')).size).toBeGreaterThan(10_000)
  })

  test('its thread crashes when it is told to, which the window says, and a new one answers', async () => {
    const place = path.join(data, 'temporary')
    mkdirSync(place)
    for (const name of ['TMPDIR', 'TMP', 'TEMP']) vi.stubEnv(name, place)
    vi.stubEnv('METERBOOK_THREADS', path.join(folder, 'out/main'))
    onTestFinished(() => void vi.unstubAllEnvs())
    writeFileSync(crashOrder(), '')
    const running = await started('crash', { book })
    try {
      await showsBook(running, book)
      await survivesThread(running)
      expect(existsSync(crashOrder())).toBe(false)
    } finally {
      await running.kill()
    }
  })
})

/** The key that it trusts, without the kind of the key. */
function keyOf(folder: string): string {
  const { keys } = JSON.parse(readFileSync(path.join(folder, 'release.json'), 'utf8')) as { keys: { publicKey: string }[] }
  return keys[0]?.publicKey.split(' ')[1] ?? 'none'
}
