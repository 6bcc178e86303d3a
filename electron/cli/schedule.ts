import { InvalidArgumentError, type Command } from 'commander'
import { defaultDataFolder } from '../backend/data-folder.ts'
import { thisMachine } from '../backend/local-host.ts'
import { shellText } from '../backend/shell-text.ts'
import { createSchedules, type ScheduleDraft } from '../backend/schedule/schedules.ts'
import type { Schedule } from '../contract/schedule.ts'
import {
  CLOCK_TIME,
  EVERY_HOURS,
  USUAL_TIMES,
  WEEKDAYS,
  type EveryHours,
  type ScheduleTimes,
  type Weekday,
} from '../contract/schedule-words.ts'
import { visible, visibleLines } from '../contract/visible.ts'
import { zoneClock } from '../contract/time/zone.ts'
import type { CommandContext } from './context.ts'
import { EXIT } from './exit.ts'
import { UsageError } from './failure.ts'
import { count, plural } from './numbers.ts'
import * as read from './options.ts'
import { sentenceOf } from './sentences.ts'

interface ScheduleFlags {
  book?: string
  at?: string
  days?: Weekday[]
  every?: EveryHours
  show?: true
  remove?: true
  dryRun?: true
  anew?: true
  json?: true
}

/** `meterbook schedule`: has the system's scheduler keep a book fresh, shows what stands, and takes it away again. */
export function scheduleCommand(program: Command, { terminal, finish }: CommandContext): void {
  program
    .command('schedule')
    .option('--book <FILE>', 'the book; without it all books that have an entry are listed')
    .option('--at <HH:MM>', `when, by this computer's clock (${USUAL_TIMES.at})`, clockTime)
    .option('--days <LIST>', `weekdays with commas: ${WEEKDAYS.join(', ')} (all)`, read.someOf(WEEKDAYS))
    .option('--every <H>', `every so many hours instead of once a day: ${EVERY_HOURS.join(', ')}`, everyHours)
    .option('--show', 'what was written, word for word, and what the scheduler says of it')
    .option('--remove', 'take the entry away')
    .option('--dry-run', 'say what would be written, and write nothing')
    .option('--anew', 'write over an entry that somebody changed by hand')
    .option('--json', 'print one JSON document')
    .addHelpText('after', EXAMPLES)
    .action(async (flags: ScheduleFlags) => {
      const host = { ...thisMachine(), dataFolder: defaultDataFolder(terminal.env) }
      const schedules = createSchedules({ host, nowMs: Date.now })
      const say = (shape: object, text: () => string, exit: number) => {
        terminal.print(flags.json ? JSON.stringify({ ...shape, exit }, null, 2) : text())
        finish(exit)
      }
      const { book: file } = flags
      const wish = wishOf(flags)
      if (file === undefined) {
        if (wish || flags.remove || flags.show || flags.dryRun) throw new UsageError('Name the book with --book FILE.')
        const all = await schedules.all()
        return say({ schedules: all }, () => listText(all), all.every(isWell) ? EXIT.done : EXIT.incomplete)
      }
      if (flags.remove) {
        const before = await schedules.of(file)
        if (before) await schedules.remove(before.id)
        return say({ removed: before }, () => removedText(before), EXIT.done)
      }
      if (flags.dryRun) {
        const draft = await schedules.draft(file, wish ?? USUAL_TIMES)
        return say(draftShape(draft), () => draftText(draft), EXIT.done)
      }
      if (wish) {
        const written = await schedules.set(file, wish, { anew: flags.anew ?? false })
        return say(
          { schedule: written },
          () => [`Written   ${whenText(written.times)}`, ...stateLines(written), ...textLines(written)].join('\n'),
          EXIT.done,
        )
      }
      const found = await schedules.of(file)
      const text = () =>
        found ? [...stateLines(found), ...(flags.show ? textLines(found) : [])].join('\n') : `Nothing keeps ${visible(file)} fresh.`
      return say({ schedule: found }, text, found === null || isWell(found) ? EXIT.done : EXIT.incomplete)
    })
}

const EXAMPLES = `
Examples:
  meterbook schedule --book trip.meterbook --at 01:30
  meterbook schedule --book trip.meterbook --at 06:15 --every 6 --days mon,tue,wed,thu,fri
  meterbook schedule --book trip.meterbook --show
  meterbook schedule --book trip.meterbook --remove
The system's own scheduler starts 'meterbook sync' for the book: a systemd user timer, cron where no systemd runs for users,
a launchd agent, a task of Windows' Task Scheduler. It needs no administrator, and runs only while you are logged on: the
password is locked otherwise. Exit 1: an entry does not stand as it was written, a run was missed, or the last one failed.`

function clockTime(text: string): string {
  if (!CLOCK_TIME.test(text)) throw new InvalidArgumentError('Write a time of the day as hh:mm, from 00:00 to 23:59.')
  return text
}

