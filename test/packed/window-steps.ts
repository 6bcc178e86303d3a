import path from 'node:path'
import inEnglish from '../../electron/words/en/window/program-log.ts'
import inRussian from '../../electron/words/ru/window/program-log.ts'
import { memoryOf } from './memory.ts'
import type { Running } from './program.ts'

/**
 * What a user does in the window. Each is given a program that runs, whoever its host is: CI gives them the packed one, and
 * test/integration/packed-drive.test.ts the same window in a browser, so that they are tried on every machine.
 */
export const STATION = 10_002

/** Rows of a table that has come: its head and three more. */
const HAS_ROWS = `document.querySelectorAll('[role=row]').length > 3`

/** The demo fills its book, and its stations are in the table. @returns how long after the start of the process, ms */
export async function showsStations({ page, windowMs }: Running): Promise<number> {
  const openedMs = performance.now()
  await page.until(HAS_ROWS, 'The stations never came')
  return Math.round(windowMs + performance.now() - openedMs)
}

/** The window's title begins with the name of the open book. */
export async function showsBook({ page }: Running, book: string): Promise<void> {
  const name = path.basename(book, '.meterbook')
  await page.until(`document.title.startsWith(${JSON.stringify(name)})`, `The book ${name} was never opened`)
}

/** The page of the one station that the drive looks at. */
export async function showsStation({ page }: Running): Promise<void> {
  await page.until(`location.hash.startsWith('#/stations/${STATION}')`, 'The station of the link was never shown')
}

/** A station's readings are drawn from the book, while the program is signed in nowhere. */
export async function drawsChart({ page }: Running): Promise<void> {
  await page.evaluate(`location.hash = '#/stations/${STATION}/readings'`)
  const isDrawn = `[...document.querySelectorAll('canvas')].some((canvas) => {
    const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
    const colours = new Set()
    for (let at = 0; at < data.length && colours.size < 4; at += 4) if (data[at + 3] > 0) colours.add(data[at] << 16 | data[at + 1] << 8 | data[at + 2])
    return colours.size >= 4
  })`
  await page.until(isDrawn, 'The chart was never drawn')
}

/** A book that the file manager lets fall on the window. Only the desktop learns where the file lies. */
export async function opensDropped(running: Running, book: string): Promise<void> {
  await running.page.drop(book)
  await showsBook(running, book)
}

/** The page's process dies, and the program loads it again with the same book. */
export async function comesBack(running: Running, book: string): Promise<void> {
  await running.page.crash()
  await running.pageAgain()
  await showsBook(running, book)
}

/** In the machine's language, whichever of the two that is. */
const TOLD = [inEnglish, inRussian].map(({ mishap }) => mishap.analyst)

/** The thread that judges has crashed: the window tells it, and what it asks next is answered by a new one. */
export async function survivesThread({ page }: Running): Promise<void> {
  await page.evaluate(`location.hash = '#/findings'`)
  const isTold = `${JSON.stringify(TOLD)}.some((words) => document.body.innerText.includes(words))`
  await page.until(isTold, 'The crash of a thread was never told')
  // Later, so that this question is still answered.
  await page.evaluate('void setTimeout(() => location.reload())')
  await page.until(`document.querySelector('.analysis')`, 'No new thread has answered')
}

/** The status bar tells of a newer version. */
export async function offersUpdate({ page }: Running, version: string): Promise<void> {
  const isOffered = `document.querySelector('.update-notice')?.innerText.includes(${JSON.stringify(version)})`
  await page.until(isOffered, `The version ${version} was never offered`)
}

export const memory = async ({ pid }: Running): Promise<number> => Math.round((await memoryOf(pid)) / 1024 ** 2)
