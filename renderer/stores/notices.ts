import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { Failure } from '../../electron/contract/common.ts'

/** Notices in the window's corner. Failures stay until they are dismissed. */
export type NoticeContent =
  | { kind: 'failure'; failure: Failure }
  | { kind: 'exported'; file: string; rows: number | null; bytes: number; local: boolean; replaced: readonly string[] }
  /** With `undo`, a button that takes back what was done. */
  | { kind: 'done'; key: string; named?: Record<string, string | number>; undo?: () => void }
export type Notice = NoticeContent & { id: number }

const SHOWN_MS = 8000
/** What can be taken back stays until one has had time to see that it was wrong. */
const UNDO_MS = 20_000

export const useNotices = defineStore('notices', () => {
  const all = ref<Notice[]>([])
  let last = 0

  function dismiss(id: number): void {
    all.value = all.value.filter((notice) => notice.id !== id)
  }

  function add(content: NoticeContent): void {
    const id = ++last
    all.value = [...all.value.slice(-3), { ...content, id }]
    if (content.kind !== 'failure') {
      const canBeUndone = content.kind === 'done' && content.undo !== undefined
      setTimeout(() => dismiss(id), canBeUndone ? UNDO_MS : SHOWN_MS)
    }
  }

  return { all, add, dismiss }
})
