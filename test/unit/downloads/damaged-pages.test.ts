import { expect, test, vi } from 'vitest'
import { openBook } from '../../../electron/book/index.ts'
import { BookError } from '../../../electron/book/file/errors.ts'
import { queueIn } from '../../../electron/downloads/queue.ts'
import { damage, HOSTILE_NOW, soundBook } from '../../support/hostile-books.ts'
import { testFolder } from '../../support/pull.ts'
import { hourlyOf, stage } from './world.ts'

/** A download whose book cannot be read any more: it says so and stands still, and nothing ends. */

const it = stage()

test('one who listens to the progress and fails keeps no other from hearing it', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue()
  const puller = await it.open()
  const heard: string[] = []
  puller.downloads.listen(() => {
    throw new BookError('BOOK_DAMAGED')
  })
  puller.downloads.listen(({ state }) => heard.push(state))
  puller.downloads.start(hourlyOf())
  await expect.poll(() => heard.at(-1)).toBe('done')
  expect(said).toHaveBeenCalledWith(expect.stringContaining('BOOK_DAMAGED'))
  said.mockRestore()
})

test('a run whose end the book takes no more, and that cannot be read anew, stands still and says why', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue()
  const puller = await it.open()
  puller.downloads.start(hourlyOf())
  // Where just these two meet a damaged page, all pages of records have come.
  for (const name of ['setRunState', 'moved'] as const)
    vi.spyOn(puller.book.tasks, name).mockImplementation(() => {
      throw new BookError('BOOK_DAMAGED')
    })
  expect(await puller.downloads.settled()).toMatchObject({ state: 'paused', failure: { code: 'BOOK_DAMAGED' } })
  said.mockRestore()
})

test('a task of a station whose name cannot be read is told without it', () => {
  const folder = testFolder()
  const file = folder.file('damaged.meterbook')
  soundBook(file)
  damage(file, 'station')
  const book = openBook(file, { mode: 'read', now: () => HOSTILE_NOW })
  expect(() => book.stations.get(1)).toThrow()
  expect(queueIn(book).describe({ kind: 'settings', stationId: 1, equipmentId: 1001 })).toMatchObject({ stationId: 1, stationName: null })
  book.close()
  folder.remove()
})
