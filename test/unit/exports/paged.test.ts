import { expect, test } from 'vitest'
import { kindOf } from '../../../electron/exports/kinds/index.ts'
import { sourceOf } from '../../../electron/exports/kinds/source.ts'
import type { ExportHow, ExportRequest } from '../../../electron/exports/request.ts'
import type { Book } from '../../../electron/book/index.ts'
import { finding, NOW, session, station, tempBook } from '../book/fixtures.ts'

/** A book that is written between two pages of a file: each row that was there once, and in order. */

const HOW: ExportHow = { format: 'csv', reader: 'programs', language: 'en', timeZone: 'UTC' }
const ROWS = 2100
const all = Array.from({ length: ROWS }, (_, at) => at + 1)

/** The ids of a table; when the first row has been read, the book is written. */
function idsOf(book: Book, request: ExportRequest, write: () => void) {
  const { columns, rows, expected } = kindOf(request).rows(sourceOf(book, HOW), request)
  const place = columns.findIndex(({ key }) => key === 'id')
  const ids: unknown[] = []
  for (const row of rows ?? []) {
    ids.push(row[place])
    if (ids.length === 1) write()
  }
  expect(expected).toBe(ROWS)
  return ids
}

test('stations: by name, and two that come before the others', () => {
  const book = tempBook()
  const named = (id: number) => station({ id, name: `B ${id}` })
  book.stations.put(all.map(named), NOW)
  const ids = idsOf(book, { ...HOW, kind: 'stations', filter: {} }, () =>
    book.stations.put([station({ id: 9001, name: 'A' }), station({ id: 9002, name: 'A' })], NOW),
  )
  expect(ids).toEqual(all)
})

test('sessions: by time, and one that is older', () => {
  const book = tempBook()
  book.stations.put([station({ id: 1 })], NOW)
  const at = (id: number, atMs: number) => session({ id, telemetryId: 2001, atMs })
  book.sessions.put(all.map((id) => at(id, id * 1000)))
  const ids = idsOf(book, { ...HOW, kind: 'sessions', stationIds: [1] }, () => book.sessions.put([at(9001, 0)]))
  expect(ids).toEqual(all)
})

test('findings: the newest first, some of which go and others come', () => {
  const book = tempBook()
  book.stations.put([station({ id: 1 })], NOW)
  const judged = { stationId: 1, judgedAtMs: NOW, basis: '{}', verdicts: '{}', seen: [] }
  const findings = all.map((at) => finding(`f${at}`, { fromMs: NOW - at * 1000 }))
  book.findings.replace({ ...judged, findings })
  const ids = idsOf(book, { ...HOW, kind: 'findings', filter: {} }, () =>
    book.findings.replace({ ...judged, findings: [finding('new', { fromMs: NOW }), ...findings.slice(0, -1)] }),
  )
  expect(ids).toEqual(findings.slice(0, -1).map(({ id }) => id))
})

test('notes: by time, one that is deleted and one that comes', () => {
  const book = tempBook()
  book.stations.put([station({ id: 1 })], NOW)
  const add = (afterMs: number) =>
    book.notes.add(1, { fromMs: NOW + afterMs, toMs: null, kind: 'other', author: '', text: 'x' }, [], NOW).id
  const notes = book.page(() => all.map((at) => add(at * 1000)))
  const ids = idsOf(book, { ...HOW, kind: 'notes', filter: {} }, () => {
    add(0)
    add(1)
    book.notes.remove(notes[1500] ?? '', NOW)
  })
  expect(ids).toEqual(notes.toSpliced(1500, 1))
})