function everyHours(text: string): EveryHours {
  const found = EVERY_HOURS.find((hours) => String(hours) === text)
  if (found === undefined) throw new InvalidArgumentError(`Write one of: ${EVERY_HOURS.join(', ')}. They divide a day.`)
  return found
}

/** What is to be written; null: nothing was said of it. */
function wishOf({ at, days, every, anew }: ScheduleFlags): ScheduleTimes | null {
  if (at === undefined && days === undefined && every === undefined && !anew) return null
  return { at: at ?? USUAL_TIMES.at, days: days ?? USUAL_TIMES.days, everyHours: every ?? null }
}

const isWell = ({ standing, missedMs, lastRun }: Schedule): boolean =>
  standing === 'on' && missedMs === null && (lastRun === null || lastRun.end === 'done' || lastRun.end === 'running')

const whenText = ({ at, days, everyHours: hours }: ScheduleTimes): string => {
  const which = days.length === WEEKDAYS.length ? 'every day' : days.join(', ')
  return hours === null ? `${which} at ${at}` : `${which} every ${plural(hours, 'hour')}, ${at} among them`
}

const STANDING: Record<Schedule['standing'], string> = {
  on: 'as it was written',
  changed: 'somebody changed it by hand (--show says what); --anew writes it over',
  gone: 'the system no longer has it, or it was switched off there; name the time again to write it anew',
  'program-gone': 'the program that it starts is no longer there; name the time again to write it anew',
  'book-gone': 'the book is no longer there',
  'other-program': 'it starts another copy of the program than this one; name the time again to write it anew',
}

const clock = zoneClock(read.systemTimeZone())
const wall = (atMs: number) => clock.wall(atMs).slice(0, 'yyyy-mm-dd hh:mm'.length)

function runText(run: Schedule['lastRun']): string {
  if (run === null) return 'none yet'
  const began = wall(run.beganMs)
  if (run.end === 'running') return `${began}, still at work`
  const brought = `${plural(run.records, 'record')}, ${count(run.added)} new${run.failedTasks > 0 ? `, ${plural(run.failedTasks, 'failed task')}` : ''}`
  const ended = run.endedMs === null ? '' : ` to ${wall(run.endedMs).slice(-'hh:mm'.length)}`
  const how = { done: 'done', incomplete: 'done, but something is missing', failed: 'failed', 'broken-off': 'broken off' }[run.end]
  const why = run.failure ? ` ${sentenceOf(run.failure)}` : ''
  return `${began}${ended}, ${how} (exit ${run.exit ?? 'unknown'}): ${brought}.${why}`
}

function stateLines(one: Schedule): string[] {
  return [
    `Book      ${visible(one.book)}`,
    `When      ${whenText(one.times)}, while you are logged on`,
    `By        ${one.scheduler}: ${STANDING[one.standing]}`,
    `Last run  ${runText(one.lastRun)}`,
    ...(one.missedMs === null ? [] : [`Missed    the run of ${wall(one.missedMs)} has not begun`]),
    ...(one.nextMs === null ? [] : [`Next run  about ${wall(one.nextMs)}`]),
  ]
}

function textLines({ texts, commands, says }: Pick<Schedule, 'texts' | 'commands' | 'says'>): string[] {
  return [
    ...texts.flatMap(({ file, text, found }) => [
      '',
      `--- ${visible(file)}`,
      visibleLines(text.replaceAll('\r\n', '\n').trimEnd()),
      ...(found === null
        ? []
        : found === ''
          ? ['--- is gone']
          : ['--- what is there now', visibleLines(found.replaceAll('\r\n', '\n').trimEnd())]),
    ]),
    '',
    ...commands.map((command) => `$ ${visible(command)}`),
    ...(says.length === 0 ? [] : ['', ...says.map((line) => `> ${visible(line)}`)]),
  ]
}

const listText = (all: readonly Schedule[]) =>
  all.length === 0 ? 'No book is kept fresh by itself.' : all.map((one) => stateLines(one).join('\n')).join('\n\n')

const removedText = (before: Schedule | null) =>
  before === null
    ? 'There was no entry.'
    : [`Removed   ${whenText(before.times)}`, ...before.texts.map(({ file }) => `          ${visible(file)}`)].join('\n')

const draftShape = ({ book, times, scheduler, entry }: ScheduleDraft) => ({
  book,
  times,
  scheduler: scheduler.name,
  texts: entry.texts,
  commands: entry.on.map(({ command }) => shellText(command)),
})

function draftText(draft: ScheduleDraft): string {
  const { texts, commands, scheduler } = draftShape(draft)
  const shown = texts.map(({ file, text }) => ({ file, text, found: null }))
  return [`Would be written for ${scheduler}; nothing was.`, ...textLines({ texts: shown, commands, says: [] })].join('\n')
}
