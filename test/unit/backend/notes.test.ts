import { ORPCError } from '@orpc/server'
import Database from 'better-sqlite3'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Failure } from '../../../electron/contract/common.ts'
import { strictCsv } from '../../support/csv.ts'
import { fromTelephone, PLAIN_JPEG, toldBy } from '../../support/photograph.ts'
import { backends, reached, type Client } from './backends.ts'

/** Notes as the windows write them. */

const it = backends(6, 'file')
const MARCH = Date.parse('2026-03-02T09:30:00Z')
const jpeg = (bytes: Buffer) => new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' })
const photo = (name: string, bytes = fromTelephone(PLAIN_JPEG)) => ({
  name,
  jpeg: jpeg(bytes),
  thumb: jpeg(PLAIN_JPEG),
})
const said = { fromMs: MARCH, toMs: null, kind: 'visit' as const, author: 'Ольга', text: 'Был на месте', photos: [] }
const how = { language: 'en', timeZone: 'Europe/Moscow' } as const

async function failureOf(work: Promise<unknown>): Promise<Failure> {
  const error: unknown = await work.catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ORPCError)
  return (error as ORPCError<'FAILED', Failure>).data
}

let client: Client
beforeAll(async () => {
  client = await it.start()
  await client.account.signIn(it.account())
  await reached(client, 'done')
})

test('written, changed, deleted and brought back; every window is told of the station', async () => {
  const changes = await client.program.changes()
  /** Does something and gives the station of the change of notes that the windows are told of meanwhile. */
  async function told<T>(work: () => Promise<T>): Promise<{ done: T; stationId: number | null }> {
    const heard = (async () => {
      for (;;) {
        const { value, done } = await changes.next()
        if (done) throw new Error('the changes have ended')
        if (value.topic === 'notes') return value.stationId
      }
    })()
    const done = await work()
    return { done, stationId: await heard }
  }
  const written = await told(() => client.notes.write({ ...said, stationId: 10_001, photos: [photo('door.jpg')] }))
  const note = written.done
  expect(note).toMatchObject({ stationId: 10_001, text: 'Был на месте', photos: [{ name: 'door.jpg', width: 16 }] })
  const kept = note.photos.map(({ id }) => id)
  const more = { id: note.id, toMs: MARCH + 3_600_000, kind: 'repair', keptPhotoIds: kept } as const
  const changed = await told(() => client.notes.change({ ...said, ...more }))
  expect(changed.done).toMatchObject({ id: note.id, kind: 'repair', photos: note.photos })
  const removed = await told(() => client.notes.remove({ id: note.id }))
  expect([written.stationId, changed.stationId, removed.stationId]).toEqual([10_001, 10_001, 10_001])
  expect((await client.notes.page({ stationIds: [10_001] })).total).toBe(0)
  expect((await client.notes.counts({ stationIds: [10_001] })).deleted).toBe(1)
  expect((await client.notes.page({ stationIds: [10_001], deleted: true })).rows).toHaveLength(1)
  expect((await client.notes.restore({ id: note.id })).photos).toEqual(note.photos)
  await changes.return?.()
  expect((await client.notes.find({ text: 'месте БЫЛ' })).map(({ id }) => id)).toEqual([note.id])
  expect(await client.notes.authors()).toEqual(['Ольга'])
})

test('a photograph comes back as a picture without the place it was taken at', async () => {
  const note = await client.notes.write({ ...said, stationId: 10_002, photos: [photo('a.jpg')] })
  const [{ id } = { id: '' }] = note.photos
  for (const size of ['whole', 'thumb'] as const) {
    const blob = await client.notes.photo({ id, size })
    expect(blob.type).toBe('image/jpeg')
    expect(toldBy(new Uint8Array(await blob.arrayBuffer()))).toEqual([])
  }
  const png = photo('b.png', Buffer.from('89504e470d0a1a0a', 'hex'))
  expect(await failureOf(client.notes.write({ ...said, stationId: 10_002, photos: [png] }))).toEqual({
    code: 'BAD_PHOTO',
    data: { name: 'b.png', reason: 'not-jpeg' },
  })
})

