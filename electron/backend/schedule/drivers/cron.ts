import { MeterbookError } from '../../../contract/errors.ts'
import type { Entry } from '../order.ts'
import { CRONTAB, cronEntry, crontabWith, lineIn } from '../texts/cron.ts'
import { readEntryFile, removeEntryFile, writeEntryFile } from './entry-files.ts'
import type { Scheduler } from './scheduler.ts'
import { runSteps, runTool } from './tool.ts'

/** The user's crontab; one that was never made is empty. @throws MeterbookError SCHEDULE_REFUSED: it must not be written over then. */
async function crontab(): Promise<string> {
  const { code, out, err } = await runTool(['crontab', '-l'])
  if (code === 0) return out
  if (code === 1 && /no crontab|can't open/i.test(err)) return ''
  throw new MeterbookError('SCHEDULE_REFUSED', { tool: 'crontab -l', said: err.trim() })
}

const files = (entry: Entry) => entry.texts.filter(({ file }) => file !== CRONTAB)
const lineOf = (entry: Entry) => entry.texts.find(({ file }) => file === CRONTAB)?.text ?? null

/** Cron, where no systemd runs for users. It tells nobody when a line ran last: the run itself does. */
export function cronOf(): Scheduler {
  return {
    name: 'cron',
    isThere: () =>
      crontab().then(
        () => true,
        () => false,
      ),
    entryOf: cronEntry,
    async install(entry, id) {
      const before = await crontab()
      for (const { file, text } of files(entry)) writeEntryFile(file, text)
      await runSteps(entry.on, crontabWith(before, id, lineOf(entry)))
    },
    async remove(entry, id) {
      const before = await crontab()
      if (lineIn(before, id) !== null) await runSteps(entry.off, crontabWith(before, id, null))
      for (const { file } of files(entry)) removeEntryFile(file)
    },
    async found(entry, id) {
      const line = lineIn(await crontab(), id)
      return entry.texts.map(({ file }) => (file === CRONTAB ? line : readEntryFile(file)))
    },
    // A line that is commented out is another line than ours.
    isOn: async (id) => lineIn(await crontab(), id) !== null,
    says: () => Promise.resolve([]),
  }
}
