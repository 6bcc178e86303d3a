import { existsSync } from 'node:fs'
import path from 'node:path'
import { recoverInThread } from '../book/sharing/sharing.ts'
import type { Recovery } from '../contract/recovery-words.ts'
import { backupPlaces } from './backup-places.ts'
import type { Parts } from './base.ts'
import { refuseUnwritable } from './writable-folder.ts'

/**
 * Makes a new book of what can be read of a damaged one, beside it, or in the program's own folder where nothing can be written
 * there (a failing stick): work that windows see and may end. The damaged one is put away first if it is the one that is open.
 * Throws as `recoverBook`.
 */
export async function recoverDamaged(
  { host, file, works, desk, programLog }: Pick<Parts, 'host' | 'file' | 'works' | 'desk' | 'programLog'>,
  damaged: string,
  outer: AbortSignal | undefined,
): Promise<Recovery> {
  await desk.closeFile(damaged)
  const folder = await refuseUnwritable(path.dirname(damaged)).then(
    () => path.dirname(damaged),
    () => host.dataFolder,
  )
  const name = path.basename(damaged, '.meterbook')
  const folders = backupPlaces(host.dataFolder, file.preferences().backupsFolder).map((place) => place.folder)
  const asked = { file: damaged, to: freeName(folder, name), backup: { folders }, nowMs: desk.nowMs() }
  const done = await works.run({ kind: 'recovery', title: path.basename(damaged), outer }, (at) => recoverInThread(asked, at))
  programLog.write('warn', 'book-recovered', recoveryFacts(done))
  return done
}

/** What the log keeps of a recovery. */
export const recoveryFacts = ({ pages, again, journal, version }: Recovery) => ({
  version,
  journal,
  pages: pages.all,
  unreadable: pages.unreadable,
  unsound: pages.unsound,
  days: again.days,
})

/** Nothing that is there is replaced. */
function freeName(folder: string, name: string): string {
  for (let n = 1; ; n++) {
    const file = path.join(folder, `${name} recovered${n === 1 ? '' : ` ${n}`}.meterbook`)
    if (!existsSync(file)) return file
  }
}
