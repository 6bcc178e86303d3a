import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isDefinedError, safe } from '@orpc/client'
import { USUAL_LIMITS } from '../../electron/contract/question-words.ts'
import { startFromThread } from '../../electron/questions/node-starter.ts'
import { createQuestions, type Questions, type StartProcess } from '../../electron/questions/questions.ts'
import { readingsFile } from './export/books.ts'
import { inTurns, median, type Bench, type BenchOptions, type Figure } from './measure.ts'
import { inFolder, root } from './processes.ts'
import { openBrowser, startApplication } from './ui/application.ts'
import { settled } from './ui/page.ts'
import { tasksOf } from './ui/tasks.ts'

/**
 * Questions in SQL, each from the moment when it is asked to the moment when all of its rows are parsed, beside SQLite's own shell,
 * which is asked for the same on the same file and whose start is left aside; for how long the desk is held while a question runs
 * and while a large answer goes through it; how long the page's longest task is meanwhile; and how soon one that is cancelled has ended.
 */
export const bench: Bench<'query'> = (options) =>
  inFolder(async (folder) => {
    const { devices, hours } = options.size
    // The process from the build, as in the program.
    process.env['METERBOOK_THREADS'] = path.join(root, 'out/main')
    const file = path.join(folder, 'readings.meterbook')
    options.say(`making the book: ${devices * hours} readings …`)
    readingsFile(file, { stations: 10 * devices, devices, hours })
    // The thread that starts processes keeps nobody from ending.
    const awake = setInterval(() => undefined, 1_000)
    const figures: Figure<'query'>[] = []
    if (options.isWanted('beside')) figures.push(await beside(file, options))
    if (options.isWanted('desk')) figures.push(await desk(file, folder, options))
    if (options.isWanted('window')) figures.push(await inWindow(file, folder, options))
    if (options.isWanted('cancel')) figures.push(await cancelled(file, options))
    clearInterval(awake)
    return figures
  })

/** What people ask: of one device and of many, with sums, windows, joins and sorting. `$ID`: a device in the middle. */
const QUESTIONS = [
  'SELECT count(*) FROM v_station',
  'SELECT equipment_id, state, count(*) FROM v_coverage GROUP BY 1, 2 ORDER BY 3 DESC, 1 LIMIT 50',
  "SELECT count(*), min(event_time), max(event_time) FROM v_reading WHERE equipment_id = $ID AND channel = 'P'",
  "SELECT date(event_time, 'unixepoch') AS day, sum(value) FROM v_reading WHERE equipment_id = $ID AND channel = 'gas_consume' GROUP BY 1",
  "SELECT event_time, value - lag(value) OVER (ORDER BY event_time) AS step FROM v_reading WHERE equipment_id = $ID AND channel = 'reading_value' ORDER BY 1",
  'SELECT channel, avg(value), min(value), max(value) FROM v_reading WHERE equipment_id IN ($ID, $ID + 1, $ID + 2, $ID + 3) GROUP BY 1',
  "SELECT a.event_time, a.value, b.value FROM v_reading a JOIN v_reading b ON b.equipment_id = a.equipment_id AND b.event_time = a.event_time AND b.channel = 'T' WHERE a.equipment_id = $ID AND a.channel = 'P' AND a.event_time > $NOW - 86400 * 2",
  "SELECT s.name, max(r.value) FROM v_station s JOIN v_reading r ON r.equipment_id = s.equipment_id WHERE s.equipment_id BETWEEN $ID AND $ID + 20 AND r.channel = 'P' GROUP BY s.id ORDER BY 2 DESC",
  "SELECT strftime('%H', event_time, 'unixepoch') AS hour, avg(value) FROM v_reading WHERE equipment_id BETWEEN $ID AND $ID + 400 AND channel = 'gas_consume' GROUP BY 1",
  'SELECT equipment_id, archive_type, event_time, channel, value FROM v_reading WHERE equipment_id = $ID ORDER BY event_time DESC, channel LIMIT 10000',
]

const SQLITE = 'sqlite3'

const ask = (questions: Questions, file: string, sql: string, signal?: AbortSignal) =>
  questions.ask({ file, book: file, sql, parameters: {}, limits: { ...USUAL_LIMITS, seconds: 3600 }, personal: 'shown', signal })

async function beside(file: string, { size, turns, say }: BenchOptions<'query'>): Promise<Figure<'query'>> {
  if (spawnSync(SQLITE, ['--version']).status !== 0)
    return { row: 'beside.all', value: Number.NaN, note: 'no sqlite3 on the PATH: nothing to compare with' }
  const questions = createQuestions({ start: startFromThread() })
  try {
    const { rows } = await ask(
      questions,
      file,
      'SELECT equipment_id, max(event_time) FROM v_reading WHERE equipment_id IN (SELECT equipment_id FROM v_coverage GROUP BY 1 ORDER BY 1 LIMIT 1) GROUP BY 1',
    )
    const [id, now] = rows[0] ?? []
    const asked = QUESTIONS.map((sql) => sql.replaceAll('$ID', String(id)).replaceAll('$NOW', String(now)))
    const ours = async (sql: string) => {
      const beganMs = performance.now()
      const answer = await ask(questions, file, sql)
      return { ms: performance.now() - beganMs, rows: answer.rows.length }
    }
    let [sum, beside] = [0, 0]
    for (const sql of asked) {
      const pairs = await inTurns(
        turns ?? size.turns,
        () => ours(sql),
        () => Promise.resolve(shell(file, sql)),
      )
      const [us, them] = [median(pairs.map(([a]) => a.ms)), median(pairs.map(([, b]) => b.ms))]
      const [one] = pairs
      if (!one || one[0].rows !== one[1].rows)
        throw new Error(`the sides have different rows of ${sql}: ${one?.[0].rows} and ${one?.[1].rows}`)
      say(`${us.toFixed(1)} ms, sqlite3 ${them.toFixed(1)} ms, ${one[0].rows} rows: ${sql.slice(0, 100)}`)
      sum += us
      beside += them
    }
    return { row: 'beside.all', value: sum / beside }
  } finally {
    questions.close()
  }
}

