import { Command, CommanderError } from 'commander'
import { programFolder } from '../backend/program-folder.ts'
import { addCommands, workOf } from './commands.ts'
import type { CommandContext } from './context.ts'
import { EXIT, exitCodeOf } from './exit.ts'
import { processTerminal, type ProcessTerminal, type Terminal } from './terminal.ts'
import { UsageError } from './usage-error.ts'

/** Runs the command line of the process and ends it with the exit code. */
export async function main(args: readonly string[]): Promise<void> {
  const terminal = processTerminal()
  await exit(terminal, await run(args, terminal))
}

/** Ends the process with the code, or with 1 when the results could not be written. */
export async function exit(terminal: ProcessTerminal, code: number): Promise<never> {
  const reason = await terminal.flushed()
  if (reason === null) process.exit(code)
  const { sentenceOf } = await import('./sentences.ts')
  terminal.note(sentenceOf({ code: 'OUTPUT_NOT_WRITTEN', data: { reason } }))
  await terminal.flushed()
  process.exit(code === EXIT.done ? EXIT.incomplete : code)
}

/** Runs one command; resolves to its exit code (exit.ts). Never throws: what goes wrong becomes a sentence. */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  let code: number = EXIT.done
  const program = new Command('meterbook')
    .description("Downloads a metering service's stations, archives and event logs into one file, and answers from it offline.")
    .version(programFolder().version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.print(text.replace(/\n$/, '')),
      writeErr: (text) => terminal.note(text.replace(/\n$/, '')),
    })
    // Commands that are not loaded do not know their options: the list names them alone.
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .showHelpAfterError("Run 'meterbook --help' or 'meterbook COMMAND --help' to see how.")
  const context: CommandContext = { terminal, finish: (exit) => void (code = exit) }
  program.option('--without-copy', 'bring a book of an older version to this one without a copy of it first')
  program.hook('preAction', async () => {
    const { migrateBooks } = await import('./open-book.ts')
    migrateBooks({ env: terminal.env, withoutCopy: program.opts<{ withoutCopy?: boolean }>().withoutCopy === true })
  })
  program.addHelpText('after', EXIT_CODES)
  const work = workOf(args)
  // Loaded for work alone: a question is answered without the log.
  const logged = work === null ? null : (await import('./logged-run.ts')).loggedCommand(work, terminal)
  const exit = await endWith(
    terminal,
    args.includes('--json'),
    async () => {
      await addCommands(program, context, args)
      await program.parseAsync(args, { from: 'user' })
      return code
    },
    logged?.failed,
  )
  logged?.end(exit)
  return exit
}

/** The exit code of some work; what it throws becomes a sentence and the code that goes with it. `failed` hears of it first. */
export async function endWith(
  terminal: Terminal,
  wantsJson: boolean,
  work: () => Promise<number>,
  failed: (error: unknown) => void = () => undefined,
): Promise<number> {
  try {
    return await work()
  } catch (error) {
    // Help that was asked for is no failure.
    if (!(error instanceof CommanderError && error.exitCode === 0)) failed(error)
    return explain(error, wantsJson, terminal)
  }
}

const EXIT_CODES = `
Exit codes: 0 all done, 1 done but something is missing, 2 wrong usage, 3 sign-in refused,
4 service unreachable, 5 book unusable, 6 book damaged, 130 interrupted (everything committed so far is kept).`

/** Says what went wrong, for people on standard error and, with --json, for programs on standard output. */
async function explain(error: unknown, wantsJson: boolean, terminal: Terminal): Promise<number> {
  if (error instanceof CommanderError) {
    // Commander has said it already; asked-for help and the version end well.
    if (error.exitCode === 0) return EXIT.done
    return wrongUsage(error.message.replace(/^error: /, ''), wantsJson, terminal)
  }
  if (error instanceof UsageError) {
    terminal.note(error.message)
    return wrongUsage(error.message, wantsJson, terminal)
  }
  const { failureOf } = await import('./failure.ts')
  const { sentenceOf } = await import('./sentences.ts')
  const failure = failureOf(error)
  const sentence = sentenceOf(failure)
  const exit = exitCodeOf(failure.code)
  terminal.note(sentence)
  if (terminal.env['METERBOOK_DEBUG']) terminal.note(error instanceof Error ? (error.stack ?? error.message) : String(error))
  if (wantsJson) terminal.print(JSON.stringify({ failure: { ...failure, sentence }, exit }, null, 2))
  return exit
}

/** With --json every end is one document, also that of a command line that cannot be understood. */
function wrongUsage(sentence: string, wantsJson: boolean, terminal: Terminal): number {
  const failure = { code: 'WRONG_USAGE', data: {}, sentence }
  if (wantsJson) terminal.print(JSON.stringify({ failure, exit: EXIT.usage }, null, 2))
  return EXIT.usage
}
