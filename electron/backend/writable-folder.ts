import { access, constants, stat } from 'node:fs/promises'
import { MeterbookError } from '../contract/errors.ts'
import { asFileFailure } from '../exports/file.ts'

/** Throws where files cannot be written into a folder: FOLDER_GONE, FILE_NOT_WRITABLE. */
export async function refuseUnwritable(folder: string): Promise<void> {
  const found = await stat(folder).catch((error: unknown) => {
    throw asFileFailure(error, folder)
  })
  if (!found.isDirectory()) throw new MeterbookError('FILE_NOT_WRITABLE', { file: folder, reason: 'ENOTDIR' })
  await access(folder, constants.W_OK).catch((error: unknown) => {
    throw asFileFailure(error, folder)
  })
}
