import { createHash } from 'node:crypto'
import type { Book } from '../../book/index.ts'
import { RULES } from '../../contract/rules.ts'
import { clocksOfStations, recordsOfChoice } from '../evidence/choice.ts'
import { recordsHash } from '../evidence/records.ts'
import type { FormRequest } from './content.ts'
import { daysOfForm } from './part.ts'

/** What the footer of every page names besides the time: the records and the rules that a report rests on. */

/** SHA-256 of the records of a report's stations and span: the same that its bundle of evidence carries. */
export function evidenceHash(book: Book, request: FormRequest, signal?: AbortSignal): Promise<string> {
  return recordsHash(book, recordsOfChoice({ ...request, ...daysOfForm(request.form), clocks: clocksOfStations(book, request) }), signal)
}

const SHOWN = 12

/** Differs when rules, usual thresholds, what the user set otherwise, or what channels and settings mean does. */
export function ruleSetDigest(book: Book): string {
  return createHash('sha256')
    .update(JSON.stringify([RULES, book.thresholds.all(), book.meanings.all()]))
    .digest('hex')
    .slice(0, SHOWN)
}
