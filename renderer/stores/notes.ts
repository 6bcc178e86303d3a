import { defineStore } from 'pinia'
import { computed, onScopeDispose, shallowRef } from 'vue'
import type { NoteKind } from '../../electron/contract/note-words.ts'
import type { NoteRow } from '../../electron/contract/notes.ts'
import { client } from '../client.ts'
import { useBook } from './book.ts'
import { useNotices } from './notices.ts'
import { useProgram } from './program.ts'

/** The time that a note is about: `toMs` null is a moment, `fromMs` null the station as a whole. */
export interface NoteTime {
  fromMs: number | null
  toMs: number | null
}
/** The editor is opened with to change, or with the station and the time of a new one. */
export type NoteWish = { note: NoteRow } | ({ stationId: number; note: null; kind?: NoteKind } & NoteTime)

/** Writing notes, from anywhere: one editor, one undo. */
export const useNotes = defineStore('notes', () => {
  const book = useBook()
  const notices = useNotices()
  const program = useProgram()
  const wish = shallowRef<NoteWish | null>(null)
  /** The times that are pointed at on the screen, the latest first. */
  const pointers = shallowRef<readonly (() => NoteTime | null)[]>([])
  /** Deleted notes that 'undo' brings back, the last one first. */
  const removed = shallowRef<readonly string[]>([])
  const author = computed(() => program.preferences.noteAuthor)

  /** True when the open book takes notes; says why where it does not. */
  function writable(): boolean {
    if (!book.summary) return false
    if (!book.readOnly) return true
    notices.add({ kind: 'failure', failure: { code: 'READ_ONLY_BOOK', data: { file: book.summary.file } } })
    return false
  }

  /** A new note on a station: about a time, else for what is pointed at on the screen, else for now. */
  function write(stationId: number, about?: NoteTime): void {
    if (!writable()) return
    const time = about ?? pointers.value.map((get) => get()).find((found) => found !== null)
    wish.value = { stationId, note: null, ...(time ?? { fromMs: Date.now(), toMs: null }) }
  }
  /** A reading at the meter: of the moment that is pointed at on the screen, else of now. */
  function read(stationId: number): void {
    if (!writable()) return
    const fromMs = pointers.value.map((get) => get()).find((found) => found !== null)?.fromMs ?? Date.now()
    wish.value = { stationId, note: null, kind: 'reading', fromMs, toMs: null }
  }
  function edit(note: NoteRow): void {
    if (writable()) wish.value = { note }
  }
  const close = () => (wish.value = null)

  /** While the surrounding scope lives, a new note is for the time that `get` gives, if it gives one. */
  function pointAt(get: () => NoteTime | null): void {
    pointers.value = [get, ...pointers.value]
    onScopeDispose(() => (pointers.value = pointers.value.filter((other) => other !== get)))
  }

  async function remove(id: string): Promise<void> {
    if (!writable() || !(await notices.attempt(() => client.notes.remove({ id })))) return
    removed.value = [id, ...removed.value]
    notices.add({ kind: 'done', key: 'notes.removed', undo: () => void restore(id) })
  }
  async function restore(id: string): Promise<void> {
    removed.value = removed.value.filter((other) => other !== id)
    if (await notices.attempt(() => client.notes.restore({ id }))) notices.add({ kind: 'done', key: 'notes.restored' })
  }
  /** Brings the note back that was deleted last in this window; false when there is none. */
  function undo(): boolean {
    const [last] = removed.value
    if (last !== undefined) void restore(last)
    return last !== undefined
  }
  async function remember(name: string): Promise<void> {
    if (name !== author.value) await notices.attempt(() => program.setPreferences({ noteAuthor: name }))
  }

  program.onChange(['book'], () => {
    wish.value = null
    removed.value = []
  })

  return { wish, author, write, read, edit, close, pointAt, remove, restore, undo, remember }
})
