import { expect, test } from 'vitest'
import { openBook } from '../../../../electron/book/index.ts'
import type { NoteContent } from '../../../../electron/book/index.ts'
import { fromTelephone, PLAIN_JPEG, toldBy } from '../../../support/photograph.ts'
import { NOW, station, tempBook, tempFolder } from '../fixtures.ts'
import { join } from 'node:path'

const HOUR = 3_600_000
const content = (more: Partial<NoteContent> = {}): NoteContent => ({
  fromMs: NOW,
  toMs: null,
  kind: 'visit',
  author: 'Ольга Ёлкина',
  text: 'Заменил пломбу на счётчике',
  ...more,
})
const photo = (name = 'a.jpg') => ({ name, jpeg: fromTelephone(PLAIN_JPEG), thumb: PLAIN_JPEG })

function withStations() {
  const book = tempBook()
  book.stations.put([station({ id: 1 }), station({ id: 2, name: 'Котельная' })], NOW)
  return book
}

test('a note keeps what was written, and its id is a UUIDv7 of its time', () => {
  const { notes } = withStations()
  const note = notes.add(1, content({ toMs: NOW + HOUR }), [], NOW)
  expect(note).toEqual({
    ...content({ toMs: NOW + HOUR }),
    id: note.id,
    reading: null,
    stationId: 1,
    stationName: 'ГРП-1',
    writtenAtMs: NOW,
    editedAtMs: null,
    deletedAtMs: null,
    photos: [],
  })
  expect(note.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(Number.parseInt(note.id.replaceAll('-', '').slice(0, 12), 16)).toBe(NOW)
  expect(new Set(Array.from({ length: 100 }, () => notes.add(1, content(), [], NOW).id)).size).toBe(100)
})

test('filters: station, kind, words in any case and order, and the time that a note touches', () => {
  const { notes } = withStations()
  const whole = notes.add(1, content({ fromMs: null, text: 'Ключ у сторожа' }), [], NOW)
  const moment = notes.add(1, content({ kind: 'seal' }), [], NOW + 1)
  const span = notes.add(2, content({ fromMs: NOW - 5 * HOUR, toMs: NOW - 2 * HOUR, kind: 'repair' }), [], NOW + 2)
  const ids = (filter: Parameters<typeof notes.query>[0]) => notes.query(filter).rows.map(({ id }) => id)
  expect(ids({})).toEqual([whole.id, moment.id, span.id].toSorted((a, b) => (a === span.id ? 1 : b.localeCompare(a))))
  expect(ids({ stationIds: [2] })).toEqual([span.id])
  expect(ids({ kinds: ['seal', 'repair'] })).toEqual([moment.id, span.id])
  expect(ids({ text: 'ПЛОМБУ елкина', stationIds: [1] })).toEqual([moment.id])
  expect(ids({ text: "'" })).toEqual([])
  expect(ids({ fromMs: NOW - 2 * HOUR, toMs: NOW - HOUR })).toEqual([span.id])
  expect(ids({ fromMs: NOW - 2 * HOUR + 1, toMs: NOW - HOUR })).toEqual([])
  expect(ids({ fromMs: NOW, toMs: NOW })).toEqual([moment.id])
  expect(notes.counts({ stationIds: [1] })).toEqual({ visit: 1, repair: 0, seal: 1, reading: 0, other: 0 })
  const page = notes.query({}, { desc: false, offset: 1, limit: 1 })
  expect([page.total, page.rows.length]).toEqual([3, 1])
})

test('a change is dated later than what it changes, whatever the clock says', () => {
  const { notes } = withStations()
  const { id } = notes.add(1, content(), [], NOW)
  const none = { kept: [], news: [] }
  expect(notes.change(id, content({ text: 'x' }), none, NOW - HOUR).editedAtMs).toBe(NOW + 1)
  expect(notes.change(id, content({ text: 'y' }), none, NOW - HOUR).editedAtMs).toBe(NOW + 2)
  expect(notes.remove(id, 0).deletedAtMs).toBe(NOW + 3)
  expect(notes.restore(id, 0)).toMatchObject({ text: 'y', editedAtMs: NOW + 4, deletedAtMs: null })
})

test('photographs are kept as pictures only; those that are not kept leave an id and no picture', () => {
  const book = withStations()
  const note = book.notes.add(1, content(), [photo('a.jpg'), photo('b.jpg')], NOW)
  const [a, b] = note.photos
  expect(note.photos.map(({ name, width, height, bytes }) => [name, width, height, bytes])).toEqual([
    ['a.jpg', 16, 8, PLAIN_JPEG.length],
    ['b.jpg', 16, 8, PLAIN_JPEG.length],
  ])
  for (const size of ['whole', 'thumb'] as const) expect(toldBy(book.notes.picture(a?.id ?? '', size))).toEqual([])
  const changed = book.notes.change(note.id, content(), { kept: [b?.id ?? ''], news: [photo('c.jpg')] }, NOW + 1)
  expect(changed.photos.map(({ name }) => name)).toEqual(['b.jpg', 'c.jpg'])
  expect(() => book.notes.picture(a?.id ?? '', 'whole')).toThrow('NO_SUCH_NOTE')
  const left = book.db.prepare('SELECT name, removed_at_ms, jpeg, thumb FROM note_photo WHERE id = ?').get(a?.id)
  expect(left).toEqual({ name: '', removed_at_ms: NOW + 1, jpeg: null, thumb: null })
})

test('a file that is no picture, or too large, is refused, and nothing is written', () => {
  const { notes } = withStations()
  const png = Buffer.from('89504e470d0a1a0a', 'hex')
  const padding = Buffer.alloc(2_000_001 - PLAIN_JPEG.length)
  const large = Buffer.concat([PLAIN_JPEG, padding])
  const refused = (jpeg: Buffer, thumb = PLAIN_JPEG) => {
    try {
      notes.add(1, content(), [photo(), { name: 'b.jpg', jpeg, thumb }], NOW)
    } catch (error) {
      return (error as { data: unknown }).data
    }
  }
  expect(refused(png)).toEqual({ name: 'b.jpg', reason: 'not-jpeg' })
  expect(refused(large)).toEqual({ name: 'b.jpg', reason: 'too-large' })
  expect(refused(PLAIN_JPEG, png)).toEqual({ name: 'b.jpg', reason: 'not-jpeg' })
  expect(notes.query({}).total).toBe(0)
})

test('a deleted note can be brought back with its photographs; later only a tombstone is left', () => {
  const book = withStations()
  const { notes } = book
  const note = notes.add(1, content(), [photo()], NOW)
  notes.remove(note.id, NOW + 10)
  expect([notes.query({}).total, notes.query({ deleted: true }).rows[0]?.deletedAtMs]).toEqual([0, NOW + 10])
  expect(() => notes.remove(note.id, NOW)).toThrow('NO_SUCH_NOTE')
  expect(() => notes.change(note.id, content(), { kept: [], news: [] }, NOW)).toThrow('NO_SUCH_NOTE')
  expect(notes.restore(note.id, NOW + 20).photos).toEqual(note.photos)

  notes.remove(note.id, NOW + 30)
  expect(notes.forgetDeleted(NOW + 30)).toBe(0)
  expect(notes.forgetDeleted(NOW + 31)).toBe(1)
  expect(notes.query({ deleted: true }).total).toBe(0)
  expect(() => notes.restore(note.id, NOW + 40)).toThrow('NO_SUCH_NOTE')
  const row = book.db.prepare('SELECT id, station_id, author, text, folded, deleted_at_ms FROM note').get()
  expect(row).toEqual({ id: note.id, station_id: 1, author: '', text: '', folded: null, deleted_at_ms: NOW + 30 })
  expect(book.db.prepare('SELECT count(jpeg) + count(thumb) FROM note_photo').pluck().get()).toBe(0)
  expect(book.checkRecords().problems).toEqual([])
})

test('rows with one id from two laptops: the later one holds, and a tombstone is not undone by an older copy', () => {
  const folder = tempFolder()
  const mine = withStations()
  const kept = mine.notes.add(1, content(), [], NOW)
  const gone = mine.notes.add(1, content({ text: 'zwei' }), [], NOW)
  const other = join(folder, 'copy.meterbook')
  mine.db.exec(`VACUUM INTO '${other}'`)
  const theirs = openBook(other, { mode: 'write', now: () => NOW })
  theirs.notes.change(kept.id, content({ text: 'later' }), { kept: [], news: [] }, NOW + 50)
  theirs.close()
  mine.notes.change(kept.id, content({ text: 'earlier' }), { kept: [], news: [] }, NOW + 20)
  mine.notes.remove(gone.id, NOW + 5)
  mine.db.exec(`ATTACH '${other}' AS other;
    INSERT INTO note SELECT * FROM other.note WHERE true ON CONFLICT (id) DO UPDATE SET
      text = excluded.text, folded = excluded.folded, edited_at_ms = excluded.edited_at_ms,
      deleted_at_ms = excluded.deleted_at_ms
    WHERE max(excluded.written_at_ms, coalesce(excluded.edited_at_ms, 0), coalesce(excluded.deleted_at_ms, 0))
        > max(note.written_at_ms, coalesce(note.edited_at_ms, 0), coalesce(note.deleted_at_ms, 0));
    DETACH other`)
  expect(mine.notes.query({}).rows.map(({ id, text }) => [id, text])).toEqual([[kept.id, 'later']])
})

test('a station is found by its notes, until they are deleted', () => {
  const book = withStations()
  const found = (text: string) => book.search.find(text).map(({ id }) => id)
  const text = book.db.prepare('SELECT folded FROM station_text WHERE station_id = 2').pluck()
  const before = text.get()
  const note = book.notes.add(2, content({ text: 'Протекает сальник' }), [], NOW)
  expect([found('сальник'), found('сальник котельная')]).toEqual([[2], [2]])
  book.notes.change(note.id, content({ text: 'Всё сухо' }), { kept: [], news: [] }, NOW)
  expect([found('сальник'), found('сухо')]).toEqual([[], [2]])
  book.notes.remove(note.id, NOW)
  expect([found('сухо'), text.get()]).toEqual([[], before])
  book.notes.restore(note.id, NOW)
  expect(found('сухо')).toEqual([2])
})

test('a kind that a newer program has made counts as another one', () => {
  const book = withStations()
  const note = book.notes.add(1, content(), [], NOW)
  book.db.prepare("UPDATE note SET kind = 'audit'").run()
  expect(book.notes.get(note.id).kind).toBe('other')
  expect([book.notes.counts({}).other, book.notes.query({ kinds: ['other'] }).total]).toEqual([1, 1])
})
