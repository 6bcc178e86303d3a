import { taskEntry, taskFacts, taskOf } from '../texts/task-scheduler.ts'
import { readEntryFile } from './entry-files.ts'
import type { Scheduler } from './scheduler.ts'
import { runTool } from './tool.ts'
import { putEntry, takeEntryAway } from './whole-entry.ts'

/** Windows' Task Scheduler. Its XML is a file only while it is handed over; what stands is asked for. */
export function taskSchedulerOf(): Scheduler {
  const query = (id: string) => runTool(['schtasks', '/Query', '/TN', taskOf(id), '/XML'])
  return {
    name: 'task-scheduler',
    isThere: () => Promise.resolve(true),
    entryOf: taskEntry,
    install: putEntry,
    remove: takeEntryAway,
    async found(entry, id) {
      const { code, out } = await query(id)
      return entry.texts.map(({ file, text }) => {
        if (!file.endsWith('.xml')) return readEntryFile(file)
        if (code !== 0) return null
        const [here, written] = [taskFacts(out), taskFacts(text)]
        return here.join('\n') === written.join('\n') ? text : out
      })
    },
    isOn: async (id) => (await query(id)).code === 0,
    async says(id) {
      // Its list is in the system's language: it is shown as it comes.
      const { code, out } = await runTool(['schtasks', '/Query', '/TN', taskOf(id), '/V', '/FO', 'LIST'])
      return code === 0 ? out.split(/\r?\n/).filter((line) => line.trim() !== '') : []
    },
  }
}
