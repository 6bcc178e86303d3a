import { readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { timesSchema } from '../../contract/schedule.ts'
import { SCHEDULERS } from '../../contract/schedule-words.ts'
import { readOwn, schedulesFolder, writeOwn } from './own-json.ts'

/** What was written for the system's scheduler, as it was written: what stands there is compared with it. */
const keptSchema = z.object({
  id: z.string().regex(/^[0-9a-f]{10}$/),
  book: z.string(),
  times: timesSchema,
  scheduler: z.enum(SCHEDULERS),
  commandLine: z.object({ program: z.string(), args: z.array(z.string()) }),
  writtenMs: z.number(),
})
export type Kept = z.infer<typeof keptSchema>

const fileOf = (dataFolder: string, id: string) => path.join(schedulesFolder(dataFolder), `${id}.json`)

export const keptOf = (dataFolder: string, id: string): Kept | null => readOwn(fileOf(dataFolder, id), keptSchema)
export const keep = (dataFolder: string, kept: Kept): void => writeOwn(fileOf(dataFolder, kept.id), kept)
export const forget = (dataFolder: string, id: string): void => rmSync(fileOf(dataFolder, id), { force: true })

/** Of all books, in the order of their names. */
export function allKept(dataFolder: string): Kept[] {
  let names: string[] = []
  try {
    names = readdirSync(schedulesFolder(dataFolder))
  } catch {
    // None was written yet.
  }
  return names
    .flatMap((name) => (/^[0-9a-f]{10}\.json$/.test(name) ? (keptOf(dataFolder, name.slice(0, -'.json'.length)) ?? []) : []))
    .toSorted((a, b) => a.book.localeCompare(b.book))
}
