import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Makes a rename in a folder durable; Windows does so by itself. */
export function flushFolder(folder: string): void {
  if (process.platform !== 'win32') flush(folder)
}

/** Waits until a file or a folder is on the disk. */
export function flush(path: string): void {
  // Windows flushes a handle only that may write.
  const handle = openSync(path, process.platform === 'win32' ? 'r+' : 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