/** The shell's own clock, which begins with the statement and ends with its last row. */
function shell(file: string, sql: string): { ms: number; rows: number } {
  // It times only what it reads from standard input.
  const { stdout, stderr, status } = spawnSync(SQLITE, ['-readonly', '-csv', file], {
    input: `.timer on\n${sql};\n`,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  const seconds = /^Run Time: real (\d+\.\d+)/m.exec(stdout)?.[1]
  if (status !== 0 || seconds === undefined) throw new Error(`sqlite3 ended with ${String(status)}: ${stderr}`)
  return { ms: Number(seconds) * 1000, rows: stdout.trimEnd().split('\n').length - 1 }
}

const ENDLESS = 'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n'
const LARGE = 'SELECT equipment_id, archive_type, view, event_time, channel, value, source FROM v_reading LIMIT 10000'

/** A question that runs until its limit, then answers of 10,000 rows; windows ask for lists meanwhile. */
async function desk(file: string, folder: string, { size, say }: BenchOptions<'query'>): Promise<Figure<'query'>> {
  const heldFile = path.join(folder, 'held.txt')
  const application = await startApplication({ data: path.join(folder, 'data'), book: file, heldFile })
  try {
    const { client } = application
    await client.questions.ask({ sql: 'SELECT 1' })
    // What is done at the start of a program is no part of this.
    await wait(3_000)
    const beganMs = Date.now()
    const { error } = await safe(client.questions.ask({ sql: ENDLESS, limits: { seconds: size.seconds } }))
    if (!isDefinedError(error) || error.data.code !== 'QUESTION_TOO_LONG') throw new Error('a question without end has ended')
    for (let turn = 0; turn < 5; turn++) {
      const { count } = await client.questions.ask({ sql: LARGE })
      if (count !== 10_000) throw new Error(`${count} rows`)
    }
    await wait(200)
    const held = readFileSync(heldFile, 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split(' ').map(Number))
    const most = Math.max(...held.flatMap(([atMs = 0, ms = 0]) => (atMs > beganMs ? [ms] : [])))
    say(
      `the desk was held for ${most.toFixed(1)} ms at most while a question of ${size.seconds} s ran and five answers of 10,000 rows went through it`,
    )
    return { row: 'desk.held', value: most }
  } finally {
    await application.stop()
  }
}

/** The page asks a question that has no end, while somebody scrolls and searches the documentation beside it; then it is cancelled. */
async function inWindow(file: string, folder: string, { size, say }: BenchOptions<'query'>): Promise<Figure<'query'>> {
  const browser = await openBrowser()
  const application = await startApplication({ data: path.join(folder, 'window'), book: file })
  try {
    const page = await application.window(browser.wire)
    await page.goto(`${application.origin}/#/questions?sql=${encodeURIComponent(ENDLESS)}`)
    await page.has('.view-docs .head')
    await settled(page)
    const tasks = await tasksOf(browser.wire, async () => {
      await page.run(() => document.querySelector<HTMLElement>('main .button.primary')?.click())
      const endMs = performance.now() + size.seconds * 1_000
      while (performance.now() < endMs) {
        await page.wheel('.view-docs', 400)
        await page.run(() => document.querySelector<HTMLElement>('.view-docs input')?.focus())
        await page.type('station', 100)
        await page.run(() => {
          const field = document.querySelector<HTMLInputElement>('.view-docs input')
          if (!field) return
          field.value = ''
          field.dispatchEvent(new Event('input', { bubbles: true }))
        })
      }
      // It is still being asked: the button that asks is the one that cancels.
      await page.run(() => {
        if (document.querySelector('main .button.primary')) throw new Error('the question has ended by itself')
      })
    })
    const longestMs = Math.max(...tasks)
    say(`${tasks.length} tasks of the page, the longest ${longestMs.toFixed(0)} ms`)
    await page.close()
    return { row: 'window.task', value: longestMs }
  } finally {
    await application.stop()
    await browser.close()
  }
}

/** From the wish to the end of the process, in the middle of a statement. */
async function cancelled(file: string, { size, turns, say }: BenchOptions<'query'>): Promise<Figure<'query'>> {
  let ended = Promise.withResolvers<number>()
  const own = startFromThread()
  const start: StartProcess = (onMessage, onEnd) =>
    own(onMessage, () => {
      ended.resolve(performance.now())
      onEnd()
    })
  const questions = createQuestions({ start })
  const times: number[] = []
  try {
    for (let turn = 0; turn < (turns ?? size.cancels); turn++) {
      await ask(questions, file, 'SELECT 1')
      ended = Promise.withResolvers()
      const stop = new AbortController()
      const asked = ask(questions, file, ENDLESS, stop.signal).catch(() => performance.now())
      await wait(200)
      const beganMs = performance.now()
      stop.abort()
      await asked
      times.push((await ended.promise) - beganMs)
    }
  } finally {
    questions.close()
  }
  say(`cancelled: the process had ended after ${median(times).toFixed(1)} ms in the median, ${Math.max(...times).toFixed(1)} ms at most`)
  return { row: 'cancel.ended', value: Math.max(...times) }
}
