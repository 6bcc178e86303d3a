import { constants } from 'node:fs'
import { open, stat, type FileHandle } from 'node:fs/promises'

/** A folder, a pipe, a device or a socket stands at a path. */
class NotAFile extends Error {}

/**
 * Opens a file to read it. A pipe is refused at once: opening one waits for a writer, for ever perhaps, and reading a
 * device may have no end.
 * @throws NotAFile; what the file system says.
 */
export async function openRegular(file: string): Promise<FileHandle> {
  if (!(await stat(file)).isFile()) throw new NotAFile(file)
  // A pipe may have taken its place since: opened so, it does not wait. Windows has neither.
  const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  if ((await handle.stat()).isFile()) return handle
  await handle.close()
  throw new NotAFile(file)
}

/** The text of a file in UTF-8. @throws as `openRegular`. */
export async function readRegular(file: string): Promise<string> {
  const handle = await openRegular(file)
  try {
    return await handle.readFile('utf8')
  } finally {
    await handle.close()
  }
}
