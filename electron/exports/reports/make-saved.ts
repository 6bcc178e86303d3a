import type { Book } from '../../book/index.ts'
import { asBookError } from '../../book/file/errors.ts'
import { MeterbookError } from '../../contract/errors.ts'
import { writeEvidence } from '../evidence/evidence.ts'
import { formsFolder, loadForm } from '../forms/own-forms.ts'
import { writeReport, type ReportOptions } from '../forms/report.ts'
import { planOf, type Plan, type ReportChoices } from './plan.ts'
import { freeNames } from './file-names.ts'
import { factsOf, runReport, type Line, type Makers } from './run.ts'

export interface SavedRun extends Omit<ReportOptions, 'signal' | 'tell'> {
  book: Book
  /** Null: choices that are not saved. */
  savedId: number | null
  choices: ReportChoices
  folder: string
  /** The key that evidence is signed with; null: not signed. */
  key: string | null
}

/**
 * Makes the files of a set of choices. `onLine` is called for each as soon as it is there or has failed.
 * @param makers who makes the files; this thread when absent.
 * @throws the reason of the signal.
 */
export async function makeSaved(
  run: SavedRun,
  onLine: (line: Line) => void,
  at: { signal: AbortSignal; tell: (done: number, total: number | null) => void },
  makers: Makers = makersOf(run),
): Promise<void> {
  const { book, choices, savedId, nowMs, folder } = run
  let plan: Plan
  try {
    plan = planOf(book, choices, await titleOf(run), nowMs)
  } catch (error) {
    // A form that is gone or broken: the run is in the log, with why nothing came of it.
    return onLine({
      savedId,
      name: choices.name,
      form: choices.form,
      from: null,
      to: null,
      stations: 0,
      madeAtMs: nowMs,
      file: null,
      bytes: null,
      hash: null,
      failure: codeOf(error),
      facts: factsOf(error),
    })
  }
  await runReport({ savedId, choices, plan, folder, nowMs }, makers, onLine, at)
}

/** The code of a failure: a sentence is known for each code of ours; what nobody foresaw is UNKNOWN. */
export function codeOf(thrown: unknown): string {
  const error = asBookError(thrown)
  return error instanceof MeterbookError ? error.code : 'UNKNOWN'
}

async function titleOf({ choices: { form, language }, dataFolder }: Pick<SavedRun, 'choices' | 'dataFolder'>) {
  return (await loadForm(formsFolder(dataFolder), form, language)).title[language]
}

const NAMES_SHOWN = 5

/**
 * What a run now would make: its span, how many stations and files, and the first names.
 * @throws MeterbookError NO_SUCH_FORM, FORM_BROKEN.
 */
export async function lookAhead(book: Book, choices: ReportChoices, { dataFolder, nowMs }: { dataFolder: string; nowMs: number }) {
  const { from, to, stationIds, files } = planOf(book, choices, await titleOf({ choices, dataFolder }), nowMs)
  const free = freeNames([])
  return {
    from: from ?? null,
    to: to ?? null,
    stations: stationIds.length,
    files: files.length * (choices.evidence ? 2 : 1),
    names: files.slice(0, NAMES_SHOWN).map(({ name }) => free(name, choices.format)),
  }
}

/** One report at a time, by the engine that makes every report. */
function makersOf({ book, key, ...options }: SavedRun): Makers {
  return {
    report: (request, place, { signal, tell }) => writeReport(book, request, place, { ...options, isNew: true, signal, tell }),
    evidence: (request, file, { signal, tell }) => writeEvidence(book, request, file, { ...options, key, isNew: true, signal, tell }),
    codeOf,
  }
}
