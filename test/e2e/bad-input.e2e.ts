import { spawn } from 'node:child_process'
import { copyFileSync, openSync, writeFileSync, writeSync, closeSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import type { Page } from '@playwright/test'
import { test, expect } from './fixtures.ts'
import { TripDialog } from './pages/downloads.ts'
import { SignInPage } from './pages/sign-in.ts'
import { ReadingsPage } from './pages/station.ts'
import { WorkbenchPage } from './pages/workbench.ts'
import { STATIONS } from './support/synced.ts'
import { ended, firstLine, root, steadyEnv } from './support/process.ts'

/** Opens a book by its path from the sign-in screen while another one is open; the open one must stay. */
async function openBeside(page: Page, file: string): Promise<SignInPage> {
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: /Signed out/ })
    .click()
  const signIn = new SignInPage(page)
  await signIn.openBook(file)
  return signIn
}

async function expectStillOpen(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Back to trip' }).click()
  await new WorkbenchPage(page).expectStations(150)
}

const BROKEN: { what: string; make: (book: string, file: string) => void; sentence: string }[] = [
  {
    what: 'a file that is no book',
    make: (_, file) => writeFileSync(file, 'Dear colleague,\n'.repeat(500)),
    sentence: 'This file is not a Meterbook book. It was left untouched.',
  },
  {
    what: 'an empty file',
    make: (_, file) => writeFileSync(file, ''),
    sentence: 'This file is not a Meterbook book. It was left untouched.',
  },
  {
    what: 'another program’s database',
    make: (_, file) => new Database(file).exec('CREATE TABLE recipe (id)').close(),
    sentence: 'This file is not a Meterbook book. It was left untouched.',
  },
  {
    what: 'a book of a newer version',
    make: (book, file) => {
      copyFileSync(book, file)
      const db = new Database(file)
      db.pragma('user_version = 999')
      db.close()
    },
    sentence: 'This book was made by a newer version of Meterbook (book version',
  },
  {
    what: 'a damaged book',
    make: (book, file) => {
      copyFileSync(book, file)
      const handle = openSync(file, 'r+')
      writeSync(handle, Buffer.alloc(200_000, 0xa5), 0, 200_000, 4096)
      closeSync(handle)
    },
    sentence: 'This book is damaged',
  },
  {
    what: 'a file that is not there',
    make: () => undefined,
    sentence: 'There is no book at this place any more.',
  },
]

test('a file that cannot be opened is refused with the reason, and the open book stays open', async ({ page, app, lent, synced }) => {
  await lent.start()
  for (const [at, { what, make, sentence }] of BROKEN.entries()) {
    await test.step(what, async () => {
      const file = path.join(app.data, `other-${at}.meterbook`)
      make(synced.file, file)
      const signIn = await openBeside(page, file)
      await expect(signIn.complaint).toContainText(sentence)
      await expectStillOpen(page)
    })
  }
})

test('a book that another program writes is refused with its name, and the open book stays open', async ({ page, app, book, synced }) => {
  const file = path.join(app.data, 'other.meterbook')
  copyFileSync(synced.file, file)
  const other = spawn(process.execPath, [path.join(root, 'out/main/web.cjs'), '--book', file], {
    cwd: root,
    env: { ...steadyEnv, METERBOOK_DATA: path.join(app.data, 'second') },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  try {
    await firstLine(other)
    await app.start({ book })
    const signIn = await openBeside(page, file)
    await expect(signIn.complaint).toContainText('Another program is writing this book')
    await expectStillOpen(page)
    // Meanwhile it opens for reading, and says why nothing can be downloaded into it.
    await openBeside(page, file)
    await page.getByRole('button', { name: 'Open for reading' }).click()
    await expect(page.getByRole('contentinfo')).toContainText('read only')
    const trip = new TripDialog(page)
    await trip.open()
    await expect(trip.root).toContainText('This book is open for reading only')
    await expect(trip.start).toBeDisabled()
    await page.keyboard.press('Escape')
    // Once the other has ended, the book opens.
    await ended(other)
    await openBeside(page, file)
    await expect(page.getByRole('contentinfo')).toContainText('other')
  } finally {
    await ended(other)
  }
})

test('a second start on the same data folder opens its book for reading', async ({ page, app, book }) => {
  await app.start({ book })
  await new WorkbenchPage(page).expectStations(150)
  await app.start()
  await new WorkbenchPage(page).expectStations(150)
  await expect(page.getByRole('contentinfo')).toContainText('read only')
  await expect(page.getByRole('button', { name: 'Prepare a trip…' })).toBeVisible()
})

test('a span that ends before it begins is refused with a message, and the previous span stays', async ({ page, shared }) => {
  const SENTENCE = 'The span ends before it begins, so nothing was done.'
  await shared.open(page, '/stations')
  const trip = new TripDialog(page)
  await trip.open()
  await trip.span('2026-03-01', '2026-03-31')
  await expect(trip.root.getByRole('alert')).toBeHidden()
  await trip.span('2026-03-31', '2026-03-01')
  await expect(trip.root.getByRole('alert')).toContainText(SENTENCE)
  await page.keyboard.press('Escape')
  await expect(trip.root.getByPlaceholder('To')).toHaveValue('31/03/2026')

  await page.keyboard.press('Escape')
  await shared.open(page, `/stations/${STATIONS.main}/readings`)
  const readings = new ReadingsPage(page)
  await readings.expectDrawn()
  const days = readings.span.getByRole('button', { name: '21/10/2026 – 20/11/2026' })
  await days.click()
  await readings.span.getByPlaceholder('To').fill('01/10/2026')
  await expect(readings.span.getByRole('alert')).toContainText(SENTENCE)
  await page.keyboard.press('Escape')
  await expect(days).toBeVisible()
})
