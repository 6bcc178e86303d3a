import { existsSync } from 'node:fs'
import path from 'node:path'

/** How somebody else, a scheduler for one, starts this program's command line: the program, and what comes before the command. */
export interface CommandLine {
  program: string
  args: string[]
}

/** What the heap of a command gets: `package.json` gives its scripts the same. */
const HEAP = ['--max-semi-space-size=4', '--max-old-space-size=1024']

const launcherIn = (folder: string) => path.join(folder, process.platform === 'win32' ? 'meterbook.cmd' : 'meterbook')

/**
 * The command line that belongs to the running program: the launcher of an installed one, Node with the entry in the
 * repository. Null where neither is there, and where the program is gone with its folder when it ends: an AppImage, a portable
 * one for Windows, a Mac's program that was opened from its image.
 * @param root the program's folder, which holds its package.json
 * @param resources the folder of an installed desktop's resources, which holds `cli`; a command line finds it by itself
 */
export function commandLineOf(root: string, resources: string | null, env: NodeJS.ProcessEnv = process.env): CommandLine | null {
  if (resources !== null && isPassing(resources, env)) return null
  for (const folder of resources === null ? [root] : [path.join(resources, 'cli'), root]) {
    if (existsSync(launcherIn(folder))) return { program: launcherIn(folder), args: [] }
  }
  const entry = path.join(root, 'electron', 'entry.cjs')
  const node = process.versions['electron'] === undefined ? process.execPath : nodeOf(root)
  return existsSync(entry) && node !== null ? { program: node, args: [...HEAP, entry, 'cli'] } : null
}

/** True for a folder that a package was unpacked or mounted into for this one run. */
function isPassing(resources: string, env: NodeJS.ProcessEnv): boolean {
  const mounts = [env['APPDIR'], env['PORTABLE_EXECUTABLE_DIR'] && env['TEMP']]
  const isIn = (folder: string | undefined) => folder !== undefined && folder !== '' && resources.startsWith(folder + path.sep)
  return mounts.some(isIn) || /^\/Volumes\/|\/AppTranslocation\//.test(resources)
}

/** The project's own Node: Electron's program is none. */
function nodeOf(root: string): string | null {
  const file = path.join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  return existsSync(file) ? file : null
}
