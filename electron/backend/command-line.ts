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
 * repository. Null where neither is there.
 * @param root the program's folder, which holds its package.json
 * @param resources the folder of an installed desktop's resources, which holds `cli`; a command line finds it by itself
 */
export function commandLineOf(root: string, resources: string | null): CommandLine | null {
  for (const folder of resources === null ? [root] : [path.join(resources, 'cli'), root]) {
    if (existsSync(launcherIn(folder))) return { program: launcherIn(folder), args: [] }
  }
  const entry = path.join(root, 'electron', 'entry.cjs')
  const node = process.versions['electron'] === undefined ? process.execPath : nodeOf(root)
  return existsSync(entry) && node !== null ? { program: node, args: [...HEAP, entry, 'cli'] } : null
}

/** The project's own Node: Electron's program is none. */
function nodeOf(root: string): string | null {
  const file = path.join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  return existsSync(file) ? file : null
}
