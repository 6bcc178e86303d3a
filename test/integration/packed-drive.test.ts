import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWebHost, type WebHost } from '../../electron/web-host.ts'
import { findChromium } from '../support/chromium.ts'
import { startProgram, type Running } from '../packed/program.ts'
import { drawsChart, memory, showsBook, showsStations, STATION } from '../packed/window-steps.ts'

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

async function started(name: string, options: { demo?: boolean; book?: string }): Promise<Running> {
  await host?.close()
  const folder = path.join(data, name)
  mkdirSync(folder)
  host = await startWebHost({ dataFolder: folder, ...options })
  const { executablePath, args, env } = await findChromium()
  const more = ['--headless', `--user-data-dir=${path.join(folder, 'profile')}`, host.url]
  return startProgram({ executable: executablePath, args: [...args, ...more], data: folder, env })
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
