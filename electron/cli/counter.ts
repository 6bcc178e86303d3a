import { count } from './numbers.ts'
import type { Terminal } from './terminal.ts'

/** A count that goes on in its line on a terminal; elsewhere nothing is said. */
export function counter(terminal: Terminal, what: string) {
  let isShown = false
  return {
    tell(done: number, total: number | null): void {
      if (!terminal.isInteractive) return
      isShown = true
      terminal.stderr.write(`\r${count(done)}${total === null ? '' : ` of ${count(total)}`} ${what}\u001b[K`)
    },
    end(): void {
      if (isShown) terminal.stderr.write('\r\u001b[K')
    },
  }
}
