import { computed } from 'vue'
import type { NamedQuestion } from '../../../electron/contract/questions.ts'
import { client } from '../../client.ts'
import { useBook } from '../../stores/book.ts'
import { useNotes } from '../../stores/notes.ts'
import { useNotices } from '../../stores/notices.ts'
import { useQuestion } from '../../stores/question.ts'

/** The questions that are kept in the book: saved, renamed, removed, and brought back. */
export function useNamed() {
  const book = useBook()
  const notes = useNotes()
  const notices = useNotices()
  const { data, failure, reload } = useQuestion((signal) => client.questions.named(undefined, { signal }), {
    topics: ['questions', 'book'],
  })

  /** Keeps a question, by the author of notes. Throws what the program refuses. Returns it as it is kept. */
  async function keep(id: number | null, name: string, sql: string): Promise<NamedQuestion> {
    const before = new Set((data.value ?? []).map((one) => one.id))
    const all = await client.questions.keep({ id, name, sql, author: notes.author })
    data.value = all
    const kept = all.find((one) => (id === null ? !before.has(one.id) && one.name === name.trim() : one.id === id))
    if (!kept) throw new Error('a question that was kept is not there')
    notices.add({ kind: 'done', key: 'questions.kept', named: { name: kept.name } })
    return kept
  }
  /** Removes it and offers to bring it back, into the book that it was in. */
  const remove = ({ id, name, sql, author }: NamedQuestion): Promise<boolean> =>
    notices.attempt(async () => {
      data.value = await client.questions.remove({ id })
      const bookFile = book.summary?.file
      async function bringBack(): Promise<void> {
        if (book.summary?.file !== bookFile) return notices.add({ kind: 'done', key: 'questions.otherBook', named: { name }, warns: true })
        data.value = await client.questions.keep({ id, name, sql, author })
      }
      const undo = () => void notices.attempt(bringBack)
      notices.add({ kind: 'done', key: 'questions.removed', named: { name }, undo })
    })

  return {
    questions: computed(() => data.value ?? []),
    isKnown: computed(() => data.value !== null),
    failure,
    reload,
    readOnly: computed(() => book.readOnly),
    keep,
    remove,
  }
}
