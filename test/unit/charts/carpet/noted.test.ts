import { expect, test } from 'vitest'
import type { NoteRow } from '../../../../electron/contract/notes.ts'
import { HOUR_MS } from '../../../../electron/contract/time/units.ts'
import { cellsOf } from '../../../../renderer/charts/carpet/cells.ts'
import { notedCells } from '../../../../renderer/views/station/readings/carpet/noted.ts'

const GAS = { zone: 'Europe/Moscow', contractHour: 10 }
const at = (iso: string) => Date.parse(iso)
const note = (id: string, fromMs: number | null, toMs: number | null = null): NoteRow => ({
  id,
  stationId: 1,
  stationName: null,
  fromMs,
  toMs,
  kind: 'visit',
  author: '',
  text: id,
  reading: null,
  writtenAtMs: 0,
  editedAtMs: null,
  deletedAtMs: null,
  photos: [],
})
// Gas days begin at 07:00 UTC; three of them.
const span = { fromMs: at('2026-03-01T07:00Z'), toMs: at('2026-03-04T07:00Z') }
const ids = (notes: NoteRow[]) => notes.map(({ id }) => id)

test('of hours, a note is one of its gas day, and the mark stands at the day’s first hour', () => {
  const notes = [note('before ten', at('2026-03-02T06:59Z')), note('at ten', at('2026-03-03T07:00Z')), note('whole', null)]
  const { marked, notesOf } = notedCells(cellsOf('hour', span, GAS), notes)
  expect(marked).toEqual([0, 48])
  expect([0, 23, 24, 47, 48, 71].map((cell) => ids(notesOf(cell)))).toEqual([
    ['before ten'],
    ['before ten'],
    [],
    [],
    ['at ten'],
    ['at ten'],
  ])
})

test('of days, a span is noted on each that it touches, and not on the one that begins with its end', () => {
  const long = note('long', at('2026-03-01T10:00Z'), at('2026-03-03T07:00Z'))
  const cells = cellsOf('day', span, GAS)
  const { marked, notesOf } = notedCells(cells, [long, note('far', span.toMs + HOUR_MS)])
  const days = marked.map((cell) => new Date(cells.fromMs[cell] ?? 0).toISOString().slice(0, 10))
  expect(days).toEqual(['2026-03-01', '2026-03-02'])
  expect(marked.flatMap((cell) => ids(notesOf(cell)))).toEqual(['long', 'long'])
})

test('without notes nothing is marked', () => {
  expect(notedCells(cellsOf('hour', span, GAS), []).marked).toEqual([])
})
