import { expect, test } from 'vitest'
import { readCursors, readTarget } from '../../../electron/downloads/read-target.ts'
import type { Target } from '../../../electron/downloads/target.ts'
import { operations } from '../../../electron/service/operations.ts'
import { hourlyOf, stage } from './world.ts'

/** A book that somebody has prepared: its queue holds what this program would never put there. */

const it = stage()

const days = { from: '2026-11-01', to: '2026-11-10' }
const readings = { kind: 'readings', stationId: 10_001, equipmentId: 300_001, archiveType: 'hourly', view: 'general' }
const events = { kind: 'events', stationId: 10_001, equipmentId: 300_001, archiveType: 'alarm' }

const HOSTILE: [what: string, target: unknown][] = [
  ['a path instead of a key', { kind: 'characteristics', stationId: '../../auth/sign_out?x=' }],
  ['a path in a list', { kind: 'characteristics', stationId: ['10001/../../../admin'] }],
  ['an object that prints as a path', { kind: 'characteristics', stationId: { toString: '/admin' } }],
  ['a key that is no whole number', { kind: 'last_session', stationId: 10_001.5 }],
  ['a device that is a text', { ...readings, ...days, equipmentId: '300001&archive_type=settings' }],
  ['an archive with a line break', { ...readings, ...days, archiveType: 'hourly\r\nx-evil: 1' }],
  ['an archive that is a list', { ...readings, ...days, archiveType: ['hourly'] }],
  ['an event archive that is none', { ...events, ...days, archiveType: '../alarm' }],
  ['an event pair that is none', { ...events, ...days, by: { energyVarname: 1, uid: {} } }],
  ['a view that is none', { ...readings, ...days, view: 'admin' }],
  ['days that are none', { ...readings, from: '2026-02-30', to: 'x' }],
  ['days the wrong way round', { ...readings, from: '2026-11-10', to: '2026-11-01' }],
  ['no days', readings],
  ['a kind that is none', { kind: 'users', stationId: 1 }],
  ['no object', 'stations'],
  ['nothing', null],
]

test.each(HOSTILE)('%s is no target', (_what, target) => {
  expect(readTarget(target)).toBeNull()
})

test.each<Target>([
  { kind: 'stations' },
  { kind: 'expand' },
  { kind: 'customers', energyId: null },
  { kind: 'channels', equipmentTypeId: 3 },
  { kind: 'characteristics', stationId: 1 },
  { kind: 'settings', stationId: 1, equipmentId: 2 },
  { kind: 'readings', stationId: 1, equipmentId: 2, archiveType: 'суточный, 2', view: 'unified', ...days },
  {
    kind: 'events',
    stationId: 1,
    equipmentId: 2,
    archiveType: 'alarm',
    by: { energyVarname: 'gas', uid: 'а/1' },
    ...days,
  },
  { kind: 'sessions', stationId: 1, telemetryId: 4, ...days },
])('what the program itself puts into a queue is read as it was: $kind', (target) => {
  expect(readTarget(JSON.parse(JSON.stringify(target)))).toEqual(target)
})

test('chunks under way that are none, or lie outside of their task, are forgotten', () => {
  const target: Target = { kind: 'sessions', stationId: 1, telemetryId: 4, ...days }
  const inside = { span: { from: '2026-11-02', to: '2026-11-03' }, page: 2 }
  expect(readCursors([inside], target)).toEqual([inside])
  for (const cursor of [
    { ...inside, page: '2&x=1' },
    { span: null, page: 1 },
    { span: { from: '2020-01-01', to: '2026-11-03' }, page: 1 },
  ])
    expect(readCursors([inside, cursor], target)).toEqual([])
  expect(readCursors([{ span: null, page: 3 }], { kind: 'stations' })).toEqual([{ span: null, page: 3 }])
})

test('no value can leave its place in the path of a request', () => {
  expect(() => operations.characteristics('1/../../auth' as unknown as number)).toThrow(RangeError)
  const { path } = operations.readings({
    ...days,
    page: 1,
    equipmentId: 1,
    archiveType: 'a/../b?c=d&e#f',
    view: 'general',
  })
  const url = new URL(path, 'http://x')
  expect([url.pathname, url.hash, url.searchParams.get('archive_type')]).toEqual(['/api/v1/channel_data', '', 'a/../b?c=d&e#f'])
})

test('such tasks of a queue fail with a sentence and are never sent; the others are downloaded', async () => {
  const first = await it.open()
  first.downloads.start(hourlyOf({ span: days }))
  await first.downloads.settled()
  const { runId } = first.downloads.progress()
  it.nowMs += 60_000
  const { db } = first.book
  db.prepare("UPDATE run SET state = 'active', finished_ms = NULL WHERE id = ?").run(runId)
  const add = db.prepare(
    "INSERT INTO task (run_id, kind, target, station_id, position, state, updated_ms) VALUES (?, 'characteristics', ?, 10001, ?, 'waiting', 0)",
  )
  HOSTILE.forEach(([, target], at) => add.run(runId, JSON.stringify(target), -at))
  add.run(runId, JSON.stringify({ kind: 'characteristics', stationId: 10_001 }), 5e15)
  await first.close()
  it.asked()
  const second = await it.open()
  second.downloads.takeUp()
  const end = await second.downloads.settled()
  expect(end).toMatchObject({ state: 'done', tasks: { failed: HOSTILE.length, waiting: 0 } })
  expect(it.asked()).toEqual(['stations/10001/characteristics'])
  const { rows } = second.downloads.tasks({ states: ['failed'], offset: 0, limit: 99 })
  expect(rows.map(({ failure }) => failure?.code)).toEqual(HOSTILE.map(() => 'BAD_TASK'))
})

test('what an older program or a merge has brought and cannot be asked for is left out, and no task fails', async () => {
  const { book, downloads } = await it.open()
  downloads.start({ ...hourlyOf({ span: days }), archives: ['lists'] })
  await downloads.settled()
  const [channel] = book.equipmentTypes.list().flatMap(({ id }) => book.channels.byType(id))
  if (!channel) throw new Error('no channel')
  for (const archiveTypeVarname of ['a\u0001b', 'a\nb', 'a\u0085'])
    book.page(() =>
      book.channels.put(book.equipmentTypes.list().map(({ id }) => ({ ...channel, equipmentTypeId: id, archiveTypeVarname }))),
    )
  downloads.start({ ...hourlyOf({ span: days }), archives: ['readings', 'events'], energyVarname: 'a\u0001' })
  expect(await downloads.settled()).toMatchObject({ state: 'done', tasks: { failed: 0, waiting: 0 } })
  expect(it.asked().filter((asked) => /\p{Cc}/u.test(asked))).toEqual([])
})
