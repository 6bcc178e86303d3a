import type { Host, ReadyUpdate } from '../backend/host.ts'
import { failureFacts } from '../backend/logged/error-facts.ts'
import type { ProgramLog } from '../backend/program-log.ts'
import type { InstalledAs } from '../contract/update-words.ts'
import { MeterbookError } from '../contract/errors.ts'

interface Shell {
  installedAs: InstalledAs
  dataFolder: string
  /** Ends the backend: downloads stop at their next page, the book is closed. */
  closeBackend: () => Promise<void>
  programLog: Pick<ProgramLog, 'write'>
  /** The new version could not be put in place though all was ready: the program goes on as it was. */
  onFailed: () => void
}

/**
 * Puts a verified package in the place of this program and ends it. Resolves when all is ready, so that the window learns what
 * stands in the way; then the backend is closed, and only then does anything end.
 */
export function installWith({ installedAs, dataFolder, closeBackend, programLog, onFailed }: Shell): Host['installUpdate'] {
  return async (update) => {
    const finish = await prepare(update, installedAs, dataFolder)
    setImmediate(() => {
      closeBackend()
        .then(finish)
        .catch((error: unknown) => {
          programLog.write('error', 'update-not-installed', { version: update.version, ...failureFacts(error) })
          onFailed()
        })
    })
  }
}

/** Loaded by who installs: no start of the program waits for what it takes. */
async function prepare(update: ReadyUpdate, installedAs: InstalledAs, dataFolder: string): Promise<() => Promise<void>> {
  const { APPIMAGE } = process.env
  if (installedAs === 'nsis') return (await import('./installer.ts')).prepareInstaller(update, dataFolder)
  if (installedAs === 'appimage' && APPIMAGE) return (await import('./app-image.ts')).replaceAppImage(update, APPIMAGE)
  throw new MeterbookError('NO_SUCH_UPDATE', { version: update.version })
}
