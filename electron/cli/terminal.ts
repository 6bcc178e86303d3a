import type { ReadStream } from 'node:tty'
import { visibleLines } from '../contract/visible.ts'

/** What a command sees of the world: its output, its terminal, its end. Tests pass their own. */
export interface Terminal {
  /** Results, to standard output. */
  print(text: string): void
  /**
   * For whoever prints much: waits while the reader of standard output is behind, and no longer than until the reader has gone away or
   * the command is to end.
   */
  room(): Promise<void>
  /** Everything else, to standard error. */
  note(text: string): void
  stdin: NodeJS.ReadStream | ReadStream
  stderr: NodeJS.WriteStream
  /** Standard error is a terminal: a progress bar may be drawn. */
  isInteractive: boolean
  env: NodeJS.ProcessEnv
  /** Aborted by Ctrl+C or a request to end. */
  signal: AbortSignal
}

/** The process's own terminal, and how its output went. */
export interface ProcessTerminal extends Terminal {
  /** Waits until what was written has left the process; resolves to why standard output could not be written, if so. */
  flushed(): Promise<string | null>
}

/**
 * The process's own terminal. The first SIGINT, SIGTERM or SIGHUP aborts `signal` and the command ends in good order;
 * a second one ends the process at once (not a second SIGHUP: a terminal that goes away sends more than one).
 * A reader that goes away (`| head`) is no error; a full disk is one.
 */
export function processTerminal(): ProcessTerminal {
  const ending = new AbortController()
  const end = (name: NodeJS.Signals) => {
    if (ending.signal.aborted && name !== 'SIGHUP') process.exit(130)
    ending.abort()
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, end)
  // A host that runs until it is stopped ends here: nobody has seen the address it printed.
  const output = watchedOutput(() => ending.abort(), ending.signal)
  return {
    ...output,
    stdin: process.stdin,
    stderr: process.stderr,
    isInteractive: process.stderr.isTTY,
    env: process.env,
    signal: ending.signal,
  }
}

const GONE = new Set(['EPIPE', 'EIO', 'ERR_STREAM_DESTROYED'])

/** Standard output and error, every line of them free of what a terminal would obey. */
export function watchedOutput(
  onFailure: () => void = () => undefined,
  ending?: AbortSignal,
): Pick<ProcessTerminal, 'print' | 'room' | 'note' | 'flushed'> {
  let failure: string | null = null
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // Nobody reads any more (a closed pipe, a terminal that went away): like other tools, say nothing.
    if (GONE.has(error.code ?? '')) return
    failure ??= error.code ?? error.message
    onFailure()
  })
  // Where even this cannot be written there is nobody to tell.
  process.stderr.on('error', () => undefined)
  return {
    print: (text) => void process.stdout.write(`${visibleLines(text)}\n`),
    room: () => drained(process.stdout, ending),
    note: (text) => void process.stderr.write(`${visibleLines(text)}\n`),
    async flushed() {
      await Promise.all([written(process.stdout), written(process.stderr)])
      return failure
    },
  }
}

async function drained(stream: NodeJS.WriteStream, ending: AbortSignal | undefined): Promise<void> {
  if (!stream.writableNeedDrain || ending?.aborted) return
  const { promise, resolve } = Promise.withResolvers<void>()
  stream.once('drain', resolve).once('close', resolve)
  ending?.addEventListener('abort', () => resolve(), { once: true })
  await promise
  stream.off('drain', resolve).off('close', resolve)
}

/** Resolves when everything written before has been taken, or the stream has ended. */
function written(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    if (stream.destroyed) resolve()
    else stream.write('', () => setImmediate(resolve))
  })
}
