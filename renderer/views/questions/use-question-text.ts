import { computed } from 'vue'
import type { NamedQuestion } from '../../../electron/contract/questions.ts'
import { ONCE_AT_REST, useAddressState } from '../../address/use-address-state.ts'
import { QUESTION } from '../../places/questions.ts'

/**
 * The question on screen, which is its address: a reload, 'Back' and a link bring it back, with what nobody has saved yet. The
 * text of a kept question stands in the address only where it differs.
 * @param followed told when 'Back' or a link has put another address in place
 */
export function useQuestionText(questions: () => readonly NamedQuestion[], followed: (text: string) => void) {
  const address = useAddressState(QUESTION, { ...ONCE_AT_REST, followed: () => followed(text.value) })
  const { question, sql, values, shape } = address.parts
  const kept = computed(() => questions().find(({ id }) => id === question.value) ?? null)
  const text = computed({
    get: () => (sql.value === '' ? (kept.value?.sql ?? '') : sql.value),
    set: (next) => (sql.value = next === kept.value?.sql ? '' : next),
  })
  const changed = computed(() => kept.value !== null && sql.value !== '' && sql.value !== kept.value.sql)

  return {
    kept,
    text,
    values,
    shape,
    changed,
    /** The address names a question that the book does not have, and no text. */
    isGone: computed(() => question.value !== null && kept.value === null && sql.value === ''),
    /** Another question, as a step of the history: 'Back' returns to this one as it is now. */
    show: (next: { question: number | null; sql: string }) => address.go({ shape: 'table', ...next }),
    /** The text is of a kept question from now on; what was typed since it was kept stays, as a change of it. */
    keptAs: ({ id, sql: saved }: NamedQuestion) => address.change({ question: id, sql: text.value === saved ? '' : text.value }),
    /** The text is of no kept question from now on. */
    unkept: () => address.change({ question: null, sql: text.value }),
  }
}
