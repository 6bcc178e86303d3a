import { EVENT_ARCHIVES } from '../../contract/records.ts'
import type { Context } from '../context.ts'
import { answersFor } from '../file/version.ts'
import { contentMasksIn, SAID } from './content-mask.ts'
import type { EventFilter, EventMessage } from './event-question.ts'
import { eventRowsIn, type EventRow } from './event-rows.ts'
import type { PackedEvents } from './packed-events.ts'

/** A pair of code and description. */
interface EventText {
  code: string | null
  description: string | null
}

/** How many text filters keep their contents, for the next question about the same. */
const KEPT = 8

/** The parts of packed events that only the book can give: their texts, their entries, and which contents hold a text. */
export function packedReaderIn(book: Context) {
  const { statement, versions } = book
  const masksOf = contentMasksIn(book)
  const masked = answersFor<Buffer | null>(versions.data, KEPT)
  const reader = eventRowsIn(book)

  return {
    /** The contents that pass: byte n - 1 is 1 where content n does; null where all do. */
    contentMask: (filter: Pick<EventFilter, 'text' | 'codes'>): Buffer | null =>
      masked(JSON.stringify([filter.text, filter.codes]), () => masksOf(filter)),

    /** The ids of the texts of messages, each with the archive that the message is limited to. */
    textsOf: (messages: readonly EventMessage[]): { textId: number; archiveType: string | null }[] =>
      statement<{ textId: number; archiveType: string | null }>(
        `SELECT t.id AS textId, m.value ->> 'archiveType' AS archiveType
         FROM json_each(@messages) m JOIN event_text t ON ${SAID}`,
      ).all({ messages: JSON.stringify(messages) }),

    /** Every pair of code and description, by its id. */
    texts: (): Map<number, EventText> =>
      new Map(
        statement<[number, string | null, string | null]>('SELECT id, code, description FROM event_text', 'raw')
          .all({})
          .map(([id, code, description]) => [id, { code, description }]),
      ),

    /** Makes a reader of the events at places of the columns, in the order of the places. It remembers contents, for long listings. */
    rowsAt(packed: PackedEvents): (places: Iterable<number>) => EventRow[] {
      const read = reader()
      return (places) => read.at(Array.from(places, (place) => eventAt(packed, place)))
    },
  }
}

function eventAt({ atMs, series, content, seriesOf }: PackedEvents, place: number) {
  const id = series[place] ?? 0
  return {
    atMs: atMs[place] ?? 0,
    contentId: content[place] ?? 0,
    equipmentId: seriesOf.equipmentId[id] ?? 0,
    archiveType: EVENT_ARCHIVES[seriesOf.archive[id] ?? 0] ?? '',
  }
}
