import { expect, test } from 'vitest'
import type { NoteRow } from '../../../electron/contract/notes.ts'
import { railMarks } from '../../../renderer/parts/notes/rail.ts'

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
const span = { fromMs: 1000, toMs: 2000 }
const marks = (notes: NoteRow[], clamped = false) =>
  railMarks(notes, span, 500, clamped).map(({ left, width, notes: own }) => [left, width, own.map(({ id }) => id).join()])

test('a moment stands at its time, a span from its beginning to its end, cut at the edges of the axis', () => {
  expect(marks([note('a', 1500), note('b', 1200, 1400), note('c', 500, 1100)])).toEqual([
    [0, 50, 'c'],
    [100, 100, 'b'],
    [250, 0, 'a'],
  ])
})

test('moments that would cover each other share a mark, in order of time', () => {
  expect(marks([note('b', 1531), note('c', 1532), note('a', 1500)])).toEqual([
    [250, 0, 'a,b'],
    [266, 0, 'c'],
  ])
})

test('a span too short to be seen is a moment', () => {
  expect(marks([note('a', 1500, 1519), note('b', 1600, 1620)])).toEqual([
    [300, 10, 'b'],
    [250, 0, 'a'],
  ])
})

test('what lies outside is left out, or stands at the end; the station as a whole has no place', () => {
  const notes = [note('before', 10), note('after', 5000), note('whole', null)]
  expect(marks(notes)).toEqual([])
  expect(marks(notes, true)).toEqual([
    [0, 0, 'before'],
    [500, 0, 'after'],
  ])
  expect(railMarks(notes, span, 0, true)).toEqual([])
  expect(railMarks(notes, { fromMs: 5, toMs: 5 }, 500, true)).toEqual([])
})
