import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Bytes of memory that a program and all that it started have in use together. What they share is counted for each. */
export async function memoryOf(pid: number, platform: NodeJS.Platform = process.platform): Promise<number> {
  if (platform === 'win32') {
    const script =
      'Get-CimInstance Win32_Process | ForEach-Object { "$($_.ProcessId) $($_.ParentProcessId) $([long]($_.WorkingSetSize / 1024))" }'
    const { stdout } = await run('powershell', ['-NoProfile', '-Command', script])
    return sumOfTree(stdout, pid)
  }
  if (platform === 'linux') return sumOfTree(linuxProcesses(), pid)
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,rss='])
  return sumOfTree(stdout, pid)
}

/** Small machines have no `ps`. A process that has just ended has no status any more. */
function linuxProcesses(): string {
  const numbers = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return numbers
    .map((pid) => {
      const status = textOr(`/proc/${pid}/status`, '')
      return [pid, /^PPid:\s+(\d+)/m.exec(status)?.[1] ?? 0, /^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0].join(' ')
    })
    .join('\n')
}

function textOr(file: string, otherwise: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return otherwise
  }
}

/** @param table a process a line: its number, its parent's, its KiB */
export function sumOfTree(table: string, root: number): number {
  const processes = table
    .split(/\r?\n/)
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter((fields) => fields.length === 3)
  const tree = new Set([root])
  // A child may stand before its parent: as many rounds as the tree is deep.
  for (let known = 0; known !== tree.size;) {
    known = tree.size
    for (const [pid = 0, parent = 0] of processes) if (tree.has(parent)) tree.add(pid)
  }
  return processes.reduce((sum, [pid = 0, , kib = 0]) => (tree.has(pid) ? sum + kib * 1024 : sum), 0)
}
