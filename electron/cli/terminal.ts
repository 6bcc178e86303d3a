import type { ReadStream } from 'node:tty'

/** What a command sees of the world: its output, its terminal, its end. Tests pass their own. */
export interface Terminal {
  /** Results, to standard output. */
  print(text: string): void
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

/**
 * The process's own terminal. The first SIGINT or SIGTERM aborts `signal` and the command ends in good order;
 * a second one ends the process at once. A reader that goes away (`| head`) is no error.
 */
export function processTerminal(): Terminal {
  const ending = new AbortController()
  const end = () => {
    if (ending.signal.aborted) process.exit(130)
    ending.abort()
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  }
  return {
    print: (text) => void process.stdout.write(`${text}\n`),
    note: (text) => void process.stderr.write(`${text}\n`),
    stdin: process.stdin,
    stderr: process.stderr,
    isInteractive: process.stderr.isTTY === true,
    env: process.env,
    signal: ending.signal,
  }
}

/** Waits until what was written has left the process. */
export async function flushed(): Promise<void> {
  const flush = (stream: NodeJS.WriteStream) =>
    new Promise<void>((resolve) => {
      if (stream.writableLength === 0 || stream.destroyed) resolve()
      else {
        stream.once('drain', resolve)
        stream.once('close', resolve)
        stream.once('error', () => resolve())
      }
    })
  await Promise.all([flush(process.stdout), flush(process.stderr)])
}
