import { homedir } from 'node:os'
import { api, type Parts } from '../base.ts'
import { commandLineState } from '../command-line-state.ts'
import { addToPath, removeFromPath, thisSystem } from '../on-path.ts'

/** The program's own command line, on the user's PATH by choice. */
export function commandLineRoutes({ desk, host, programLog }: Parts) {
  const system = thisSystem(homedir())
  const state = () => commandLineState(host.commandLine, system, desk.bookOrNull()?.file ?? null)
  return {
    state: api.commandLine.state.handler(state),
    add: api.commandLine.add.handler(async () => {
      await addToPath(host.commandLine, system)
      programLog.write('info', 'path-added')
      return state()
    }),
    remove: api.commandLine.remove.handler(async () => {
      await removeFromPath(host.commandLine, system)
      programLog.write('info', 'path-removed')
      return state()
    }),
  }
}
