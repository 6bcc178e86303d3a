import { realpathSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'

/** Linux's numbers of file systems that lie on another computer: NFS, SMB of three ages, AFS, Ceph, 9P, Coda, GFS2. */
const ELSEWHERE = new Set([0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x5346414f, 0x00c36400, 0x01021997, 0x73757245, 0x01161970])

interface System {
  platform: NodeJS.Platform
  typeOf(folder: string): number
  realOf(folder: string): string
}
const THIS: System = {
  platform: process.platform,
  typeOf: (folder) => statfsSync(folder).type,
  realOf: (folder) => realpathSync.native(folder),
}

/**
 * True for a book on a share of another computer. Locks and the journal of SQLite are only as good there as the share makes
 * them: two computers that write one book can damage it. On macOS and for FUSE nobody can tell, so it is false there.
 * @param file the book's real path
 */
export function isOnNetwork(file: string, { platform, typeOf, realOf }: System = THIS): boolean {
  const folder = dirname(file)
  try {
    // A drive letter that stands for a share is resolved to the share's own name.
    if (platform === 'win32') return /^\\\\(?!\?\\[a-z]:)/i.test(realOf(folder))
    return platform === 'linux' && ELSEWHERE.has(typeOf(folder) >>> 0)
  } catch {
    return false
  }
}
