import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Progress } from '../../../electron/contract/downloads.ts'
import { clockAt, planOf, startPuller, testFolder } from '../../support/pull.ts'
import { page as answer, isSignIn, signedIn, startScripted, type Scripted } from '../service/support.ts'

/** A list of many pages goes on in sight of the user, and so does the planning of what it brought. */

const PAGES = 12
const A_PAGE = 60

let folder: ReturnType<typeof testFolder>
let service: Scripted

beforeEach(async () => {
  folder = testFolder()
  service = await startScripted((seen) => {
    if (isSignIn(seen)) return signedIn('t')
    const page = Number(seen.query.get('page'))
    const isList = seen.path.endsWith('/stations')
    const first = (page - 1) * A_PAGE + 1
    const data = isList
      ? Array.from({ length: A_PAGE }, (_, at) => ({ id: first + at, name: `${first + at}`, equipment_id: first + at }))
      : []
    const last = isList ? PAGES : 1
    return answer('t', {
      body: { data, total_pages: last, current_page: page, next_page: page < last ? page + 1 : null },
    })
  })
})
afterEach(async () => {
  await service.close()
  folder.remove()
})

test('page and pages are told, no page is taken for a loop, and the thread is free between parts of the planning', async () => {
  const clock = clockAt(Date.parse('2026-11-20T12:00:00Z'))
  const account = { url: service.url, email: 'a@b.ru', password: 'x' }
  const puller = await startPuller(account, folder.file('a.meterbook'), clock, { lanes: 1 })
  const plan = planOf({ stations: 'all', archives: ['settings'], span: { from: '2026-11-01', to: '2026-11-02' } })
  const shown = new Set<string>()
  const planned = new Set<number>()
  let isOver = false
  const look = () => {
    const { current, tasks }: Progress = puller.downloads.progress()
    for (const { kind, page, pages } of current) if (kind === 'stations' && pages !== null) shown.add(`${page} of ${pages}`)
    planned.add(tasks.total)
    if (!isOver) setImmediate(look)
  }
  puller.downloads.start(plan)
  look()
  const end = await puller.downloads.settled()
  isOver = true
  expect(end).toMatchObject({ state: 'done', tasks: { failed: 0 } })
  expect(puller.book.stations.count()).toBe(PAGES * A_PAGE)
  // The service is asked for a page after the one before was stored; in between there is a moment to look.
  expect(shown).toContain(`${PAGES} of ${PAGES}`)
  expect(shown.size).toBeGreaterThan(PAGES / 2)
  // A hundred stations at a time.
  expect(planned.size).toBeGreaterThan((PAGES * A_PAGE) / 100 - 1)
  await puller.close()
})
