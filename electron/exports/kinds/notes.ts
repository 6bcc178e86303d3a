import type { Note, NoteFilter } from '../../book/index.ts'
import { defined } from '../../contract/defined.ts'
import { isMeterReading, METER_QUANTITIES, type MeterReading } from '../../contract/meter-reading.ts'
import { NOTE_KINDS } from '../../contract/note-words.ts'
import type { Verbatim } from '../../contract/records.ts'
import { wordsOf, type Language } from '../../words/index.ts'
import { OF_FILTER, type ExportKind } from '../kind.ts'
import { meterUnitText, sealTexts } from '../meter-words.ts'
import type { NotesRequest } from '../request.ts'
import type { Table } from '../table.ts'
import { aboutMoments, aboutStations, filled, paged, stationsOf, type Source } from './source.ts'

export const notes: ExportKind<'notes'> = {
  ...OF_FILTER,
  rows: notesTable,
  isPersonal: true,
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
      ['meter_reading', 'object', (note) => (note.reading ? plainOf(note.reading) : undefined), { show: saidIn(source.language) }],
      ['written_at', 'time', (note) => note.writtenAtMs],
      ['edited_at', 'time', (note) => note.editedAtMs],
      ['station_id', 'code', (note) => note.stationId],
      ['id', 'text', (note) => note.id],
    ]),
  }
}

/** A reading as JSON files have it. */
const plainOf = ({ values, seals, ...rest }: MeterReading): Verbatim => ({
  ...rest,
  values: { ...values },
  seals: seals.map((seal) => ({ ...seal })),
})

/** A reading at the meter in words: what each dial showed, and the seals. */
const saidIn =
  (language: Language) =>
  (cell: unknown): string => {
    if (!isMeterReading(cell)) return ''
    const { findings, meter } = wordsOf(language)
    const { values, serial, violations, supplier, consumer } = cell
    const numbers = METER_QUANTITIES.flatMap((quantity) =>
      values[quantity] === null
        ? []
        : [[findings.quantity[quantity], values[quantity], meterUnitText(quantity, cell, language)].filter(Boolean).join(' ')],
    )
    const texts = [
      [meter.serial, serial],
      [meter.seals, sealTexts(cell, language).join(', ')],
      [meter.violations, violations],
      [meter.supplier, supplier],
      [meter.consumer, consumer],
    ]
    return [...numbers, ...texts.flatMap(([name, text]) => (text ? [`${name}: ${text}`] : []))].join('; ')
  }

/** Absent where there are none. */
const namesOf = ({ photos }: Note) => (photos.length === 0 ? undefined : photos.map(({ name }) => name))
