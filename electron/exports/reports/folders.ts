import { stat } from 'node:fs/promises'
import { MeterbookError } from '../../contract/errors.ts'
import { typedPath } from '../typed-path.ts'
import type { ReportChoices } from './plan.ts'

/** Where a run's files go. Throws FOLDER_MISSING where neither the report nor the caller names a folder. */
export function folderOf(choices: ReportChoices, given: string | undefined): string {
  const folder = given ?? choices.folder
  if (folder === null || folder.trim() === '') throw new MeterbookError('FOLDER_MISSING')
  return typedPath(folder)
}

/** Those of the reports that name a folder which is not there, or which is none. */
export async function withoutFolder<Report extends Pick<ReportChoices, 'folder'>>(reports: readonly Report[]): Promise<Report[]> {
  const there = await Promise.all(reports.map(({ folder }) => folder === null || isFolder(folder)))
  return reports.filter((_, at) => !there[at])
}

const isFolder = (folder: string): Promise<boolean> =>
  stat(typedPath(folder)).then(
    (found) => found.isDirectory(),
    () => false,
  )
