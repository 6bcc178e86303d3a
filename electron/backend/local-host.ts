import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Host } from './host.ts'

/** What every host says about this machine; each adds what it alone can do. */
export type Machine = Pick<Host, 'version' | 'systemLocale' | 'systemTimeZone'>

export function thisMachine(): Machine {
  const { locale, timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return { version: programVersion(), systemLocale: locale, systemTimeZone: timeZone }
}

/** The program's version from the nearest package.json above this file: sources and bundle lie at different depths. */
function programVersion(): string {
  for (let folder = import.meta.dirname; ; folder = path.dirname(folder)) {
    try {
      const found = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version?: string }
      return found.version ?? '0'
    } catch {
      if (folder === path.dirname(folder)) return '0'
    }
  }
}
