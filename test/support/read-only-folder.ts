import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync } from 'node:fs'

const inShell = (line: string) => spawnSync('sh', ['-c', line]).status === 0

/** Makes a folder that nobody can write into, as a stick with its switch; returns what undoes that, null where it cannot be made. */
export function readOnlyFolder(folder: string): (() => void) | null {
  mkdirSync(folder)
  // Rights hold nobody up who is root.
  if (process.getuid?.() === 0) {
    return inShell(`mount -t tmpfs -o ro,size=64k tmpfs '${folder}'`) ? () => void inShell(`umount '${folder}'`) : null
  }
  if (process.platform === 'win32') return null
  chmodSync(folder, 0o555)
  return () => chmodSync(folder, 0o755)
}
