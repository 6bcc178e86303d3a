import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import path from 'node:path'

/** Linux's folder in memory; in a container it often has 64 MB only. */
const MEMORY = '/dev/shm'
const ENOUGH_BYTES = 4e9

/**
 * Before the tests of a project: temporary files lie in memory where the machine has such a folder with room. No test
 * survives a power cut, and each commit of a book waits some milliseconds for a disk. The folder goes after the last test.
 */
export default function setUp(): (() => void) | undefined {
  if (process.platform !== 'linux' || freeBytes() < ENOUGH_BYTES) return undefined
  const [before, folder] = [process.env['TMPDIR'], mkdtempSync(path.join(MEMORY, 'meterbook-'))]
  process.env['TMPDIR'] = folder
  return () => {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
    rmSync(folder, { recursive: true, force: true })
  }
}

function freeBytes(): number {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize
  } catch {
    return 0
  }
}
