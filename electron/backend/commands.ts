import type { z } from 'zod'
import type { commandSchema } from '../contract/program.ts'
import { createBroadcast, type Broadcast } from './broadcast.ts'

/** A host's menu, or a file that was dropped, asks this of the window. */
export interface Command {
  command: z.infer<typeof commandSchema>
  file: string | null
}
export type Commands = Broadcast<Command>

const MOST_WAITING = 20

/** Commands for the windows. Those given before any window listens are kept for the first: opening a file may start the program. */
export function createCommands(): Commands {
  const broadcast = createBroadcast<Command>((waiting, next) => [...waiting, next].slice(-MOST_WAITING))
  let early: Command[] | null = []
  return {
    publish(command) {
      if (early) early = [...early, command].slice(-MOST_WAITING)
      else broadcast.publish(command)
    },
    async *listen(signal) {
      for (let first = early?.shift(); first; first = early?.shift()) yield first
      early = null
      yield* broadcast.listen(signal)
    },
    close: () => broadcast.close(),
  }
}
