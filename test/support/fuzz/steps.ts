import path from 'node:path'
import { FORMS } from '../../../electron/contract/form-words.ts'
import { dayOf } from '../../../electron/demo/world/time.ts'
import { openBook, type Book } from '../../../electron/book/index.ts'
import { meterbook } from '../../integration/cli/run-cli.ts'
import { clockAt, planOf, startPuller, type Puller } from '../pull.ts'
import { startFuzzedService, type FuzzedService } from './fuzzed-service.ts'
import { diceOf } from './mutator.ts'
import { lost } from './soundness.ts'
import { askAsTheWindow } from './window.ts'

/** All that is done with the book of one seed, step by step. What a step says is a fault of the program. */

export const NOW_MS = Date.parse('2026-11-20T15:23:11Z')
const DAYS = 4
const [FROM, TO] = ['2026-11-16', '2026-11-20']
/** Exit codes of the command line: all done, or done but something is missing. */
const DONE: readonly (number | null)[] = [0, 1]

export interface Told {
  /** A step begins: whoever watches knows what hangs. */
  begin(step: string): void
  /** What of the answers was changed. */
  changed(mutations: string[]): void
  /** A fault of the program. */
  fault(step: string, what: string): void
  /** How many records were looked for, how many tasks failed and how the commands ended. */
  count(what: string, by?: number): void
}

/** What a seed does beside downloading and judging: all of it, or one of the five that take the most time. */
const PARTS = ['forms', 'evidence', 'sharing', 'lake', 'window'] as const
type Part = (typeof PARTS)[number]

/** @param parts `all`, or `one`: which one, the seed says */
export async function runSeed(seed: number, folder: string, parts: 'all' | 'one', told: Told): Promise<void> {
  const drawn = diceOf(seed, 'stage')
  told.begin('start')
  const service = await startFuzzedService({
    seed,
    stations: 1 + drawn.below(2),
    firstDay: dayOf(NOW_MS) - DAYS,
    nowMs: NOW_MS,
  })
  try {
    const file = path.join(folder, 'fuzz.meterbook')
    await download(service, file, seed, told).finally(() => told.changed(service.mutations()))
    const does = (part: Part) => parts === 'all' || PARTS[seed % PARTS.length] === part
    await commands(file, folder, { seed, does }, told)
    if (does('window')) await window(file, folder, seed, told)
    if (does('sharing')) {
      // A book that was shared and merged back is what it was.
      told.begin('soundness after merging')
      const book = openBook(file, { mode: 'read', now: () => NOW_MS })
      complete(book, service, told, 'soundness after merging')
      book.close()
    }
  } finally {
    await service.close()
  }
}

async function window(file: string, folder: string, seed: number, told: Told): Promise<void> {
  told.begin('window')
  const form = FORMS[Math.floor(seed / PARTS.length) % FORMS.length] ?? 'passport'
  const asked = { from: FROM, to: TO, nowMs: NOW_MS, form }
  for (const { question, code, message } of await askAsTheWindow(file, path.join(folder, 'window'), asked)) {
    told.count(`window ${question}: ${code}`)
    if (!NO_FAULTS.has(code)) told.fault(`window ${question}`, `${code} ${message}`)
  }
}

/** Nothing is chosen or there where the service named no station at all. */
const NO_FAULTS: ReadonlySet<string> = new Set(['NOTHING_CHOSEN', 'NOT_IN_BOOK', 'NO_SUCH_STATION'])

async function download(service: FuzzedService, file: string, seed: number, told: Told): Promise<void> {
  told.begin('download')
  const puller = await startPuller(service, file, clockAt(NOW_MS), { lanes: 3, downloads: { networkRetryMs: [5] } })
  try {
    const plan = planOf({ stations: 'all', span: { from: FROM, to: TO } })
    puller.downloads.start(plan)
    await ended(puller, 'download', told)
    complete(puller.book, service, told, 'soundness')
    // Seven and the five parts have nothing in common: each part is met with and without it.
    if (seed % 7 !== 0) return
    // What failed because of the answers is made good once they are as they should be.
    told.begin('download from a sound service')
    service.mend()
    puller.downloads.start({ ...plan, refresh: true })
    const failed = await ended(puller, 'download from a sound service', told)
    if (failed > 0) told.fault('download from a sound service', `${failed} tasks failed`)
  } finally {
    await puller.close()
  }
}

