import { onScopeDispose, ref, shallowRef } from 'vue'
import type { Failure } from '../../../electron/contract/common.ts'
import type { QuestionAnswer, QuestionValue } from '../../../electron/contract/question-words.ts'
import { rowsOf } from '../../../electron/contract/question-rows.ts'
import { client, isAbort, toFailure } from '../../client.ts'
import { onBookChange } from '../../stores/book-changes.ts'

/** A question as it is asked. */
export interface AskedQuestion {
  sql: string
  parameters: Record<string, QuestionValue>
}
/** What came of it. */
export type Outcome =
  | { kind: 'answer'; asked: AskedQuestion; answer: QuestionAnswer }
  | { kind: 'failure'; failure: Failure }
  | { kind: 'cancelled'; ms: number }

/** Asks one question at a time; the next one, another book, or leaving the screen ends it. */
export function useAnswer() {
  const outcome = shallowRef<Outcome | null>(null)
  /** When the present question was asked, by `performance.now()`; null: none is. */
  const sinceMs = ref<number | null>(null)
  let asking: AbortController | null = null
  /** The text that was asked last. */
  let latest = ''

  function end(): void {
    asking = null
    sinceMs.value = null
  }
  async function ask(asked: AskedQuestion): Promise<void> {
    // What is shown stays until the next answer takes its place.
    asking?.abort()
    const mine = new AbortController()
    const startMs = performance.now()
    asking = mine
    latest = asked.sql
    sinceMs.value = startMs
    try {
      const { rows, ...answer } = await client.questions.ask(asked, { signal: mine.signal })
      const read = await rowsOf(rows)
      if (asking === mine) outcome.value = { kind: 'answer', asked, answer: { ...answer, rows: read } }
    } catch (error) {
      if (asking !== mine) return
      const failure = toFailure(error)
      outcome.value =
        isAbort(error) || failure.code === 'CANCELLED'
          ? { kind: 'cancelled', ms: performance.now() - startMs }
          : { kind: 'failure', failure }
    } finally {
      if (asking === mine) end()
    }
  }
  /** Ends the present question at once. */
  function cancel(): void {
    if (asking === null) return
    asking.abort()
    outcome.value = { kind: 'cancelled', ms: performance.now() - (sinceMs.value ?? 0) }
    end()
  }
  /** Ends the present question and lets go what is shown: the screen is about another question or another book. */
  function forget(): void {
    cancel()
    outcome.value = null
  }
  /** Lets go what is asked and shown, unless it is of this text. */
  function forgetUnlessOf(sql: string): void {
    if (sql !== latest) forget()
  }
  onScopeDispose(cancel)
  onBookChange(['book'], forget)
  return { outcome, sinceMs, ask, cancel, forget, forgetUnlessOf }
}
