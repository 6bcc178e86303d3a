import { createHash, type Hash } from 'node:crypto'
import { constants, lstatSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { keepOwn, makeOwnFolder } from '../../book/file/private.ts'
import type { Package } from './manifest.ts'
import { refused } from './refused.ts'

/**
 * Where releases wait, in a folder of the user alone: the manifest that was verified last, and the package that was fetched. What else
 * lies in it is removed, so it is no link to another folder.
 * @throws MeterbookError UPDATE_REFUSED not-a-file
 */
export function updatesFolder(dataFolder: string): string {
  const folder = path.join(dataFolder, 'updates')
  makeOwnFolder(folder)
  if (!lstatSync(folder).isDirectory()) throw refused('not-a-file', path.basename(folder))
  keepOwn(folder)
  return folder
}

type Sealed = Pick<Package, 'bytes' | 'sha512'>

/**
 * The bytes of a package on their way to its file. What is not of the size and digest that were signed fails before its end,
 * so that `writeWhole` leaves nothing of it.
 * @throws MeterbookError UPDATE_REFUSED size, digest; what `content` throws
 */
export async function* sealed(
  content: AsyncIterable<Buffer>,
  { bytes, sha512 }: Sealed,
  tell?: (done: number, total: number) => void,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha512')
  let done = 0
  for await (const chunk of content) {
    done += chunk.length
    // More than was signed is not wanted to the end.
    if (done > bytes) throw refused('size', `${bytes}`)
    hash.update(chunk)
    tell?.(done, bytes)
    yield chunk
  }
  if (done !== bytes) throw refused('size', `${done} ≠ ${bytes}`)
  assertDigest(hash, sha512)
}

/**
 * That a file is still the package that was signed: asked again at the last moment, because time has passed.
 * @throws MeterbookError UPDATE_REFUSED not-a-file, size, digest
 */
export async function assertSealed(file: string, { bytes, sha512 }: Sealed): Promise<void> {
  for await (const _chunk of sealed(plainBytes(file), { bytes, sha512 }));
}

/** The bytes of a file that is no link. @throws MeterbookError UPDATE_REFUSED not-a-file */
export async function* plainBytes(file: string): AsyncGenerator<Buffer> {
  const handle = await openPlain(file)
  try {
    for await (const chunk of handle.createReadStream({ autoClose: false, highWaterMark: PIECE_BYTES })) yield chunk as Buffer
  } finally {
    await handle.close()
  }
}
const PIECE_BYTES = 1024 * 1024

async function openPlain(file: string): Promise<FileHandle> {
  // Windows does not know O_NOFOLLOW: there this look has to be enough.
  if (!lstatSync(file, { throwIfNoEntry: false })?.isFile()) throw refused('not-a-file', path.basename(file))
  return open(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)).catch((error: unknown) => {
    throw refused('not-a-file', path.basename(file), error)
  })
}

function assertDigest(hash: Hash, sha512: string): void {
  if (hash.digest('base64') !== sha512) throw refused('digest')
}
