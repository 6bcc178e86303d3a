import { refuseProtected } from '../../book/file/protected.ts'
import type { Book } from '../../book/index.ts'
import { MeterbookError } from '../../contract/errors.ts'
import type { FormRequest } from '../forms/content.ts'
import { daysOfForm } from '../forms/part.ts'
import { reportPdf, type ReportOptions } from '../forms/report.ts'
import { clocksOfStations } from './choice.ts'
import { writeBundle, type BundleDone } from './bundle.ts'

export interface EvidenceOptions extends ReportOptions {
  /** The private key to sign with; null: not signed. */
  key: string | null
}

const STEPS = 1000
/** The share of the work that the report is. */
const REPORT = 0.4
/** A download of other stations disturbs none; one of these is soon done with them. */
const TRIES = 3

/**
 * Writes a bundle of evidence: the report as a PDF, and all that it rests on.
 * @throws what `reportPdf` and `writeBundle` throw; nothing is left behind.
 */
export async function writeEvidence(book: Book, request: FormRequest, file: string, options: EvidenceOptions): Promise<BundleDone> {
  const { nowMs, version, key, signal, isNew, tell } = options
  if (!isNew) refuseProtected(file)
  const share = (from: number, width: number) => (done: number, total: number) =>
    tell?.(Math.floor((from + (width * done) / Math.max(1, total)) * STEPS), STEPS)
  const { form, language, stationIds, from, to, timeZone, contractHour, asked } = request
  // Records may come while the pages are laid out: they would print the hash of others than lie beside them.
  for (let left = TRIES - 1; ; left--) {
    const clocks = clocksOfStations(book, request)
    const choice = {
      form,
      language,
      stationIds: [...stationIds],
      from,
      to,
      ...daysOfForm(form),
      timeZone,
      contractHour,
      clocks,
      ...(asked ? { asked } : {}),
      madeAtMs: nowMs,
    }
    const { pdf, hash } = await reportPdf(book, request, { ...options, tell: share(0, REPORT) })
    try {
      return await writeBundle(book, choice, file, {
        version,
        key,
        pdf,
        printed: hash,
        signal,
        isNew,
        onProgress: share(REPORT, 1 - REPORT),
      })
    } catch (error) {
      if (left === 0 || !(error instanceof MeterbookError) || error.code !== 'RECORDS_MOVED') throw error
    }
  }
}
