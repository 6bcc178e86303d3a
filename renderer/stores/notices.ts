import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { Failure } from '../../electron/contract/common.ts'

/** Notices in the window's corner. Failures stay until they are dismissed. */
export type NoticeContent =
  | { kind: 'failure'; failure: Failure }
  | { kind: 'exported'; file: string; rows: number | null; bytes: number; local: boolean }
  | { kind: 'done'; key: string; named?: Record<string, string | number> }
export type Notice = NoticeContent & { id: number }

const SHOWN_MS = 8000

export const useNotices = defineStore('notices', () => {
  const all = ref<Notice[]>([])
  let last = 0

  function dismiss(id: number): void {
    all.value = all.value.filter((notice) => notice.id !== id)
  }

  function add(content: NoticeContent): void {
    const id = ++last
    all.value = [...all.value.slice(-3), { ...content, id }]
    if (content.kind !== 'failure') setTimeout(() => dismiss(id), SHOWN_MS)
  }

  return { all, add, dismiss }
})
