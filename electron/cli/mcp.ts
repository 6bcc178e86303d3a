import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Command } from 'commander'
import { AssistantLines } from '../assistant/lines.ts'
import { programFolder } from '../backend/program-folder.ts'
import { serverOf } from '../assistant/server.ts'
import { answersInThread, type Answers } from '../assistant/thread.ts'
import { TOOLS } from '../assistant/tools/index.ts'
import { publicViewWords } from '../words/public-views.ts'
import { usualGas, withBook } from './analysis-book.ts'
import type { CommandContext } from './context.ts'
import { failureOf } from './failure.ts'
import { sentenceOf } from './sentences.ts'
import type { Terminal } from './terminal.ts'

interface McpFlags {
  book: string
  withPersonal?: boolean
}

/** `meterbook mcp`: the book for assistants, by the Model Context Protocol over standard input and output. */
export function mcpCommand(program: Command, { terminal }: CommandContext): void {
  program
    .command('mcp')
    .requiredOption('--book <FILE>', 'the book; it is opened for each question, and nothing holds it between two')
    .option('--with-personal', 'also phones, contacts, tax numbers, the name of the account, and what stands in notes')
    .addHelpText('after', HELP)
    .action(async ({ book: file, withPersonal = false }: McpFlags) => {
      // What is no book is said before an assistant is told of any; one of an older version is brought to this one.
      const whole = await withBook(file, (book) => Promise.resolve(book.file))
      const answers = answersInThread({ file: whole, usual: usualGas(), withPersonal })
      try {
        await served(terminal, answers, withPersonal)
      } finally {
        await answers.close()
      }
    })
}

const HELP = `
Example:
  meterbook mcp --book trip.meterbook
A program with an assistant starts it: docs/assistants.md says how. It ends with its standard input, or when it is told to.
It reads the book and nothing else: no network, no account, no secret.`

/** Serves until the other side goes away or this program is told to end. */
async function served(terminal: Terminal, answers: Answers, withPersonal: boolean): Promise<void> {
  const { version } = programFolder()
  const views = await publicViewWords('en')
  const gone = Promise.withResolvers<void>()
  const transport = new AssistantLines(terminal.stdin, process.stdout, gone.resolve)
  const { note } = terminal
  const handle = serveStdio(() => serverOf({ answers, tools: TOOLS, version, views, withPersonal, failureOf, sentenceOf, note }), {
    transport,
    onerror: ({ message }) => note(message),
  })
  const end = () => gone.resolve()
  terminal.signal.addEventListener('abort', end, { once: true })
  if (terminal.signal.aborted) end()
  await gone.promise
  await handle.close()
}
