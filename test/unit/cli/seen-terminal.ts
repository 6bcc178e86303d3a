import { PassThrough } from 'node:stream'
import type { Terminal } from '../../../electron/cli/terminal.ts'

/** A terminal that keeps what was written to it. */
export function seenTerminal(changes: Partial<Terminal> = {}): Terminal & { printed: string[]; noted: string[] } {
  const printed: string[] = []
  const noted: string[] = []
  const streams = { stdin: new PassThrough(), stderr: new PassThrough() } as unknown as Pick<Terminal, 'stdin' | 'stderr'>
  return {
    ...streams,
    print: (text) => void printed.push(text),
    room: () => Promise.resolve(),
    note: (text) => void noted.push(text),
    isInteractive: false,
    env: {},
    signal: new AbortController().signal,
    printed,
    noted,
    ...changes,
  }
}
