import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import type { Failure } from '../../electron/contract/common.ts'
import { toFailure } from '../client.ts'

/** Notices in the window's corner. Failures stay until they are dismissed. */
export type NoticeContent =
  | { kind: 'failure'; failure: Failure }
  /** A run that the system's scheduler began, while no window was there. */
  | { kind: 'scheduled'; book: string; atMs: number; failure: Failure; look: () => void }
  | { kind: 'exported'; file: string; rows: number | null; bytes: number; local: boolean; replaced: readonly string[] }
  /** With `undo`, a button that takes back what was done; with `leads`, one that leads on. One that `warns` stays as a failure does. */
  | {
      kind: 'done'
      key: string
      warns?: true
      /** The download whose end it tells: what that brought stands below. */
      runId?: number
      named?: Record<string, string | number>
      undo?: () => void
      leads?: { key: string; run: () => void }
    }
export type Notice = NoticeContent & { id: number }

const SHOWN_MS = 8000
/** How long a notice with 'Undo' stays, ms: one needs time to see that it was wrong. */
const UNDO_MS = 20_000

export const useNotices = defineStore('notices', () => {
  const all = ref<Notice[]>([])
  let last = 0

  function dismiss(id: number): void {
    all.value = all.value.filter((notice) => notice.id !== id)
  }

  /** Notices up to this one are aside: they would lie over the buttons of an open dialog. */
  const asideUpTo = ref(0)
  const shown = computed(() => all.value.filter(({ id }) => id > asideUpTo.value))
  /** Puts what was said so far aside, until it is brought back; what is said from now on is shown. */
  const setAside = () => (asideUpTo.value = last)
  const bringBack = () => (asideUpTo.value = 0)

  function add(content: NoticeContent): void {
    const id = ++last
    all.value = [...all.value.slice(-3), { ...content, id }]
    if (content.kind !== 'failure' && content.kind !== 'scheduled' && !(content.kind === 'done' && content.warns)) {
      const canBeUndone = content.kind === 'done' && (content.undo ?? content.leads) !== undefined
      setTimeout(() => dismiss(id), canBeUndone ? UNDO_MS : SHOWN_MS)
    }
  }

  /** Does something that may fail: a failure is told, and the answer is false. */
  async function attempt(work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work()
      return true
    } catch (error) {
      add({ kind: 'failure', failure: toFailure(error) })
      return false
    }
  }

  return { all, shown, add, attempt, dismiss, setAside, bringBack }
})
