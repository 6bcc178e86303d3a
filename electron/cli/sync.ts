import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import type { CommandContext } from './context.ts'
import { UsageError } from './failure.ts'
import { scheduledRun } from './scheduled-run.ts'
import * as read from './options.ts'
import { showReport } from './sync-report.ts'
import { rememberedAccount } from './remembered.ts'
import type { Terminal } from './terminal.ts'
import { defaultDataFolder } from '../backend/data-folder.ts'
import { programFileIn } from '../backend/program-file.ts'
import type { SyncOrder } from './sync-order.ts'
import { syncOnce } from './sync-run.ts'
import { openBook } from './open-book.ts'
import { queueIn } from '../downloads/queue.ts'
import { tripPlan } from '../downloads/trip-plan.ts'
import { MeterbookError } from '../contract/errors.ts'
import type { Plan } from '../contract/downloads.ts'
import { PREFERENCES } from '../contract/preferences.ts'
import { ARCHIVE_WORDS, READING_VIEWS, type ReadingView } from '../contract/records.ts'
import { addDays, dayAt } from '../contract/time/day.ts'
import { timeRange, zoneClock } from '../contract/time/zone.ts'

interface SyncFlags {
  url?: string
  email?: string
  account?: string
  book?: string
  demo?: boolean
  stations: 'all' | number[]
  archives: string[]
  views: ReadingView[]
  from?: string
  to?: string
  lanes: number
  refresh?: boolean
  energyVarname?: string
  allowUnencrypted?: boolean
  lake?: string
  authority?: string
  scheduled?: boolean
  trip?: string
  again?: boolean
  json?: boolean
}

/** Days before today that are fetched when no span is named. */
const USUAL_DAYS = 92

const { least, most, usual } = PREFERENCES.lanes

/** `meterbook sync`: downloads what the book lacks. */
export function syncCommand(program: Command, { terminal, finish }: CommandContext): void {
  program
    .command('sync')
    .option('--url <URL>', 'address of the service')
    .option('--email <E>', 'account; the password comes from METERBOOK_PASSWORD, a prompt, or standard input')
    .option('--account <E>', 'a remembered account, where several are: as --email, with no --url and no password')
    .option('--demo', 'against the embedded demo service, started for it')
    .option('--book <FILE>', "the book (the account's own, in the local application data)")
    .option('--stations <LIST>', 'all, or station numbers with commas', read.stations, 'all')
    .option('--archives <LIST>', `codes (hourly, daily, alarm, …) and the words ${ARCHIVE_WORDS.join(', ')}`, read.words, ['all'])
    .option('--views <LIST>', `${READING_VIEWS.join(', ')}, or both`, read.someOf(READING_VIEWS), [...READING_VIEWS])
    .option(
      '--from <D>',
      `first day of the system's time zone, yyyy-mm-dd (${USUAL_DAYS} days before the last); days are rounded out to whole UTC days`,
      read.day,
    )
    .option('--to <D>', 'last day of the time zone, yyyy-mm-dd (today)', read.day)
    .option('--trip <NAME>', 'a trip that is kept in the book: its stations, archives and days, in place of those options')
    .option('--again', 'what the last download of the book asked for, once more')
    .option('--lanes <N>', `connections at a time, ${least} to ${most}`, read.whole(least, most), usual)
    .option('--refresh', 'read the whole span again and report what the service has changed')
    .option('--energy-varname <NAME>', "ask for event archives by this and the station's uid instead of equipment_id")
    .option('--allow-unencrypted', 'allow http:// to another machine')
    .option(...read.AUTHORITY)
    .option('--lake <DIR>', "then bring the book's Parquet files in this folder (it must be there) up to date, as export lake")
    .option('--scheduled', "started by the system's scheduler: how it ended is kept for 'meterbook schedule' and the window")
    .option('--json', 'print one JSON document')
    .addHelpText('after', EXAMPLES)
    .action(async (flags: SyncFlags, command: Command) => {
      const sync = () => {
        const order = orderOf(flags, terminal, keptPlan(flags, command))
        // An entry of an earlier version, or of another hand.
        if (flags.scheduled && order.account === 'demo') throw new MeterbookError('DEMO_UNSCHEDULED')
        return syncOnce(order, terminal)
      }
      const report = flags.scheduled ? await scheduledRun(flags.book, terminal, sync) : await sync()
      if (report === null) return
      showReport(report, { json: flags.json ?? false, terminal })
      finish(report.exit)
    })
}

