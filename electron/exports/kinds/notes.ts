import type { Note, NoteFilter } from '../../book/index.ts'
import { defined } from '../../contract/defined.ts'
import { NOTE_KINDS } from '../../contract/note-words.ts'
import { OF_FILTER, type ExportKind } from '../kind.ts'
import type { NotesRequest } from '../request.ts'
import type { Table } from '../table.ts'
import { aboutMoments, aboutStations, filled, paged, stationsOf, type Source } from './source.ts'

export const notes: ExportKind<'notes'> = {
  ...OF_FILTER,
  rows: notesTable,
  title: 'notes',
}

/**
 * What engineers wrote, as shown: the same filter and order. A photograph is a picture and no cell: tables count them,
 * and JSON besides names them.
 */
function notesTable(source: Source, { filter }: NotesRequest): Table {
  const { book, words } = source
  const { stationIds, kinds, text, fromMs, toMs, desc = false } = filter
  const chosen: NoteFilter = defined({ stationIds, kinds, text, fromMs, toMs })
  const ids = book.notes.ids(chosen, { desc })
  const wordOf = (kind: unknown) => words(NOTE_KINDS.find((known) => known === kind) ?? 'other')

  return {
    title: words('notes'),
    expected: ids.length,
    about: [
      stationIds ? aboutStations(source, stationsOf(source, stationIds)) : [words('stations'), words('all')],
      aboutMoments(source, fromMs, toMs),
      [words('filter'), [...(kinds ?? []).map(wordOf), text?.trim()].filter(Boolean).join(', ') || words('all')],
    ],
    ...filled<Note>(source, paged(ids, book.notes.some), [
      ['from_time', 'time', (note) => note.fromMs],
      ['to_time', 'time', (note) => note.toMs],
      ['station', 'text', (note) => note.stationName],
      ['note_kind', 'text', (note) => note.kind, { key: 'kind', show: wordOf }],
      ['text', 'text', (note) => note.text, { isProse: true }],
      ['author', 'text', (note) => note.author],
      ['photographs', 'value', (note) => note.photos.length],
      ['photograph_names', 'object', namesOf, { show: (names) => (Array.isArray(names) ? names.join('; ') : '') }],
      ['written_at', 'time', (note) => note.writtenAtMs],
      ['edited_at', 'time', (note) => note.editedAtMs],
      ['station_id', 'code', (note) => note.stationId],
      ['id', 'text', (note) => note.id],
    ]),
  }
}

/** Absent where there are none. */
const namesOf = ({ photos }: Note) => (photos.length === 0 ? undefined : photos.map(({ name }) => name))
