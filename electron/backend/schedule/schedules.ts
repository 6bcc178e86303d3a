import { existsSync } from 'node:fs'
import path from 'node:path'
import { glanceAt } from '../../book/file/glance.ts'
import { makeOwnFolder } from '../../book/file/private.ts'
import { MeterbookError } from '../../contract/errors.ts'
import type { Schedule, ScheduledRun } from '../../contract/schedule.ts'
import type { ScheduleTimes, Standing } from '../../contract/schedule-words.ts'
import { MINUTE_MS } from '../../contract/time/units.ts'
import { zoneClock } from '../../contract/time/zone.ts'
import { DEMO_URL, realPath } from '../book-path.ts'
import type { CommandLine } from '../command-line.ts'
import { defaultDataFolder } from '../data-folder.ts'
import type { Host } from '../host.ts'
import { chooseScheduler, placesOf, schedulerCalled, schedulersOf } from './drivers/choose.ts'
import type { Scheduler } from './drivers/scheduler.ts'
import { shellText } from '../shell-text.ts'
import { runSteps } from './drivers/tool.ts'
import { dueAfter, dueBefore } from './due.ts'
import { allKept, forget, keep, keptOf, type Kept } from './kept.ts'
import { refuseUnholdable, type Entry, type Order, type Places } from './order.ts'
import { forgetRuns, idHere, lastRun, logOf, tellFailure } from './runs.ts'

/** A run may begin so late, ms: schedulers wait a while by chance, and a computer needs time to wake up. */
const LATE_MS = 45 * MINUTE_MS

export interface SchedulesParts {
  host: Pick<Host, 'dataFolder' | 'commandLine' | 'systemTimeZone'>
  nowMs: () => number
  /** What a test has in place of this system's. */
  schedulers?: readonly Scheduler[]
  places?: Places
}

/** What would be written for a book. */
export interface ScheduleDraft {
  id: string
  book: string
  times: ScheduleTimes
  scheduler: Scheduler
  commandLine: CommandLine
  entry: Entry
}

/**
 * The books that the system's scheduler keeps fresh. What stands in the system is asked for each time: it belongs to the
 * user, who may change it by hand.
 */
