import type { Places } from '../order.ts'
import { launchdEntry, targetOf } from '../texts/launchd.ts'
import { readEntryFile } from './entry-files.ts'
import type { Scheduler } from './scheduler.ts'
import { runTool } from './tool.ts'
import { putEntry, takeEntryAway } from './whole-entry.ts'

/** What of `launchctl print` tells how the agent fares. */
const TELLING = /^\s*(state|runs|last exit code|last terminating signal) = /

/** launchd in the session of the user. */
export function launchdOf(places: Places): Scheduler {
  const print = (id: string) => runTool(['launchctl', 'print', targetOf(id, places)])
  return {
    name: 'launchd',
    isThere: () => Promise.resolve(true),
    entryOf: launchdEntry,
    install: putEntry,
    remove: takeEntryAway,
    found: (entry) => Promise.resolve(entry.texts.map(({ file }) => readEntryFile(file))),
    isOn: async (id) => (await print(id)).code === 0,
    async says(id) {
      const { code, out } = await print(id)
      if (code !== 0) return []
      return out
        .split('\n')
        .filter((line) => TELLING.test(line))
        .map((line) => line.trim())
    },
  }
}
