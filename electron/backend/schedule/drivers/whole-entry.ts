import type { Entry } from '../order.ts'
import { removeEntryFile, writeEntryFile } from './entry-files.ts'
import { runSteps } from './tool.ts'

/** For schedulers whose entries are files alone. */

/** Writes the files over what is there, and switches the entry on. @throws MeterbookError SCHEDULE_REFUSED. */
export async function putEntry({ texts, on }: Entry): Promise<void> {
  for (const { file, text } of texts) writeEntryFile(file, text)
  await runSteps(on)
}

/** Switches the entry off and removes its files. @throws MeterbookError SCHEDULE_REFUSED. */
export async function takeEntryAway({ texts, off }: Entry): Promise<void> {
  await runSteps(off)
  for (const { file } of texts) removeEntryFile(file)
}
