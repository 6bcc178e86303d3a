import { readdirSync } from 'node:fs'
import path from 'node:path'
import { systemdEntry, unitOf } from '../texts/systemd.ts'
import { readEntryFile, removeEntryFile } from './entry-files.ts'
import type { Scheduler } from './scheduler.ts'
import { runSteps, runTool } from './tool.ts'
import { putEntry, takeEntryAway } from './whole-entry.ts'

const TIMER = ['ActiveState', 'LastTriggerUSec', 'NextElapseUSecRealtime']
const SERVICE = ['ActiveState', 'Result', 'ConditionResult', 'ExecMainStatus', 'ExecMainStartTimestamp', 'ExecMainExitTimestamp']

/** What `systemctl --user edit` puts beside a unit changes what it does. */
function dropIns(unit: string): string {
  const folder = `${unit}.d`
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith('.conf'))
    return names.map((name) => `\n# ${path.join(folder, name)}\n${readEntryFile(path.join(folder, name)) ?? ''}`).join('')
  } catch {
    return ''
  }
}

/** @param data the user's data folder, where systemd remembers when a timer elapsed last */
export function systemdOf(data: string): Scheduler {
  const show = async (unit: string, names: readonly string[]) => {
    const { code, out } = await runTool(['systemctl', '--user', 'show', unit, `--property=${names.join(',')}`])
    const lines = code === 0 ? out.split('\n') : []
    return lines.filter((line) => line.trim() !== '').map((line) => `${unit}: ${line}`)
  }
  return {
    name: 'systemd',
    isThere: async () => (await runTool(['systemctl', '--user', 'show', '--property=Version'])).code === 0,
    entryOf: systemdEntry,
    install: putEntry,
    async remove(entry, id) {
      await takeEntryAway(entry)
      for (const { file } of entry.texts) removeEntryFile(`${file}.d`)
      removeEntryFile(path.join(data, 'systemd', 'timers', `stamp-${unitOf(id)}.timer`))
      await runSteps(entry.after)
    },
    found: (entry) =>
      Promise.resolve(
        entry.texts.map(({ file }) => {
          const text = readEntryFile(file)
          return text === null ? null : text + dropIns(file)
        }),
      ),
    async isOn(id) {
      const timer = `${unitOf(id)}.timer`
      const [enabled, active] = await Promise.all(['is-enabled', 'is-active'].map((verb) => runTool(['systemctl', '--user', verb, timer])))
      return enabled?.out.trim() === 'enabled' && active?.out.trim() === 'active'
    },
    async says(id) {
      return (await Promise.all([show(`${unitOf(id)}.timer`, TIMER), show(`${unitOf(id)}.service`, SERVICE)])).flat()
    },
  }
}
