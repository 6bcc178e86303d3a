import type { Locator, Page } from '@playwright/test'
import { USUAL_PREFERENCES } from '../../electron/contract/preferences.ts'
import en from '../../electron/words/en/window/index.ts'
import ru from '../../electron/words/ru/window/index.ts'
import { expect, test } from './fixtures.ts'
import { axeIsContent, tabTo } from './support/axe.ts'
import { askingBeside } from './support/contract.ts'
import { STATIONS } from './support/synced.ts'

/** Help where one is: the guide at its place and back, its search, the keys of the screen, every command in the palette, About. */

const WORDS = { en, ru }
type Language = keyof typeof WORDS
const guideOf = (page: Page, language: Language) => page.getByRole('complementary', { name: WORDS[language].guide.title, exact: true })
const headingIn = (place: Locator) => place.getByRole('heading', { level: 2 })
const station = `/stations/${STATIONS.main}`

/** What of each page is looked for: its place, the heading that F1 leads to. */
const PLACES = [
  { place: '/stations', en: 'Workbench', ru: 'Станции' },
  { place: '/downloads/holes', en: 'Holes', ru: 'Пропуски' },
  { place: `${station}/coverage`, en: 'Coverage', ru: 'Покрытие' },
  { place: '/reference/rules', en: 'Rules and thresholds', ru: 'Правила и пороги' },
  { place: '/preferences', en: 'Preferences', ru: 'Настройки' },
] as const

