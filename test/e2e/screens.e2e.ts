import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { test, expect } from './fixtures.ts'
import { SignInPage } from './pages/sign-in.ts'
import { ReadingsPage } from './pages/station.ts'
import { WorkbenchPage } from './pages/workbench.ts'
import { askingBeside } from './support/contract.ts'
import { cutTexts, SCREENS, settled, showScreen, type Language } from './support/screens.ts'

/**
 * Every screen in both languages, both themes and two sizes: nothing is cut, at 150 and 200 % neither, and no violation
 * that axe calls serious or worse, nor a heading that skips a level. Each is pictured into `test-results/screens/`, as `NAME.THEME.LANGUAGE.WIDTH.jpg`.
 * `METERBOOK_SCREENS=1` renews the few that are kept, in `__screens__/` and (the two of the README) `resources/screens/`.
 */
const KEEPING = process.env['METERBOOK_SCREENS'] === '1'
const KEPT_FOLDER = path.join(import.meta.dirname, '__screens__')
const README_FOLDER = path.join(import.meta.dirname, '../../resources/screens')
const FOLDER = path.join(import.meta.dirname, '../../test-results/screens')
const SMALL = { width: 1280, height: 800 }
const LARGE = { width: 1920, height: 1080 }
/** What zoom leaves of a window, in CSS pixels: of 1440 × 900, and of 1280 × 800. */
const ZOOMED = {
  '150 %': { width: 960, height: 600 },
  '200 %': { width: 640, height: 400 },
}
type Theme = 'light' | 'dark'
/** Each language is kept in one theme. */
const KEPT = { en: 'light', ru: 'dark' } as const
/** In this order each step changes the size or the theme, never both. */
const LOOKS = [
  { theme: 'light', size: SMALL },
  { theme: 'light', size: LARGE },
  { theme: 'dark', size: LARGE },
  { theme: 'dark', size: SMALL },
] as const

/** A picture for whoever looks at this run: a JPEG, which is quickly made. */
async function picture(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: path.join(FOLDER, `${name}.jpg`), type: 'jpeg', quality: 80, animations: 'disabled' })
}

/** A picture that is kept with the sources. */
async function keep(page: Page, folder: string, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: path.join(folder, `${name}.png`), animations: 'disabled', caret: 'hide' })
}

async function wear(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme })
  await expect(page.locator('html')).toHaveClass(theme === 'dark' ? /dark/ : /^((?!dark).)*$/)
}

/** Days of a calendar are drawn, thousands of them, and taken out; the calendar as a whole is what is read out. */
async function seriousViolations(page: Page, theme: Theme): Promise<string[]> {
  await page.locator('.year-calendar').evaluateAll((calendars) => {
    for (const calendar of calendars) calendar.querySelectorAll('.day').forEach((day) => day.remove())
  })
  // No frames to look into, and what passes need not be told: three times as quick.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
  // Only colours differ in the second theme.
  const { violations } = await (theme === 'dark' ? axe.withRules(['color-contrast']) : axe).analyze()
  return violations
    .filter(({ id, impact }) => impact === 'serious' || impact === 'critical' || id === 'heading-order')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')} ${failureSummary ?? ''}`),
    )
}

/** Looks at what is shown in both themes and sizes, and zoomed; ends zoomed out again. */
async function inEveryLook(page: Page, name: string, language: Language, isMain = false): Promise<void> {
  for (const { theme, size } of LOOKS) {
    await wear(page, theme)
    await page.setViewportSize(size)
    await settled(page)
    await picture(page, `${name}.${theme}.${language}.${size.width}`)
    if (KEEPING && theme === KEPT[language] && size === SMALL)
      await keep(page, KEPT_FOLDER, `${name}.${theme}.${language}`)
    // Chart and tables on a large display, once: these pictures are heavy.
    if (KEEPING && isMain && language === 'en' && theme === 'light' && size === LARGE)
      await keep(page, KEPT_FOLDER, `${name}.1920.${theme}.${language}`)
    // Themes differ in colours alone: one is measured.
    if ((theme === 'light') === (size === LARGE))
      expect.soft(await cutTexts(page), `${name} in ${language}, ${size.width} wide`).toEqual([])
  }
  for (const [zoom, size] of Object.entries(ZOOMED)) {
    await page.setViewportSize(size)
    await settled(page)
    expect.soft(await cutTexts(page), `${name} in ${language} at ${zoom}`).toEqual([])
  }
  await page.setViewportSize(SMALL)
  // The colours are the same in both languages.
  if (language === 'ru') return
  for (const theme of ['dark', 'light'] as const) {
    await wear(page, theme)
    await settled(page)
    expect.soft(await seriousViolations(page, theme), `${name}, ${theme}`).toEqual([])
  }
}

// No screen needs another: where there are more workers, they are shared among them.
test.describe.configure({ mode: 'parallel' })

for (const language of ['en', 'ru'] as const) {
  test.describe(language, () => {
    test.use({ locale: language === 'ru' ? 'ru-RU' : 'en-GB', viewport: SMALL })

    test('sign-in', async ({ page, app }) => {
      await app.start()
      // Until the book has said that there is none, the workbench is built underneath, unseen.
      await expect(page.locator('[name=url]')).toBeFocused()
      await inEveryLook(page, 'sign-in', language)
      await page.locator('[name=url]').fill('http://meters.invalid')
      await page.locator('[name=email]').fill('me@example.org')
      await page.locator('[name=password]').fill('x')
      await page.locator('[name=password]').press('Enter')
      await expect(page.getByRole('alert')).toBeVisible()
      await inEveryLook(page, 'sign-in-refused', language)
    })

    for (const screen of SCREENS) {
      test(screen.name, async ({ page, shared }) => {
        await showScreen(page, shared, screen, language)
        await inEveryLook(page, screen.name, language, screen.main)
      })
    }
  })
}

test('the README’s pictures', async ({ page, app, demo }) => {
  test.skip(!KEEPING, 'METERBOOK_SCREENS=1 takes them')
  const take = async (name: string) => {
    await settled(page)
    await keep(page, README_FOLDER, name)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ colorScheme: 'light' })
  await app.start()
  await new SignInPage(page).signIn(demo)
  await expect(page.getByRole('contentinfo')).toContainText('Online')
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  await askingBeside(page, async (client) => {
    const span = { from: day(92), to: day(0) }
    await client.downloads.start({ stations: [10_006, 10_020, 10_034], archives: ['all'], span })
    for await (const progress of await client.downloads.watch()) if (progress.state === 'done') return
  })
  await app.go('/stations')
  await page.getByRole('gridcell', { name: 'Boiler house 1', exact: true }).click()
  const workbench = new WorkbenchPage(page)
  await expect(workbench.node('Филиал «Северный»')).toBeVisible()
  await expect(workbench.details).toContainText('ООО «Агротехника»')
  await take('workbench')

  await app.go('/stations/10020/readings?archive=hourly&view=general&channels=Vpriv,P,T')
  const readings = new ReadingsPage(page)
  await readings.expectDrawn()
  await readings.span.getByRole('button', { name: 'Week' }).click()
  const box = await readings.surface.boundingBox()
  if (box) await page.mouse.move(box.x + box.width * 0.62, box.y + box.height * 0.6)
  await take('readings')
})