export function createSchedules({ host, nowMs, places = placesOf(host.dataFolder), schedulers = schedulersOf(places) }: SchedulesParts) {
  const { dataFolder } = host
  const named =
    path.resolve(dataFolder) === defaultDataFolder({ ...process.env, METERBOOK_DATA: undefined }) ? null : path.resolve(dataFolder)

  const orderOf = ({ id, book, times, commandLine }: Pick<Kept, 'id' | 'book' | 'times' | 'commandLine'>): Order => ({
    id,
    book,
    times,
    commandLine,
    dataFolder: named,
    log: logOf(path.resolve(dataFolder), id),
  })

  /** @throws MeterbookError NO_COMMAND_LINE. */
  function commandLine(): CommandLine {
    if (host.commandLine === null) throw new MeterbookError('NO_COMMAND_LINE')
    return host.commandLine
  }

  /** The scheduler that an entry would be written for. @throws MeterbookError NO_COMMAND_LINE, NO_SCHEDULER, DEMO_UNSCHEDULED. */
  async function possible(book: string | null): Promise<Scheduler> {
    commandLine()
    // Its service ends with the program that shows it. A run would find the book in use, or a service that it has started itself.
    if (book !== null && glanceAt(book)?.identity.url === DEMO_URL) throw new MeterbookError('DEMO_UNSCHEDULED')
    const scheduler = await chooseScheduler(schedulers)
    if (!scheduler) throw new MeterbookError('NO_SCHEDULER')
    return scheduler
  }

  /** What would be written now. Touches nothing. @throws MeterbookError. */
  async function draft(file: string, times: ScheduleTimes): Promise<ScheduleDraft> {
    const book = realPath(file)
    const id = idHere(book)
    const program = commandLine()
    const scheduler = await possible(book)
    const order = orderOf({ id, book, times, commandLine: program })
    refuseUnholdable(order)
    return { id, book, times, scheduler, commandLine: program, entry: scheduler.entryOf(order, places) }
  }

  /** What was written of a kept entry, and by whom. Null: by a scheduler that this system does not have. */
  function writtenOf(kept: Kept): { scheduler: Scheduler; entry: Entry } | null {
    const scheduler = schedulerCalled(schedulers, kept.scheduler)
    return scheduler && { scheduler, entry: scheduler.entryOf(orderOf(kept), places) }
  }

  /** The first text of which something else is there than what was written; null: all is as it was, or nothing is there. */
  async function changedText(scheduler: Scheduler, entry: Entry, id: string): Promise<string | null> {
    const found = await scheduler.found(entry, id)
    return entry.texts.find(({ text }, at) => found[at] != null && found[at] !== text)?.file ?? null
  }

  async function set(file: string, times: ScheduleTimes, { anew = false } = {}): Promise<Schedule> {
    const wanted = await draft(file, times)
    const { id, book, scheduler, entry } = wanted
    const kept = keptOf(dataFolder, id)
    const before = kept && writtenOf(kept)
    const changed = await changedText(before?.scheduler ?? scheduler, before?.entry ?? entry, id)
    if (changed !== null && !anew) throw new MeterbookError('SCHEDULE_CHANGED', { file: changed })
    // Another scheduler than the one of before would leave two entries.
    if (before && before.scheduler.name !== scheduler.name) await before.scheduler.remove(before.entry, id)
    // Kept first: what is written halfway can be taken away again.
    const next: Kept = { id, book, times, scheduler: scheduler.name, commandLine: wanted.commandLine, writtenMs: nowMs() }
    keep(dataFolder, next)
    // A shell opens the log before the program runs.
    makeOwnFolder(path.dirname(logOf(path.resolve(dataFolder), id)))
    await scheduler.install(entry, id)
    return scheduleOf(next)
  }

  async function remove(id: string): Promise<void> {
    const kept = keptOf(dataFolder, id)
    if (!kept) return
    const written = writtenOf(kept)
    if (written) await written.scheduler.remove(written.entry, id)
    forget(dataFolder, id)
    forgetRuns(dataFolder, id)
  }

  async function scheduleOf(kept: Kept): Promise<Schedule> {
    const { id, book, times, writtenMs } = kept
    const written = writtenOf(kept)
    const [found, isOn, says] = written
      ? await Promise.all([
          written.scheduler.found(written.entry, id).catch(() => []),
          written.scheduler.isOn(id).catch(() => false),
          written.scheduler.says(id).catch(() => []),
        ])
      : [[], false, []]
    const texts = (written?.entry.texts ?? []).map(({ file, text }, at) => ({
      file,
      text,
      found: found[at] === text ? null : (found[at] ?? ''),
    }))
    const clock = zoneClock(host.systemTimeZone)
    const run = lastRun(dataFolder, id)
    const standing = standingOf(kept, isOn, texts)
    const due = dueBefore(times, clock, nowMs() - LATE_MS)
    const began = run?.beganMs ?? 0
    // What waits for the user to write it anew is not expected to run.
    const isExpected = standing === 'on' || standing === 'other-program' || standing === 'changed'
    return {
      id,
      book,
      times,
      scheduler: kept.scheduler,
      standing,
      program: kept.commandLine.program,
      writtenMs,
      texts,
      commands: (written?.entry.on ?? []).map(({ command }) => shellText(command)),
      says,
      lastRun: run,
      missedMs: due !== null && due > writtenMs && began < due && run?.end !== 'running' ? due : null,
      nextMs: isExpected ? dueAfter(times, clock, nowMs()) : null,
    }
  }

  function standingOf({ commandLine: kept, book }: Kept, isOn: boolean, texts: Schedule['texts']): Standing {
    if (!existsSync(kept.program)) return 'program-gone'
    if (!existsSync(book)) return 'book-gone'
    if (!isOn || texts.length === 0 || texts.some(({ found }) => found === '')) return 'gone'
    if (texts.some(({ found }) => found !== null)) return 'changed'
    const now = host.commandLine
    if (now !== null && [now.program, ...now.args].join('\0') !== [kept.program, ...kept.args].join('\0')) return 'other-program'
    return 'on'
  }

  return {
    draft,
    /** Writes the entry of a book and switches it on. @throws MeterbookError SCHEDULE_CHANGED, unless it is written `anew`; and what `draft` throws. */
    set,
    /** Takes an entry away: its files, what the system knows of it, and what we know of its runs. Nothing where there is none. */
    remove,
    /** The entry of a book; null: none was written. */
    async of(file: string): Promise<Schedule | null> {
      const kept = keptOf(dataFolder, idHere(realPath(file)))
      return kept && scheduleOf(kept)
    },
    all: (): Promise<Schedule[]> => Promise.all(allKept(dataFolder).map(scheduleOf)),
    /** Has the scheduler begin the run of a book's entry. @throws MeterbookError NO_SCHEDULE, SCHEDULE_REFUSED. */
    async run(file: string): Promise<void> {
      const kept = keptOf(dataFolder, idHere(realPath(file)))
      const written = kept && writtenOf(kept)
      if (!written) throw new MeterbookError('NO_SCHEDULE', { file })
      await runSteps([written.entry.run])
    },
    possible,
    /** Failed runs of which nobody was told yet, each once. */
    untold: (): { book: string; run: ScheduledRun }[] => allKept(dataFolder).flatMap(({ id }) => tellFailure(dataFolder, id) ?? []),
  }
}
export type Schedules = ReturnType<typeof createSchedules>
