import { commandLineOf } from './command-line.ts'
import type { Host } from './host.ts'
import { programFolder } from './program-folder.ts'
import { releaseOf } from './updates/release.ts'

/** What every host says about this machine; each adds what it alone can do. */
export type Machine = Pick<Host, 'version' | 'systemLocale' | 'systemTimeZone' | 'commandLine' | 'release'>

/** @param resources the folder of an installed desktop's resources */
export function thisMachine(resources: string | null = null, env: NodeJS.ProcessEnv = process.env): Machine {
  const { locale, timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const { folder, version } = programFolder()
  return {
    version,
    systemLocale: locale,
    systemTimeZone: timeZone,
    commandLine: commandLineOf(folder, resources),
    release: releaseOf(folder, resources, env),
  }
}