/** Waits for the end; how many tasks failed. */
async function ended({ downloads }: Puller, step: string, told: Told): Promise<number> {
  const end = await downloads.settled()
  if (end.state !== 'done') told.fault(step, `ended as ${end.state}: ${JSON.stringify(end.failure)}`)
  const { rows } = downloads.tasks({ states: ['failed'], offset: 0, limit: 1000 })
  for (const { failure, ...task } of rows) {
    told.count(`failed task: ${failure?.code}`)
    if (!failure || failure.code === 'UNKNOWN') told.fault(step, `${JSON.stringify(task)}: ${JSON.stringify(failure)}`)
  }
  // The service answers 404 or 422 for units that a changed list has invented.
  return rows.filter(({ failure }) => failure?.code !== 'HTTP_STATUS').length
}

function complete(book: Book, { sent }: FuzzedService, told: Told, step: string): void {
  const { lost: gone, looked } = lost(book, sent)
  told.count('sound records looked for', looked)
  if (gone.length > 0)
    told.fault(step, `${gone.length} of ${looked} sound records are not in the book as they came:\n${gone.slice(0, 5).join('\n')}`)
}

async function commands(
  file: string,
  folder: string,
  { seed, does }: { seed: number; does: (part: Part) => boolean },
  told: Told,
): Promise<void> {
  const data = path.join(folder, 'data')
  const at = (name: string) => path.join(folder, name)
  const run = async (...args: string[]): Promise<boolean> => {
    const step = args.filter((arg) => !arg.startsWith(folder)).join(' ')
    told.begin(step)
    const { code, stderr } = await meterbook(args, data, { METERBOOK_DEBUG: '1' })
    told.count(`${args[0]}: ${code}`)
    if (/something unforeseen/i.test(stderr)) told.fault(step, stderr)
    else if (!DONE.includes(code) && !(code === 2 && NOTHING_THERE.test(stderr))) told.fault(step, `exit ${code}: ${stderr}`)
    return code === 0
  }
  const turn = <Item>(items: readonly Item[], by = seed): Item => items[by % items.length] as Item

  for (const command of ['findings', 'health', 'fleet', 'status']) await run(command, '--book', file, ...turn([[], ['--json']]))
  await run('check', '--book', file)
  await run('search', 'а', '--book', file)
  await run('consumption', '--book', file, '--by', turn(['day', 'hour', 'month', 'year']), '--from', FROM, '--to', TO)
  await run('consumption', '--book', file, '--by', turn(['month', 'day', 'year']))
  // The parts go round by five already.
  const round = Math.floor(seed / PARTS.length)
  const form = turn(FORMS, round)
  const language = turn(['en', 'ru'])
  if (does('forms')) {
    const span = turn([[], ['--from', FROM, '--to', TO]], Math.floor(round / 2))
    for (const format of ['pdf', 'xlsx'])
      await run('report', form, '--book', file, '--language', language, '--format', format, '--out', at(`form.${format}`), ...span)
    const kind = turn(
      ['stations', 'readings', 'events', 'settings', 'sessions', 'coverage', 'notes', 'findings', 'visits', 'consumption', 'changes'],
      round,
    )
    for (const format of ['xlsx', turn(['csv', 'json', 'parquet', 'pdf'], round)])
      await run('export', kind, '--book', file, '--format', format, '--out', at('export'))
  }
  const bundle = at('evidence.zip')
  if (does('evidence') && (await run('evidence', '--book', file, '--out', bundle, '--form', turn(FORMS, round), '--language', language)))
    await run('verify', bundle)
  const shared = at('shared.meterbook')
  if (
    does('sharing') &&
    (await run('share', '--book', file, '--stations', 'all', '--out', shared, ...turn([[], ['--without-personal']], round)))
  ) {
    await run('merge', '--book', file, shared)
    await run('findings', '--book', shared)
  }
  if (does('lake')) await run('export', 'lake', '--book', file, '--out', at('lake'))
}

/** Wrong usage is said where the book has nothing to choose from. */
const NOTHING_THERE = /no station|nothing/i
