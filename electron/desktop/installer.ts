import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { Readable } from 'node:stream'
import { app } from 'electron'
import { NsisUpdater, Provider, type UpdateInfo } from 'electron-updater'
import type { ProviderRuntimeOptions as ProviderRuntime } from 'electron-updater/out/providers/Provider'
import type { ReadyUpdate } from '../backend/host.ts'
import { assertSealed, plainBytes, sealed, updatesFolder } from '../backend/updates/staged.ts'
import { writeWhole } from '../exports/file.ts'
import { makeOwnFolder } from '../book/file/private.ts'

/**
 * Windows: electron-updater starts the installer of NSIS, as it knows how to. It is given no network: what it believes to
 * download is the package that was verified, copied and verified once more, and what it believes to be told by a server is
 * what the signed manifest said. Without a publisher's name it would take any file for the publisher's.
 */
export async function prepareInstaller(update: ReadyUpdate, dataFolder: string): Promise<() => Promise<void>> {
  const folder = path.join(updatesFolder(dataFolder), 'installer')
  rmSync(folder, { recursive: true, force: true })
  makeOwnFolder(folder)
  const settings = path.join(folder, 'app-update.yml')
  writeFileSync(settings, 'updaterCacheDirName: taken\n')
  const updater = new NsisUpdater(null, {
    version: app.getVersion(),
    name: app.getName(),
    isPackaged: true,
    appUpdateConfigPath: settings,
    userDataPath: folder,
    baseCachePath: folder,
    whenReady: () => app.whenReady().then(() => undefined),
    relaunch: () => app.relaunch(),
    quit: () => app.quit(),
    onQuit: () => undefined,
  })
  Object.assign(updater, {
    autoDownload: false,
    autoInstallOnAppQuit: false,
    allowDowngrade: false,
    disableWebInstaller: true,
    disableDifferentialDownload: true,
    logger: null,
    // Given an adapter, electron-updater makes no executor of its own: this one reaches no network.
    httpExecutor: {
      download: (_address: URL, target: string) =>
        writeWhole(target, Readable.from(sealed(plainBytes(update.file), update), { objectMode: false }), undefined, { isOwn: true }),
    },
  })
  let failure: Error | null = null
  updater.on('error', (error) => (failure = error))
  updater.setFeedURL({ provider: 'custom', updateProvider: providerOf(update) })
  const found = await updater.checkForUpdates()
  if (found?.isUpdateAvailable !== true) throw new Error('electron-updater takes this version for no newer one')
  const [file = ''] = await updater.downloadUpdate()
  return async () => {
    await assertSealed(file, update)
    updater.quitAndInstall()
    // What went wrong at once; what goes wrong later finds this program ended.
    if (failure) throw failure
  }
}

/** Says of the release what the signed manifest said, and nothing else. */
function providerOf({ version, name, file, bytes, sha512 }: ReadyUpdate) {
  const info = { url: name, sha512, size: bytes }
  return class extends Provider<UpdateInfo> {
    constructor(_options: unknown, _updater: unknown, runtime: ProviderRuntime) {
      super(runtime)
    }
    override getLatestVersion = () => Promise.resolve({ version, files: [info], path: name, sha512, releaseDate: '' })
    override resolveFiles = () => [{ url: pathToFileURL(file), info }]
  }
}
