import type { Command } from 'commander'
import { FILE_KINDS } from '../contract/files.ts'
import { WORK_COMMANDS, type WorkCommand } from '../contract/log-words.ts'
import type { CommandContext } from './context.ts'

type AddCommand = (program: Command, context: CommandContext) => void

/**
 * Every command: what it does, for the list of them, and where it is. Only the commands that a command line names are
 * loaded: SQLite, the service client and the demo service take longer to load than most commands to run.
 */
const COMMANDS = {
  sync: {
    about: 'download what the book lacks',
    load: async () => (await import('./sync.ts')).syncCommand,
  },
  accounts: {
    about: 'which accounts are remembered here, and where the key lies',
    load: async () => (await import('./accounts.ts')).accountsCommand,
  },
  status: {
    about: 'what is in a book: counts, coverage, freshness, rejected records',
    load: async () => (await import('./status.ts')).statusCommand,
  },
  search: {
    about: 'find stations, consumers and events by name, serial number, code, … in any case',
    load: async () => (await import('./search.ts')).searchCommand,
  },
  export: {
    about: `a file made from a book: ${FILE_KINDS.join(', ')}, sums, visits, consumption, or a lake of Parquet files`,
    load: async () => (await import('./export.ts')).exportCommand,
  },
  query: {
    about: 'a question in SQL over the public views of a book, asked in a process of its own that can be stopped',
    load: async () => (await import('./query.ts')).queryCommand,
  },
  findings: {
    about: 'what the rules find in the readings, events, settings and sessions of a book',
    load: async () => (await import('./findings.ts')).findingsCommand,
  },
  check: {
    about: 'integrity of a book and of its records, the days that are missing in it, and findings',
    load: async () => (await import('./check.ts')).checkCommand,
  },
  health: {
    about: 'how devices and their telemetry are: rhythm, batteries, signal, what is about to be overwritten',
    load: async () => (await import('./health.ts')).healthCommand,
  },
  fleet: {
    about: 'who needs a visit, and why',
    load: async () => (await import('./fleet.ts')).fleetCommand,
  },
  digest: {
    about: 'what is new since somebody looked last, or since a moment',
    load: async () => (await import('./digest.ts')).digestCommand,
  },
  calendar: {
    about: 'until when devices are verified, by month, also as a file for calendar programs',
    load: async () => (await import('./calendar.ts')).calendarCommand,
  },
  consumption: {
    about: 'standard m³ by hour, gas day, month or year, and how complete each number is',
    load: async () => (await import('./consumption.ts')).consumptionCommand,
  },
  reading: {
    about: 'a reading at the meter, written down beside what telemetry says for that moment',
    load: async () => (await import('./reading.ts')).readingCommand,
  },
  device: {
    about: 'which devices a station had, and an earlier one typed in, so that its archives are asked for',
    load: async () => (await import('./device.ts')).deviceCommand,
  },
  balance: {
    about: 'what goes into a branch less what goes out, by hour, gas day or month, and what the devices explain of it',
    load: async () => (await import('./balance.ts')).balanceCommand,
  },
  limits: {
    about: 'what contracts allow, what is used of it and what will be; limits from a file',
    load: async () => (await import('./limits.ts')).limitsCommand,
  },
  clock: {
    about: 'the time zone and the contract hour of a book and of its stations, shown and set',
    load: async () => (await import('./clock.ts')).clockCommand,
  },
  import: {
    about: 'a file that was read out at the device: compared with the book, and brought in',
    load: async () => (await import('./import.ts')).importCommand,
  },
  evidence: {
    about: 'a report and the records behind it in one ZIP, so that any change of them is found later',
    load: async () => (await import('./evidence.ts')).evidenceCommand,
  },
  verify: {
    about: 'what of such a bundle holds, and what was changed, record by record',
    load: async () => (await import('./verify.ts')).verifyCommand,
  },
  report: {
    about: 'reports on paper and as spreadsheets: a form filled from the book, or a saved report made anew',
    load: async () => (await import('./report.ts')).reportCommand,
  },
  backup: {
    about: 'a whole copy of a book in one file, while it is open or closed',
    load: async () => (await import('./backup.ts')).backupCommand,
  },
  recover: {
    about: 'a new book of all that can be read of a damaged one, and what was lost',
    load: async () => (await import('./recover.ts')).recoverCommand,
  },
  restore: {
    about: 'put a backup in the place of a book; the book that was there is kept beside it',
    load: async () => (await import('./restore.ts')).restoreCommand,
  },
  share: {
    about: 'a book with chosen stations and days, to be given away',
    load: async () => (await import('./share.ts')).shareCommand,
  },
  merge: {
    about: "bring another book's records, coverage and notes into a book",
    load: async () => (await import('./merge.ts')).mergeCommand,
  },
  update: {
    about: 'whether there is a newer version of this program, and what of a release in a file holds',
    load: async () => (await import('./update.ts')).updateCommand,
  },
  schedule: {
    about: "have the system's scheduler keep a book fresh, see what was written and how the last run ended, take it away again",
    load: async () => (await import('./schedule.ts')).scheduleCommand,
  },
  path: {
    about: 'the installed command line on your PATH: shown, added, taken away',
    load: async () => (await import('./path.ts')).pathCommand,
  },
  mcp: {
    about: 'the book for assistants: Model Context Protocol over standard input and output',
    load: async () => (await import('./mcp.ts')).mcpCommand,
  },
  log: {
    about: "the program's own log: what it began, ended and failed with; no secret, no name",
    load: async () => (await import('./log.ts')).logCommand,
  },
  diagnostics: {
    about: 'versions, settings, counts and the log in one ZIP, for somebody who helps; no secret, no name',
    load: async () => (await import('./diagnostics.ts')).diagnosticsCommand,
  },
  serve: {
    about: 'the application in a browser, on this computer only',
    load: async () => (await import('./serve.ts')).serveCommand,
  },
  demo: {
    about: 'run only the demo service, and print its address and account',
    load: async () => (await import('./demo.ts')).demoCommand,
  },
} satisfies Record<string, CommandEntry>

interface CommandEntry {
  about: string
  load: () => Promise<AddCommand>
}

export const COMMAND_NAMES = Object.keys(COMMANDS)

const AT_WORK: readonly (WorkCommand & keyof typeof COMMANDS)[] = WORK_COMMANDS

/** The command of a command line, where it is a piece of work and not a call for help; else null. */
export function workOf(args: readonly string[]): WorkCommand | null {
  const command = AT_WORK.find((name) => name === args[0])
  return command === undefined || args.includes('--help') || args.includes('-h') ? null : command
}

/** Adds all commands to the program, those that are named as they are, the others by name only. */
export async function addCommands(program: Command, context: CommandContext, args: readonly string[]): Promise<void> {
  for (const [name, { about, load }] of Object.entries(COMMANDS)) {
    if (args.includes(name)) (await load())(program, context)
    else program.command(name)
    program.commands.at(-1)?.description(about)
  }
}
