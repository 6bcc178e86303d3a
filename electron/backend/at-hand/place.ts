import { createHash, randomBytes } from 'node:crypto'
import { lstatSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { keepOwn, makeOwnFolder, OWN_FILE } from '../../book/file/private.ts'

/** Where the running program is asked, and the word that lets one in. */
const doorSchema = z.object({ socket: z.string(), word: z.string().length(64) })
export type Door = z.infer<typeof doorSchema>

/** Systems allow a socket's path 104 to 108 bytes; this leaves room for all. */
const MOST_PATH_BYTES = 100
const SHORT_PLACE = 'meterbook-door-'

/** In the data folder: who owns it may ask. */
export const runFolderOf = (dataFolder: string): string => path.join(dataFolder, 'run')
const doorFileOf = (dataFolder: string): string => path.join(runFolderOf(dataFolder), 'door.json')

/**
 * Makes the place for a socket that will listen, and writes down where it is, with a new word, in a file of the user alone.
 * Call with the right to do so (`takeLock`): what a killed program has left there is removed.
 *
 * On Windows it is a named pipe, whose usual rights let other users of the machine connect for reading: there the word, in a file
 * of the user's own data folder, is what keeps them out.
 */
export function makeDoor(dataFolder: string): Door {
  const folder = runFolderOf(dataFolder)
  makeOwnFolder(folder)
  keepOwn(folder)
  refuseForeign(folder)
  removeDoor(dataFolder)
  const door = { socket: socketIn(folder), word: randomBytes(32).toString('hex') }
  writeFileSync(doorFileOf(dataFolder), JSON.stringify(door), { flag: 'wx', mode: OWN_FILE })
  return door
}

/** Where a running program is asked; null where none has said so, or who said it is another user. */
export function doorOf(dataFolder: string): Door | null {
  try {
    const file = doorFileOf(dataFolder)
    refuseForeign(runFolderOf(dataFolder))
    refuseForeign(file)
    return doorSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}

/** Removes the socket and what was written of it. */
export function removeDoor(dataFolder: string): void {
  const left = doorOf(dataFolder)
  rmSync(doorFileOf(dataFolder), { force: true })
  if (!left || process.platform === 'win32') return
  const folder = path.dirname(left.socket)
  if (folder === runFolderOf(dataFolder)) rmSync(left.socket, { force: true })
  else if (folder.startsWith(path.join(os.tmpdir(), SHORT_PLACE))) rmSync(folder, { recursive: true, force: true })
}

function socketIn(folder: string): string {
  if (process.platform === 'win32') {
    const name = createHash('sha256')
      .update(`${folder}\n${os.userInfo().username}\n${randomBytes(8).toString('hex')}`)
      .digest('hex')
    return `\\\\.\\pipe\\meterbook-${name.slice(0, 32)}`
  }
  const socket = path.join(folder, 'door.sock')
  if (Buffer.byteLength(socket) <= MOST_PATH_BYTES) return socket
  // A folder that is made now, under a name that nobody could have taken before, with access for its owner only.
  return path.join(mkdtempSync(path.join(os.tmpdir(), SHORT_PLACE)), 's')
}

/** Throws for a link, and for what another user has made or may write. */
function refuseForeign(name: string): void {
  const found = lstatSync(name)
  const isPlain = found.isDirectory() || found.isFile()
  const isOwn = process.platform === 'win32' || (found.uid === process.getuid?.() && (found.mode & 0o077) === 0)
  if (!isPlain || !isOwn) throw new Error(`${name} is not this user's alone.`)
}
