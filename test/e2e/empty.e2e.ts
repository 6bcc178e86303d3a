import path from 'node:path'
import { openBook } from '../../electron/book/index.ts'
import { SCREENS, tabsOf } from '../../electron/contract/screens.ts'
import en from '../../electron/words/en/window/index.ts'
import ru from '../../electron/words/ru/window/index.ts'
import { expect, test } from './fixtures.ts'
import { axeIsContent } from './support/axe.ts'
import { STATIONS } from './support/synced.ts'

/** Screens without data say what would be there and how to get it; with a filter that nothing fits they say that, and take it away. */

const WORDS = { en, ru }
const bare = `/stations/10010`

/** Places that have something to show without any data, and what that is. */
const NEVER_EMPTY: Readonly<Record<string, string>> = {
  '/reference/rules': 'the rules are the program’s own',
  '/reports/letterhead': 'a form',
  '/preferences': 'the preferences',
  '/sign-in': 'a form',
}
const PLACES = SCREENS.filter(({ path: place }) => !place.includes(':')).flatMap(({ name, path: place }) => {
  const tabs = tabsOf(name)
  return tabs.length === 0 ? [place] : tabs.map((tab) => `${place}/${tab}`)
})

for (const language of ['en', 'ru'] as const) {
  test.describe(language, () => {
    test.use({ locale: language === 'ru' ? 'ru-RU' : 'en-GB' })

    test('in a book without anything every screen says what would be there', async ({ page, app }) => {
      const file = path.join(app.data, 'empty.meterbook')
      openBook(file, { mode: 'write', now: Date.now, account: { url: 'https://meters.invalid', email: 'me@example.org' } }).close()
      await app.start({ book: file })
      await expect(page.getByRole('navigation').first()).toBeVisible()
      for (const place of PLACES) {
        await test.step(place, async () => {
          await app.go(place)
          if (place in NEVER_EMPTY) return
          const said = page.getByRole('main').locator('.empty-state:visible')
          await expect(said.first(), place).toBeVisible()
          for (const text of await said.locator('p').allTextContents()) {
            expect(text.length, `${place}: ${text}`).toBeGreaterThan(18)
            // A message that is missing shows its name.
            expect(text).not.toMatch(/^[a-z-]+\.[\w.]+$/)
          }
        })
      }
      await axeIsContent(page)
    })

    test('a station without data says so in every tab, with a way to get it', async ({ page, shared }) => {
      const tabs = tabsOf('station')
      for (const tab of tabs) {
        await test.step(tab, async () => {
          await page.goto('about:blank')
          await shared.open(page, `${bare}/${tab}`)
          // Its calendars show each day as never asked, with the words for that and what to do.
          if (tab === 'coverage') return expect(page.getByText(WORDS[language].charts.coverage.never).first()).toBeVisible()
          const said = page.getByRole('main').locator('.empty-state:visible').first()
          await expect(said, tab).toBeVisible()
          await expect(said.locator('p')).not.toBeEmpty()
        })
      }
    })

    test('a filter that nothing fits is another sentence, and its button takes it away', async ({ page, shared }) => {
      const words = WORDS[language]
      const filtered: readonly [string, string][] = [
        ['/stations?text=zzzzzz', words.workbench.noMatch],
        ['/events?text=zzzzzz', words.events.noMatch],
        ['/reference/messages?text=zzzzzz', words.reference.noMatch],
        ['/reference/rules?text=zzzzzz', words.rules.noMatch],
        [`/stations/${STATIONS.main}/events?text=zzzzzz`, words.events.noMatch],
      ]
      for (const [place, title] of filtered) {
        await test.step(place, async () => {
          await page.goto('about:blank')
          await shared.open(page, place)
          const heading = page.getByRole('heading', { name: title, exact: true })
          await expect(heading).toBeVisible()
          const state = page.getByRole('main').locator('.empty-state').filter({ has: heading })
          await state.getByRole('button').press('Enter')
          await expect(heading).toBeHidden()
        })
      }
    })
  })
}
