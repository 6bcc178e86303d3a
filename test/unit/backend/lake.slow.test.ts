import { readdirSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { createBroadcast, newest } from '../../../electron/backend/broadcast.ts'
import { startAnalyst } from '../../../electron/analyst/analyst.ts'
import type { Desk } from '../../../electron/backend/desk.ts'
import { createLake } from '../../../electron/backend/lake.ts'
import { programFileIn } from '../../../electron/backend/program-file.ts'
import { createWorks } from '../../../electron/backend/works.ts'
import type { Progress } from '../../../electron/contract/downloads.ts'
import type { Work } from '../../../electron/contract/works.ts'
import { NOW, station, tempBook, tempFolder } from '../book/fixtures.ts'

/** The lake of a book with stations, beside downloads that the test tells of. */
function lakeBeside() {
  const book = tempBook()
  book.page(() => book.stations.put([station({ id: 1 })], NOW))
  const progressChanges = createBroadcast<Progress>(newest)
  const analyst = startAnalyst({
    book,
    at: () => ({ usual: { zone: 'UTC', contractHour: 10 }, nowMs: NOW }),
    tell: () => undefined,
  })
  onTestFinished(() => analyst.close())
  const desk = {
    progressChanges,
    analyst: () => analyst,
    changes: { publish: () => undefined },
    book: () => book,
    bookOrNull: () => (book.db.open ? book : null),
    nowMs: () => NOW,
  } as unknown as Desk
  const file = programFileIn(tempFolder())
  const works = createWorks(() => NOW)
  const lake = createLake({ desk, file, works })
  onTestFinished(() => lake.close())
  /** What goes on, as the windows are told. */
  const told = works.listen()
  async function until(fits: (works: Work[]) => boolean): Promise<Work[]> {
    for (;;) {
      const { value } = await told.next()
      if (value && fits(value)) return value
    }
  }
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  async function download(runId: number): Promise<void> {
    for (const state of ['running', 'done'] as const) {
      progressChanges.publish({ state, runId } as Progress)
      // The stream is read.
      await turn()
    }
  }
  return { lake, book, works, until, download }
}

test('a download that begins and ends while the lake is written is followed', async () => {
  const { lake, until, download } = lakeBeside()
  await lake.setFolder(tempFolder())
  await download(1)
  const [first] = await until((works) => works.length === 1)
  await download(2)
  await download(3)
  // Both by one writing, which begins when the first is over.
  const [second] = await until((works) => works.length === 1 && works[0]?.id !== first?.id)
  expect(second).toMatchObject({ kind: 'lake', id: (first?.id ?? 0) + 1 })
  await until((works) => works.length === 0)
  expect(await lake.state()).toMatchObject({ failure: null })
})

test('ending the writing is no failure', async () => {
  const { lake, works, until } = lakeBeside()
  await lake.setFolder(tempFolder())
  const written = lake.write().catch((error: unknown) => error)
  const [work] = await until((all) => all.length === 1)
  works.cancel(work?.id ?? 0)
  expect(await written).toMatchObject({ code: 'CANCELLED' })
  expect(await lake.state()).toMatchObject({ writing: false, failure: null })
})

test('another book that is opened while the lake is written ends the writing, and the failure says which book it was', async () => {
  const { lake, book } = lakeBeside()
  const folder = tempFolder()
  await lake.setFolder(folder)
  const written = lake.write().catch((error: unknown) => error)
  const waiting = lake.write().catch((error: unknown) => error)
  // As the desk does when another one is laid out.
  book.close()
  const failure = { code: 'BOOK_CLOSED', data: { file: book.file } }
  expect(await written).toMatchObject(failure)
  expect(await waiting).toMatchObject(failure)
  expect(await lake.state()).toMatchObject({ writing: false, failure })
  expect(readdirSync(folder, { recursive: true }).filter((name) => String(name).endsWith('.part'))).toEqual([])
  // What is right again says so.
  await lake.setFolder(null)
  expect(await lake.state()).toMatchObject({ failure: null })
})
