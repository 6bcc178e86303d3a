import { Readable } from 'node:stream'
import { app } from 'electron'
import type { ReadyUpdate } from '../backend/host.ts'
import { plainBytes, sealed } from '../backend/updates/staged.ts'
import { writeWhole } from '../exports/file.ts'

/**
 * Linux: the file of the running program becomes the new one in one step, made of bytes that are verified on their way.
 * electron-updater removes the old file first and moves the new one then: a full disk would leave no program at all.
 */
export async function replaceAppImage(update: ReadyUpdate, appImage: string): Promise<() => Promise<void>> {
  await writeWhole(appImage, Readable.from(sealed(plainBytes(update.file), update), { objectMode: false }))
  return () => {
    // The folder that the running program is mounted at goes away with it.
    app.relaunch({ execPath: appImage, args: ['--appimage-extract-and-run'] })
    app.quit()
    return Promise.resolve()
  }
}
