import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { BookSummary } from '../../electron/contract/book.ts'
import { bookCalled } from '../../electron/contract/book-name.ts'
import type { Failure } from '../../electron/contract/common.ts'
import { askAgain, client, toFailure } from '../client.ts'
import { bookSummary } from '../speed/first-questions.ts'
import { useNotices } from './notices.ts'
import { onBookChange } from './book-changes.ts'

/** The open book: its file, what lies in it, how fresh it is. */
export const useBook = defineStore('book', () => {
  const summary = shallowRef<BookSummary | null>(null)
  const ready = ref(false)
  /** Why it is not known yet whether a book is open. */
  const failure = shallowRef<Failure | null>(null)

  async function load(): Promise<void> {
    try {
      summary.value = await askAgain(() => bookSummary.ask())
      ready.value = true
      failure.value = null
    } catch (error) {
      if (!ready.value) failure.value = toFailure(error)
      throw error
    }
  }

  /** @param withoutCopy of a book of an older version: none is made before it is migrated */
  async function open(file: string, mode: 'write' | 'read' = 'write', withoutCopy = false): Promise<void> {
    summary.value = await client.book.open({ file, mode, withoutCopy })
    if (summary.value.onNetwork) useNotices().add({ kind: 'done', key: 'preferences.onNetwork' })
  }

  /** Asks the host for a file; false when the user changed their mind. */
  async function choose(): Promise<boolean> {
    const chosen = await client.book.choose()
    if (chosen) summary.value = chosen
    return chosen !== null
  }

  async function close(): Promise<void> {
    await client.book.close()
    summary.value = null
  }

  const name = computed(() => summary.value && bookCalled(summary.value.file, summary.value.account))
  const readOnly = computed(() => summary.value?.mode === 'read')

  onBookChange(['book', 'reference', 'stations', 'readings', 'events', 'settings', 'sessions', 'coverage', 'notes'], load)

  return { summary, ready, failure, name, readOnly, load, open, choose, close }
})
