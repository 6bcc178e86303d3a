import { readFileSync } from 'node:fs'
import path from 'node:path'
import { commandLineOf } from './command-line.ts'
import type { Host } from './host.ts'
import { releaseOf } from './updates/release.ts'

/** What every host says about this machine; each adds what it alone can do. */
export type Machine = Pick<Host, 'version' | 'systemLocale' | 'systemTimeZone' | 'commandLine' | 'release'>

/** @param resources the folder of an installed desktop's resources */
export function thisMachine(resources: string | null = null, env: NodeJS.ProcessEnv = process.env): Machine {
  const { locale, timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const { folder, version } = program()
  return {
    version,
    systemLocale: locale,
    systemTimeZone: timeZone,
    commandLine: commandLineOf(folder, resources),
    release: releaseOf(folder, resources, env),
  }
}

/** The program's folder and version, by the nearest package.json above this file: sources and bundle lie at different depths. */
function program(): { folder: string; version: string } {
  for (let folder = import.meta.dirname; ; folder = path.dirname(folder)) {
    try {
      const found = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version?: string }
      return { folder, version: found.version ?? '0' }
    } catch {
      if (folder === path.dirname(folder)) return { folder, version: '0' }
    }
  }
}
