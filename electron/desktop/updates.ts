import path from 'node:path'
import { Readable } from 'node:stream'
import { app } from 'electron'
import type { Host, ReadyUpdate } from '../backend/host.ts'
import { plainBytes, sealed, updatesFolder } from '../backend/updates/staged.ts'
import type { InstalledAs } from '../contract/update-words.ts'
import { MeterbookError } from '../contract/errors.ts'
import { writeWhole } from '../exports/file.ts'

interface Shell {
  installedAs: InstalledAs
  dataFolder: string
  /** Ends the backend: downloads stop at their next page, the book is closed. */
  closeBackend: () => Promise<void>
  /** The new version could not be put in place though all was ready: the program goes on as it was. */
  onFailed: (error: unknown) => void
}

/**
 * Puts a verified package in the place of this program and ends it. Resolves when all is ready, so that the window learns what
 * stands in the way; then the backend is closed, and only then does anything end.
 */
export function installWith({ installedAs, dataFolder, closeBackend, onFailed }: Shell): Host['installUpdate'] {
  return async (update) => {
    const finish = await prepare(update, installedAs, dataFolder)
    setImmediate(() => {
      closeBackend()
        .then(finish)
        .catch((error: unknown) => onFailed(error))
    })
  }
}

async function prepare(update: ReadyUpdate, installedAs: InstalledAs, dataFolder: string): Promise<() => Promise<void>> {
  if (installedAs === 'nsis') {
    // Loaded by who installs: no start of the program waits for it.
    const { prepareInstaller } = await import('./installer.ts')
    return prepareInstaller(update, path.join(updatesFolder(dataFolder), 'installer'))
  }
  const { APPIMAGE } = process.env
  if (installedAs !== 'appimage' || APPIMAGE === undefined) throw new MeterbookError('NO_SUCH_UPDATE', { version: update.version })
  return replaceAppImage(update, APPIMAGE)
}

/**
 * Linux: the file of the running program becomes the new one in one step, made of bytes that are verified on their way.
 * electron-updater removes the old file first and moves the new one then: a full disk would leave no program at all.
 */
async function replaceAppImage(update: ReadyUpdate, appImage: string): Promise<() => Promise<void>> {
  await writeWhole(appImage, Readable.from(sealed(plainBytes(update.file), update)))
  return () => {
    // The folder that the running program is mounted at goes away with it.
    app.relaunch({ execPath: appImage, args: ['--appimage-extract-and-run'] })
    app.quit()
    return Promise.resolve()
  }
}