test('what cannot be is refused', async () => {
  const refused = (more: object) => client.notes.write({ ...said, stationId: 10_001, ...more })
  await expect(refused({ text: '  ' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await expect(refused({ toMs: MARCH })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await expect(refused({ fromMs: null, toMs: MARCH })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await expect(refused({ photos: Array.from({ length: 13 }, () => photo('a.jpg')) })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
  expect(await failureOf(refused({ stationId: 1 }))).toMatchObject({ code: 'NO_SUCH_STATION' })
  expect(await failureOf(client.notes.remove({ id: 'x' }))).toMatchObject({ code: 'NO_SUCH_NOTE' })
})

test('a book that another program writes shows its notes, and says why it takes none', async () => {
  const note = await client.notes.write({ ...said, stationId: 10_003 })
  const file = (await client.book.summary())?.file ?? ''
  const reader = await it.start({ name: 'reader', book: file, mode: 'read' })
  expect((await reader.notes.page({ stationIds: [10_003] })).rows.map(({ id }) => id)).toEqual([note.id])
  const refusal = { code: 'READ_ONLY_BOOK', data: { file } }
  expect(await failureOf(reader.notes.write({ ...said, stationId: 10_003 }))).toEqual(refusal)
  expect(await failureOf(reader.notes.remove({ id: note.id }))).toEqual(refusal)
  await reader.close()
})

describe('files', () => {
  const filter = { stationIds: [10_004], desc: false }
  beforeAll(async () => {
    await client.notes.write({ ...said, stationId: 10_004, kind: 'seal', text: '=Пломба\n№ 7' })
    const span = { fromMs: MARCH + 1000, toMs: MARCH + 61_000 }
    await client.notes.write({ ...said, ...span, stationId: 10_004, photos: [photo('a.jpg'), photo('b.jpg')] })
  })

  test('a CSV for people has words, for programs codes; photographs are counted', async () => {
    const people = await client.exports.notes({ ...how, language: 'ru', format: 'csv', filter })
    expect(people?.file).toMatch(/Заметки \d{4}-\d\d-\d\d\.csv$/)
    const [header, ...rows] = strictCsv(readFileSync(people?.file ?? '', 'utf8').slice(1), ';')
    expect(header?.slice(0, 8)).toEqual([
      'С (Europe/Moscow)',
      'По (Europe/Moscow)',
      'Станция',
      'Вид',
      'Текст',
      'Автор',
      'Снимков',
      'Имена снимков',
    ])
    expect(rows.map((row) => [row[0], row[1], ...row.slice(3, 8)])).toEqual([
      ['02.03.2026 12:30:00', '', 'пломба', "'=Пломба\n№ 7", 'Ольга', '0', ''],
      ['02.03.2026 12:30:01', '02.03.2026 12:31:01', 'выезд', 'Был на месте', 'Ольга', '2', 'a.jpg; b.jpg'],
    ])
    const plain = await client.exports.notes({ ...how, format: 'csv', reader: 'programs', filter })
    const [keys, first] = strictCsv(readFileSync(plain?.file ?? '', 'utf8'), ',')
    expect([keys?.[3], first?.[3], first?.[0]]).toEqual(['kind', 'seal', '2026-03-02T12:30:00.000+03:00'])
  })

  test('JSON names the photographs', async () => {
    const done = await client.exports.notes({ ...how, format: 'json', filter: { ...filter, kinds: ['visit'] } })
    const { rows, about } = JSON.parse(readFileSync(done?.file ?? '', 'utf8')) as {
      rows: Record<string, unknown>[]
      about: Record<string, string>
    }
    expect(rows).toMatchObject([
      { kind: 'visit', photographs: 2, photograph_names: ['a.jpg', 'b.jpg'], station_id: 10_004, edited_at: null },
    ])
    expect(about.Filter).toBe('visit')
  })
})

/** A way to the service on which every byte that goes out is seen. */
async function overheard(service: string) {
  const sent: Buffer[] = []
  const server = createServer((incoming, response) => {
    sent.push(Buffer.from(`${incoming.method} ${incoming.url} ${JSON.stringify(incoming.rawHeaders)}`))
    const onward = ask(new URL(incoming.url ?? '', service), { method: incoming.method, headers: incoming.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    incoming.on('data', (bytes: Buffer) => sent.push(bytes))
    onward.on('error', () => response.destroy())
    incoming.pipe(onward)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, sent }
}

test('no request to the service carries a note, whatever is downloaded', async () => {
  const { url, sent } = await overheard(it.service.url)
  const other = await it.start({ name: 'overheard' })
  await other.account.signIn({ ...it.account(), url })
  await reached(other, 'done')
  const secret = 'Ключ под половиком'
  const note = await other.notes.write({ ...said, stationId: 10_001, author: 'Пётр', text: secret, photos: [photo('mat.jpg')] })
  await other.notes.change({ ...said, id: note.id, author: 'Пётр', text: secret, keptPhotoIds: note.photos.map(({ id }) => id) })
  const before = sent.length
  const span = { from: '2026-03-01', to: '2026-03-03' }
  await other.downloads.start({ stations: [10_001], archives: ['all'], span, refresh: true })
  await reached(other, 'done')
  await other.notes.remove({ id: note.id })
  await other.account.signOut()
  expect(sent.length - before).toBeGreaterThan(15)

  const said_ = Buffer.concat(sent).toString('latin1')
  const bytes = (text: string) => Buffer.from(text).toString('latin1')
  const forms = (text: string) => [bytes(text), encodeURIComponent(text), JSON.stringify(text), btoa(bytes(text))]
  const parts = [secret, 'Пётр', 'mat.jpg', note.id, ...note.photos.map(({ id }) => id)].flatMap(forms)
  expect(parts.filter((part) => said_.includes(part))).toEqual([])
  expect(said_).not.toMatch(/note|\u00ff\u00d8\u00ff/i)
  await other.close()
})

test('a note that was deleted a month ago is forgotten when the book is opened to be written', async () => {
  const file = it.file('old.meterbook')
  await client.notes.write({ ...said, stationId: 10_005, text: 'старое' })
  const db = new Database((await client.book.summary())?.file ?? '')
  db.exec(`VACUUM INTO '${file}'`)
  db.close()
  const copy = new Database(file)
  copy.exec("UPDATE note SET deleted_at_ms = written_at_ms + 1000 - 31 * 86400000.0 WHERE text = 'старое'")
  copy.close()
  const other = await it.start({ name: 'later', book: file })
  expect((await other.notes.page({ stationIds: [10_005], deleted: true })).total).toBe(0)
  await other.close()
  const left = new Database(file, { readonly: true })
  expect(left.prepare('SELECT text, folded FROM note WHERE station_id = 10005').all()).toEqual([{ text: '', folded: null }])
  left.close()
})
