import type { Terminal } from './terminal.ts'

/** What every command gets besides its options. */
export interface CommandContext {
  terminal: Terminal
  /** Sets the exit code of a command that ends well, or with something missing. */
  finish(code: number): void
}