const EXAMPLES = `
Examples:
  meterbook sync --url https://metering.example.org --email me@example.org --stations 12,17 --from 2026-01-01
  meterbook sync --demo --book trip.meterbook --archives hourly,events --stations all
  meterbook sync --book trip.meterbook
  meterbook sync --book trip.meterbook --trip 'North, every week'
Run again, it fetches only what is missing. Without --url and --email it is the account of the book, or the one that is known
here, with its remembered password: Meterbook does the work where it runs, else sync finds the password in the same vault.`

/** Options that say what is fetched. */
const OF_PLAN = ['stations', 'archives', 'views', 'from', 'to', 'refresh', 'energyVarname'] as const

/** The plan that the book keeps, as a named trip or as that of its last download; null where neither is asked for. Throws NO_SUCH_TRIP, NO_SUCH_RUN. */
function keptPlan({ trip, again = false, book: file }: SyncFlags, command: Command): Plan | null {
  if (trip === undefined && !again) return null
  if (trip !== undefined && again) throw new UsageError('Name either --trip or --again.')
  if (file === undefined) throw new UsageError('Name the book with --book FILE: the trip, or the last download, is one of that book.')
  const other = OF_PLAN.find((name) => command.getOptionValueSource(name) === 'cli')
  if (other !== undefined)
    throw new UsageError(`${trip === undefined ? '--again' : '--trip'} says what is fetched: leave out --${dashed(other)}.`)
  if (!existsSync(file)) throw new MeterbookError('BOOK_MISSING', { file })
  const book = openBook(file, { mode: 'read', now: Date.now })
  try {
    return trip === undefined ? queueIn(book).askedFor() : tripPlan(book.namedTrips.known(trip), book, Date.now())
  } finally {
    book.close()
  }
}
const dashed = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

function orderOf(flags: SyncFlags, { env }: Terminal, kept: Plan | null): SyncOrder {
  const today = dayAt(Date.now())
  if (flags.from !== undefined) read.span(flags.from, flags.to ?? today)
  // The service and the coverage count UTC days: those that hold the days of the zone.
  const { fromMs, toMs } = timeRange(zoneClock(read.systemTimeZone()), flags.from, flags.to)
  const to = toMs === undefined ? today : dayAt(toMs)
  const span = { from: fromMs === undefined ? addDays(to, -USUAL_DAYS) : dayAt(fromMs), to }
  const plan = kept ?? {
    stations: flags.stations,
    archives: flags.archives,
    views: flags.views,
    span,
    refresh: flags.refresh ?? false,
    ...(flags.energyVarname === undefined ? {} : { energyVarname: flags.energyVarname }),
  }
  const common = {
    plan,
    lanes: flags.lanes,
    ...(flags.book === undefined ? {} : { book: flags.book }),
    ...(flags.lake === undefined ? {} : { lake: flags.lake }),
  }
  if (flags.demo) {
    if (flags.url !== undefined) throw new UsageError('Name either --demo or --url, not both.')
    return { ...common, account: 'demo' }
  }
  if (flags.account !== undefined && (flags.url !== undefined || flags.email !== undefined)) {
    throw new UsageError('Name either --account, or --url and --email.')
  }
  if (flags.url === undefined && flags.email === undefined) {
    const { book, account: email } = flags
    const account = rememberedAccount({
      ...(book === undefined ? {} : { book }),
      ...(email === undefined ? {} : { email }),
      dataFolder: defaultDataFolder(env),
    })
    if (account === 'demo' || flags.authority === undefined) return { ...common, account, isRemembered: true }
    return { ...common, account: { ...account, authority: flags.authority }, isRemembered: true }
  }
  if (flags.url === undefined) throw new UsageError('Name the service with --url URL, or use --demo.')
  if (flags.email === undefined) throw new UsageError('Name the account with --email E.')
  return {
    ...common,
    account: {
      url: flags.url,
      email: flags.email,
      allowUnencrypted: flags.allowUnencrypted ?? false,
      authority: flags.authority ?? programFileIn(defaultDataFolder(env)).preferences().authority,
    },
  }
}