for (const language of ['en', 'ru'] as const) {
  test.describe(language, () => {
    test.use({ locale: language === 'ru' ? 'ru-RU' : 'en-GB' })
    const words = WORDS[language]

    test('F1 opens the guide at the place where one is; Escape leads back', async ({ page, shared }) => {
      for (const { place, [language]: heading } of PLACES) {
        await page.goto('about:blank')
        await shared.open(page, place)
        await expect(page.getByRole('main').getByRole('heading', { level: 1 }).first()).toBeVisible()
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
        const button = page.getByRole('main').locator('a[href], button:enabled').first()
        await button.focus()
        await page.keyboard.press('F1')
        const guide = guideOf(page, language)
        await expect(guide.getByRole('heading', { name: heading, exact: true })).toBeFocused()
        await page.keyboard.press('Escape')
        await expect(guide).toBeHidden()
        await expect(button).toBeFocused()
        // The same key opens and closes it.
        await page.keyboard.press('F1')
        await expect(guide.getByRole('heading', { name: heading, exact: true })).toBeFocused()
        await page.keyboard.press('F1')
        await expect(guide).toBeHidden()
      }
    })

    test('pages by search and links, back by keys, and into the program', async ({ page, shared }) => {
      await shared.open(page, '/fleet')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.keyboard.press('F1')
      const guide = guideOf(page, language)
      await expect(headingIn(guide)).toBeFocused()
      const first = await headingIn(guide).textContent()
      const search = guide.getByRole('searchbox')
      await search.press('Control+A')
      await page.keyboard.type(language === 'ru' ? 'РАСПИСАНИЮ планировщик' : 'SCHEDULER system')
      await expect(guide.getByRole('listitem').first()).toBeVisible()
      await axeIsContent(page)
      await page.keyboard.press('Enter')
      await page.keyboard.press('Enter')
      const schedulers = language === 'ru' ? 'Загрузка по расписанию' : 'Schedulers'
      await expect(headingIn(guide)).toHaveText(schedulers)
      await expect(guide.locator(':focus')).toBeVisible()
      await page.keyboard.press('Alt+ArrowLeft')
      await expect(headingIn(guide)).toHaveText(first ?? '')
      await search.fill('zzzz')
      await expect(guide.getByRole('status')).toContainText('zzzz')
      await page.keyboard.press('Escape')
      await expect(search).toHaveValue('')
      await guide.getByRole('button', { name: words.guide.contents, exact: true }).click()
      await guide.getByRole('link', { name: language === 'ru' ? 'Выезд' : 'A trip', exact: true }).click()
      await expect(headingIn(guide)).toBeFocused()
      await axeIsContent(page)
      // One reads on beside the screen that a link leads to.
      await guide.locator('a[href$="#/downloads/holes"]').click()
      await expect(page).toHaveURL(/#\/downloads\/holes$/)
      await expect(headingIn(guide)).toBeVisible()
      await tabTo(page, guide.getByRole('button', { name: words.common.close, exact: true }))
      await page.keyboard.press('Enter')
      await expect(guide).toBeHidden()
    })

    test('F1 in a dialog leads to what the dialog does; Escape keeps what was typed there', async ({ page, shared }) => {
      await shared.open(page, station)
      // The keys of a station work once the book has answered.
      await expect(page.getByRole('main').getByRole('button', { name: words.notes.write, exact: true })).toBeVisible()
      await page.keyboard.press('n')
      const dialog = page.getByRole('dialog').filter({ has: page.locator('[data-guide="station#notes"]') })
      const text = dialog.getByRole('textbox').first()
      await expect(text).toBeFocused()
      await page.keyboard.type('Seal 0417')
      await page.keyboard.press('F1')
      const guide = page.getByRole('dialog', { name: words.guide.title, exact: true })
      await expect(guide.getByRole('heading', { level: 3, name: language === 'ru' ? 'Заметки' : 'Notes' })).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(guide).toBeHidden()
      await expect(text).toBeFocused()
      await expect(text).toHaveValue('Seal 0417')
      await page.keyboard.press('Escape')
    })

    test('the guide beside the screen stays as it was while a dialog has its own', async ({ page, shared }) => {
      await shared.open(page, station)
      // The keys of a station work once the book has answered.
      await expect(page.getByRole('main').getByRole('button', { name: words.notes.write, exact: true })).toBeVisible()
      await page.keyboard.press('F1')
      const beside = page.locator('aside.beside')
      await expect(beside.locator(':focus')).toBeVisible()
      const first = await headingIn(beside).textContent()
      await page.getByRole('main').locator('a[href], button:enabled').first().focus()
      await page.keyboard.press('n')
      const dialog = page.getByRole('dialog').filter({ has: page.locator('[data-guide="station#notes"]') })
      await expect(dialog.getByRole('textbox').first()).toBeFocused()
      await page.keyboard.press('F1')
      const over = page.getByRole('dialog', { name: words.guide.title, exact: true })
      await expect(over.getByRole('heading', { level: 3, name: language === 'ru' ? 'Заметки' : 'Notes' })).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(over).toBeHidden()
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(headingIn(beside)).toHaveText(first ?? '')
    })

    test('F1 in the palette closes it and opens the guide at the screen', async ({ page, shared }) => {
      await shared.open(page, '/downloads/holes')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.keyboard.press('Control+K')
      const palette = page.getByRole('dialog', { name: words.palette.label })
      await expect(palette.getByRole('combobox')).toBeFocused()
      await page.keyboard.press('F1')
      await expect(palette).toBeHidden()
      const heading = language === 'ru' ? 'Пропуски' : 'Holes'
      await expect(guideOf(page, language).getByRole('heading', { name: heading, exact: true })).toBeFocused()
    })

    test('over a dialog the palette offers nothing of the screen below it', async ({ page, shared }) => {
      await shared.open(page, '/fleet')
      await expect(page.getByRole('grid').first()).toBeVisible()
      const palette = page.getByRole('dialog', { name: words.palette.label })
      const offered = palette.getByRole('option', { name: words.keys.fleet.facets, exact: false })
      await page.keyboard.press('Control+K')
      await palette.getByRole('combobox').fill(words.keys.fleet.facets)
      await expect(offered.first()).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(palette).toBeHidden()
      await page.keyboard.press('?')
      await expect(page.getByRole('dialog', { name: words.keys.title, exact: true })).toBeVisible()
      await page.keyboard.press('Control+K')
      await palette.getByRole('combobox').fill(words.keys.fleet.facets)
      await expect(palette.getByText(words.palette.nothing)).toBeVisible()
      await expect(offered).toHaveCount(0)
    })

    test('? shows the keys of this screen first, and leads to the guide', async ({ page, shared }) => {
      const partOf = (place: keyof typeof en.keys.place) =>
        page
          .getByRole('dialog', { name: words.keys.title, exact: true })
          .getByRole('region', { name: words.keys.place[place], exact: true })
      await shared.open(page, '/fleet')
      await expect(page.getByRole('grid').first()).toBeVisible()
      await page.keyboard.press('?')
      await expect(partOf('fleet')).toHaveAttribute('data-part', 'here')
      await expect(partOf('table')).toHaveAttribute('data-part', 'here')
      await expect(partOf('carpet')).toHaveAttribute('data-part', 'elsewhere')
      await axeIsContent(page)
      await page.keyboard.press('F1')
      await expect(headingIn(guideOf(page, language))).toBeFocused()
      await page.keyboard.press('Escape')

      await page.evaluate((hash) => (location.hash = hash), `${station}/readings?archive=hourly&view=unified&show=carpet`)
      await expect(page.locator('canvas[data-drawn]')).toBeVisible()
      await page.keyboard.press('?')
      for (const place of ['station', 'carpet', 'spans'] as const) await expect(partOf(place)).toHaveAttribute('data-part', 'here')
      await expect(partOf('fleet')).toHaveAttribute('data-part', 'elsewhere')
    })

    test('the palette runs tabs, keys and buttons of the screen, and what the menu has', async ({ page, shared }) => {
      await shared.open(page, '/fleet')
      await expect(page.getByRole('grid').first()).toBeVisible()
      const run = async (text: string) => {
        await page.keyboard.press('Control+K')
        const palette = page.getByRole('dialog', { name: words.palette.label })
        await palette.getByRole('combobox').fill(text)
        await palette.getByRole('option', { name: text }).first().click()
        await expect(palette).toBeHidden()
      }
      // A key of the screen, one of its buttons, a tab of another screen, an entry of the menu.
      const facets = page.locator('.facets').first()
      const isShown = await facets.isVisible()
      await run(words.keys.fleet.facets)
      await expect(facets).toBeVisible({ visible: !isShown })
      await run(words.fleet.shapes.trip)
      await expect(page).toHaveURL(/show=trip/)
      await run(words.downloads.tab.history)
      await expect(page).toHaveURL(/#\/downloads\/history$/)
      await run(words.palette.about)
      await expect(page).toHaveURL(/#\/preferences#about$/)
      await run(words.palette.guide)
      await expect(headingIn(guideOf(page, language))).toBeFocused()
    })

    test('About says what it is and where things lie; what is copied names nobody', async ({ page, app, book }) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await app.start({ book })
      await askingBeside(page, (client) => client.program.setPreferences({ ...USUAL_PREFERENCES, backupsFolder: '' }))
      await app.go('/preferences#about')
      const about = page.getByRole('region', { name: words.preferences.about, exact: true })
      await expect(about).toContainText(book)
      await expect(about).toContainText(/Node\.js \d+\.\d+.*SQLite 3\.\d+/)
      await expect(about).toContainText('meterbook.log')
      await axeIsContent(page)
      const copy = about.getByRole('button', { name: words.preferences.copyForReport })
      await copy.focus()
      await page.keyboard.press('Enter')
      await expect(about.getByRole('status')).toHaveText(words.preferences.copiedForReport)
      const text = await page.evaluate(() => navigator.clipboard.readText())
      expect(text).toMatch(/^Meterbook \d+\.\d+\.\d+ \(build [0-9a-f]{8}\), web\n/)
      expect(text).toContain('book data-folder')
      for (const name of [book, app.data, 'trip', 'meterbook-e2e']) expect(text).not.toContain(name)
    })
  })
}
