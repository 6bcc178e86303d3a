import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { asBookError } from '../../book/file/errors.ts'
import { MeterbookError, systemCode } from '../../contract/errors.ts'
import type { ReportFormat } from '../../contract/form-words.ts'
import type { MadeReport } from '../../contract/reports.ts'
import type { FormRequest } from '../forms/content.ts'
import { freeNames } from './file-names.ts'
import type { Plan, ReportChoices } from './plan.ts'

/** Reports how far one file is, done of total. */
type Tell = (done: number, total: number | null) => void
interface Making {
  signal: AbortSignal
  tell: Tell
}
/** What was written. */
interface Written {
  bytes: number
  hash: string | null
}

/** What makes files, of which none replaces another (FILE_NOT_WRITABLE, EEXIST); a run says which, where and in what order. */
export interface Makers {
  report(request: FormRequest, place: { file: string; format: ReportFormat }, at: Making): Promise<Written>
  evidence(request: FormRequest, file: string, at: Making): Promise<Written>
  /** The code of a failure that people get a sentence for. */
  codeOf(error: unknown): string
}

export interface Run {
  /** Null: choices that are not saved. */
  savedId: number | null
  choices: ReportChoices
  plan: Plan
  folder: string
  nowMs: number
}

/** A line of the log before it is in the log. */
export type Line = Omit<MadeReport, 'id'>

/** Steps of progress that each file counts for: the work's progress is that of all its files. */
const STEPS = 100

/**
 * Makes the files of a saved report, and a bundle of evidence beside each where that was asked for. What fails is a line
 * of its own with its code, and the rest goes on. `onLine` is called as soon as a file is there.
 * @throws the reason of the signal; what was made until then stays, and was told.
 */
export async function runReport(
  { savedId, choices, plan, folder, nowMs }: Run,
  makers: Makers,
  onLine: (line: Line) => void,
  { signal, tell }: Making,
): Promise<void> {
  const { form, columns, language, timeZone, contractHour, asked, format } = choices
  const { from, to, stationIds } = plan
  const common = { savedId, form, from: from ?? null, to: to ?? null, madeAtMs: nowMs }
  const failed = (name: string, stations: number, failure: string, error?: unknown) =>
    onLine({ ...common, name, stations, file: null, bytes: null, hash: null, failure, facts: factsOf(error) })

  if (plan.files.length === 0) return failed(choices.name, 0, 'NOTHING_CHOSEN')
  const there = await readdir(folder).catch((error: unknown) => noFolder(error, folder))
  if (!Array.isArray(there)) return failed(choices.name, stationIds.length, makers.codeOf(there), there)
  const free = freeNames(there)
  const endings = choices.evidence ? [format, 'zip' as const] : [format]
  const all = plan.files.length * endings.length * STEPS
  let done = 0

  for (const { name, stationIds: ids } of plan.files) {
    const request = { form, columns, stationIds: ids, from, to, language, timeZone, contractHour, asked }
    for (const ending of endings) {
      signal.throwIfAborted()
      const at: Making = {
        signal,
        tell: (some, total) => tell(done + (total ? Math.min(STEPS, (some / total) * STEPS) : 0), all),
      }
      const make = (file: string) =>
        ending === 'zip' ? makers.evidence(request, file, at) : makers.report(request, { file, format: ending }, at)
      const { title, made } = await underFreeName(() => free(name, ending), folder, make)
      if ('error' in made) {
        signal.throwIfAborted()
        failed(title, ids.length, makers.codeOf(made.error), made.error)
      } else {
        const { file, bytes, hash } = made
        onLine({ ...common, name: title, stations: ids.length, file, bytes, hash, failure: null, facts: null })
      }
      done += STEPS
      tell(done, all)
    }
  }
}

/** The line, the reason, the file of a failure. */
export function factsOf(thrown: unknown): Line['facts'] {
  const error = asBookError(thrown)
  return error instanceof MeterbookError ? error.data : null
}

/** A folder that is not there; or one that cannot be read, or is none. */
function noFolder(error: unknown, folder: string): MeterbookError {
  const reason = systemCode(error)
  const code = reason === 'ENOENT' ? 'FOLDER_MISSING' : 'FILE_NOT_WRITABLE'
  return new MeterbookError(code, { file: folder, reason }, { cause: error })
}

/** Makes a file, under the next name that is free where another run took the one that was. */
async function underFreeName(
  next: () => string,
  folder: string,
  make: (file: string) => Promise<Written>,
): Promise<{ title: string; made: (Written & { file: string }) | { error: unknown } }> {
  for (;;) {
    const title = next()
    const file = path.join(folder, title)
    try {
      return { title, made: { ...(await make(file)), file } }
    } catch (error) {
      if (!isTaken(error)) return { title, made: { error } }
    }
  }
}

const isTaken = (error: unknown): boolean =>
  error instanceof MeterbookError && error.code === 'FILE_NOT_WRITABLE' && error.data['reason'] === 'EEXIST'
