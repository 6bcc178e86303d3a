import { computed } from 'vue'
import type { BranchSaid } from '../../../electron/contract/balance.ts'
import { client } from '../../client.ts'
import { useBook } from '../../stores/book.ts'
import { useNotes } from '../../stores/notes.ts'
import { useNotices } from '../../stores/notices.ts'
import { useQuestion } from '../../stores/question.ts'

/** The branches of the book, and removing one, which can be taken back. */
export function useBranches(chosen: () => string | null) {
  const book = useBook()
  const notes = useNotes()
  const notices = useNotices()
  const { data, failure, reload } = useQuestion((signal) => client.balance.branches(undefined, { signal }), {
    topics: ['branches', 'book'],
  })
  const branches = computed(() => data.value ?? [])
  /** The one that is named, else the first; null: there is none. */
  const current = computed<BranchSaid | null>(() => branches.value.find(({ id }) => id === chosen()) ?? branches.value[0] ?? null)

  async function bringBack({ writtenAtMs: _, ...branch }: BranchSaid): Promise<void> {
    if (await notices.attempt(() => client.balance.say(branch)))
      notices.add({ kind: 'done', key: 'balance.restored', named: { name: branch.name } })
  }
  async function remove(branch: BranchSaid): Promise<void> {
    if (await notices.attempt(() => client.balance.remove({ id: branch.id, author: notes.author })))
      notices.add({ kind: 'done', key: 'balance.removed', named: { name: branch.name }, undo: () => void bringBack(branch) })
  }
  return {
    branches,
    current,
    failure,
    reload,
    remove,
    isReady: computed(() => data.value !== null),
    readOnly: computed(() => book.readOnly),
  }
}
