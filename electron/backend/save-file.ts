import { rm } from 'node:fs/promises'
import type { ExportDone } from '../contract/exports.ts'
import type { WorkKind } from '../contract/work-words.ts'
import type { Host } from './host.ts'
import type { AtWork, Works } from './works.ts'

interface Written {
  bytes: number
  rows?: number
  replaced?: string[]
}

/**
 * Asks the host where a new file goes, has it written there as work that windows see and may end, and says where it lies.
 * Null: the user changed their mind. Where writing fails nothing is left at a place to download from, which the host made.
 */
export async function saveFile<Result extends Written>(
  { host, works }: { host: Pick<Host, 'saveAs'>; works: Works },
  { kind, name, outer }: { kind: WorkKind; name: string; outer?: AbortSignal | undefined },
  write: (file: string, at: AtWork) => Promise<Result>,
): Promise<{ done: NonNullable<ExportDone>; result: Result } | null> {
  const place = await host.saveAs(name)
  if (!place) return null
  const isDownload = place.href !== null
  try {
    const result = await works.run({ kind, title: name, outer }, (at) => write(place.file, at))
    const { bytes, rows = null, replaced = [] } = result
    return { done: { file: isDownload ? name : place.file, href: place.href, rows, bytes, replaced }, result }
  } catch (error) {
    if (isDownload) await rm(place.file, { force: true })
    throw error
  }
}
