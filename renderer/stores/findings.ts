import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { FindingRow } from '../../electron/contract/findings.ts'
import type { FindingMark, FindingState } from '../../electron/contract/rules.ts'
import { client, toFailure } from '../client.ts'
import { useBook } from './book.ts'
import { useNotices } from './notices.ts'
import { useProgram } from './program.ts'

/** A finding as far as its mark goes. */
export type Markable = Pick<FindingRow, 'id' | 'state' | 'noteId'>

/** A mark comes with a note, or with the one that is there already. */
interface Said {
  note?: string
  author?: string
  noteId?: string | null
}

/** The most that the contract takes at once. */
const MOST_AT_ONCE = 10_000

/** Marking findings, from anywhere: each mark can be taken back. */
export const useFindings = defineStore('findings', () => {
  const book = useBook()
  const notices = useNotices()
  const program = useProgram()
  /** Findings that the editor is to explain; null while it is closed. */
  const explained = shallowRef<readonly FindingRow[] | null>(null)
  /** Steps that undo the last marks, the latest first. */
  const past = shallowRef<readonly (() => Promise<void>)[]>([])

  /** True when the open book takes marks; says why where it does not. */
  function writable(): boolean {
    if (!book.summary) return false
    if (!book.readOnly) return true
    notices.add({ kind: 'failure', failure: { code: 'READ_ONLY_BOOK', data: { file: book.summary.file } } })
    return false
  }

  /** Returns the notes that were written. */
  async function put(ids: readonly string[], mark: FindingMark | null, said: Said = {}): Promise<string[]> {
    const written: string[] = []
    for (let at = 0; at < ids.length; at += MOST_AT_ONCE) {
      const { noteIds } = await client.findings.mark({ ids: ids.slice(at, at + MOST_AT_ONCE), mark, ...said })
      written.push(...noteIds)
    }
    return written
  }
  const markOf = (state: FindingState): FindingMark | null => (state === 'new' ? null : state)

  /** Deletes a note that somebody may have deleted already. */
  async function forget(id: string): Promise<void> {
    try {
      await client.notes.remove({ id })
    } catch (error) {
      if (toFailure(error).code !== 'NO_SUCH_NOTE') throw error
    }
  }
  /** The marks as they were; the notes that explained are deleted, as by hand: they can be brought back. */
  async function restore(before: readonly Markable[], written: readonly string[]): Promise<void> {
    try {
      for (const rows of Map.groupBy(before, ({ state, noteId }) => `${state} ${noteId ?? ''}`).values()) {
        const [first] = rows
        if (first)
          await put(
            rows.map(({ id }) => id),
            markOf(first.state),
            { noteId: first.noteId },
          )
      }
      for (const id of written) await forget(id)
    } catch (error) {
      notices.add({ kind: 'failure', failure: toFailure(error) })
    }
  }

  /**
   * Marks findings, or takes their marks away (null).
   * @returns false where it failed; why is said on the screen
   */
  async function mark(rows: readonly Markable[], wanted: FindingMark | null, note = '', author = ''): Promise<boolean> {
    const before = rows.filter((row) => row.state !== (wanted ?? 'new') || wanted === 'explained')
    if (before.length === 0 || !writable()) return false
    let written: readonly string[]
    try {
      written = await put(
        before.map(({ id }) => id),
        wanted,
        { note, author },
      )
    } catch (error) {
      notices.add({ kind: 'failure', failure: toFailure(error) })
      return false
    }
    const back = () => restore(before, written)
    past.value = [back, ...past.value]
    const key = `findings.marked.${wanted ?? 'none'}`
    notices.add({ kind: 'done', key, named: { n: before.length }, undo: () => void takeBack(back) })
    return true
  }
  async function takeBack(back: () => Promise<void>): Promise<void> {
    if (!past.value.includes(back)) return
    past.value = past.value.filter((other) => other !== back)
    await back()
  }
  /** Takes the last marks of this window back; false when there are none. */
  function undo(): boolean {
    const [last] = past.value
    if (last) void takeBack(last)
    return last !== undefined
  }
  /** Opens the editor that explains findings. */
  function explain(rows: readonly FindingRow[]): void {
    if (rows.length > 0 && writable()) explained.value = rows
  }
  const close = () => (explained.value = null)

  program.onChange(['book'], () => {
    explained.value = null
    past.value = []
  })
  return { explained, explain, close, mark, undo }
})
