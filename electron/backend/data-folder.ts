import os from 'node:os'
import path from 'node:path'
import { keepOwn, makeOwnFolder } from '../book/file/private.ts'

/**
 * Where books, the vault, preferences and logs live: the OS's local application data, the same for every host.
 * Never a roaming or synced folder: an open SQLite file must not be copied behind its back.
 * `METERBOOK_DATA` names another one.
 */
export function defaultDataFolder(env: NodeJS.ProcessEnv = process.env, platform = process.platform): string {
  const named = env['METERBOOK_DATA']
  if (named) return path.resolve(named)
  const home = os.homedir()
  if (platform === 'win32') return path.join(env['LOCALAPPDATA'] ?? path.join(home, 'AppData', 'Local'), 'Meterbook')
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support', 'Meterbook')
  return path.join(env['XDG_DATA_HOME'] || path.join(home, '.local', 'share'), 'meterbook')
}

/**
 * Makes the data folder, the user's alone. One that is there with wider rights loses them, but for a folder that
 * METERBOOK_DATA names: that may be shared on purpose (the books in it are not).
 */
export function makeDataFolder(folder: string): void {
  makeOwnFolder(folder)
  if (folder === defaultDataFolder({ ...process.env, METERBOOK_DATA: undefined })) keepOwn(folder)
}
