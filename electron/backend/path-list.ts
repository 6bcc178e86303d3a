import { withoutEnd } from '../contract/cut.ts'

/** A list of folders as Windows keeps it: `;` between them, capitals or not, with or without a `\` at the end. */

/** The list with a folder at its end; what was there stays as it was written. */
export const withFolder = (list: string, folder: string): string =>
  hasFolder(list, folder) ? list : `${list}${list === '' || list.endsWith(';') ? '' : ';'}${folder}`

/** The list without a folder, wherever it stands. */
export const withoutFolder = (list: string, folder: string): string =>
  hasFolder(list, folder)
    ? list
        .split(';')
        .filter((one) => !isSame(one, folder))
        .join(';')
    : list

export const hasFolder = (list: string, folder: string): boolean => list.split(';').some((one) => isSame(one, folder))

const isSame = (one: string, other: string): boolean => bare(one) === bare(other)
const bare = (folder: string): string => withoutEnd(folder.trim().replaceAll('"', ''), '\\').toLowerCase()
