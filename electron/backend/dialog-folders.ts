import { readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { OWN_FILE } from '../book/file/private.ts'

/** What a dialog of the desktop asks for; each kind has a folder of its own. */
export type DialogKind = 'save' | 'book' | 'folder' | 'update'
const foldersSchema = z.object({
  save: z.string().optional().catch(undefined),
  book: z.string().optional().catch(undefined),
  folder: z.string().optional().catch(undefined),
  update: z.string().optional().catch(undefined),
})

/**
 * Where each dialog was when something was chosen in it last. Electron opens the downloads folder where it is told none.
 * @param file where it is kept over a restart; damaged or missing it is as good as empty
 * @param usual where a dialog opens for the first time, and where the folder of last time is gone
 */
export function dialogFoldersIn(file: string, usual: Record<DialogKind, string>) {
  let folders = read()

  function read(): z.infer<typeof foldersSchema> {
    try {
      return foldersSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
    } catch {
      return {}
    }
  }

  return {
    /** The folder to open in. */
    of(kind: DialogKind): string {
      const last = folders[kind]
      return last !== undefined && isFolder(last) ? last : usual[kind]
    },
    /** Something was chosen: the next dialog of this kind opens there. A full disk must not keep the choice from being used. */
    chosen(kind: DialogKind, folder: string): void {
      folders = { ...folders, [kind]: folder }
      try {
        writeFileSync(file, JSON.stringify(folders), { mode: OWN_FILE })
      } catch {
        // It is known until the program ends.
      }
    },
  }
}
export type DialogFolders = ReturnType<typeof dialogFoldersIn>

/** False also for a stick that was pulled out, or a share that cannot be reached. */
function isFolder(folder: string): boolean {
  try {
    return path.isAbsolute(folder) && statSync(folder).isDirectory()
  } catch {
    return false
  }
}
