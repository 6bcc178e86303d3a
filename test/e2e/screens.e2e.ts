import path from 'node:path'
import type { Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'
import { test, expect } from './fixtures.ts'
import { CarpetPage } from './pages/carpet.ts'
import { SignInPage } from './pages/sign-in.ts'
import { ReadingsPage } from './pages/station.ts'
import { WorkbenchPage } from './pages/workbench.ts'
import { askingBeside } from './support/contract.ts'
import { cutTexts, SCREENS, settled, type Language } from './support/screens.ts'

/**
 * Every screen: in English no violation that axe calls serious or worse in the light theme, nor a heading that skips a
 * level; in Russian, whose words are longer, nothing is cut at 1280 nor at 640 pixels, which is what 200 % leaves.
 * `METERBOOK_LONG=1` looks at every screen in both languages from the start, in four sizes, with axe in both themes; the
 * colours of both are `test/unit/renderer/contrast.test.ts`. `METERBOOK_SCREENS=1` does so too and takes pictures: of every
 * screen into `test-results/screens/`, as `NAME.THEME.LANGUAGE.WIDTH.jpg`, and the README's into `resources/screens/`.
 */
const PICTURES = process.env['METERBOOK_SCREENS'] === '1'
const EVERY_LOOK = PICTURES || process.env['METERBOOK_LONG'] === '1'
const README_FOLDER = path.join(import.meta.dirname, '../../resources/screens')
const FOLDER = path.join(import.meta.dirname, '../../test-results/screens')
const SMALL = { width: 1280, height: 800 }
const LARGE = { width: 1920, height: 1080 }
/** What zoom leaves of a window, in CSS pixels: 150 % of 1440 × 900, and 200 % of 1280 × 800. */
const SIZES = { small: SMALL, large: LARGE, '150 %': { width: 960, height: 600 }, '200 %': { width: 640, height: 400 } }
type Theme = 'light' | 'dark'

async function wear(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme })
  await expect(page.locator('html')).toHaveClass(theme === 'dark' ? /dark/ : /^((?!dark).)*$/)
  await settled(page)
}

/**
 * Axe's serious findings. Its source is half a megabyte: a document that has it keeps it. The days of a calendar are
 * thousands of elements, which are read out as a whole: they are away meanwhile.
 */
async function seriousViolations(page: Page, theme: Theme): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  // Only colours differ in the second theme.
  const options: RunOptions = {
    resultTypes: ['violations'],
    ...(theme === 'dark' && { runOnly: { type: 'rule', values: ['color-contrast'] } }),
  }
  const violations = await page.evaluate(async (asked) => {
    const { axe: inPage } = window as unknown as { axe: typeof axe }
    const away = [...document.querySelectorAll('.year-calendar > g')].map((days) => [days, document.createComment('')] as const)
    for (const [days, place] of away) days.replaceWith(place)
    const { violations: found } = await inPage.run(document, asked)
    for (const [days, place] of away) place.replaceWith(days)
    return found
  }, options)
  return violations
    .filter(({ id, impact }) => impact === 'serious' || impact === 'critical' || id === 'heading-order')
    .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')} ${failureSummary ?? ''}`))
}

/** A JPEG of what is shown in both themes and two sizes; leaves the light theme on. */
async function takePictures(page: Page, name: string, language: Language): Promise<void> {
  for (const theme of ['dark', 'light'] as const) {
    await wear(page, theme)
    for (const size of [LARGE, SMALL]) {
      await page.setViewportSize(size)
      await settled(page)
      const file = path.join(FOLDER, `${name}.${theme}.${language}.${size.width}.jpg`)
      await page.screenshot({ path: file, type: 'jpeg', quality: 80, animations: 'disabled' })
    }
  }
}

/** Expects that nothing is cut in some sizes of the window; ends in the last of them. */
async function nothingIsCut(page: Page, name: string, sizes: readonly (keyof typeof SIZES)[]): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(SIZES[size])
    await settled(page)
    expect.soft(await cutTexts(page), `${name}, ${size}`).toEqual([])
  }
}

/** Expects that axe has nothing to say in a theme. */
async function axeIsContent(page: Page, name: string, theme: Theme): Promise<void> {
  await wear(page, theme)
  expect.soft(await seriousViolations(page, theme), `${name}, ${theme}`).toEqual([])
}

/** Looks at what is shown, in every size and with axe in both themes; ends small and light. */
async function inEveryLook(page: Page, name: string, language: Language): Promise<void> {
  if (PICTURES) await takePictures(page, name, language)
  await nothingIsCut(page, `${name} in ${language}`, ['large', '150 %', '200 %', 'small'])
  // The colours are the same in both languages.
  if (language === 'en') for (const theme of ['dark', 'light'] as const) await axeIsContent(page, name, theme)
}

/** Says which language the page speaks, and waits until it does. */
async function speak(page: Page, language: Language | 'system'): Promise<void> {
  await askingBeside(page, (client) => client.program.setPreferences({ language }))
  await expect(page.locator('html')).toHaveAttribute('lang', language === 'ru' ? 'ru' : 'en')
}

/** Looks at what is shown in one language: in English with axe, in Russian in two sizes; ends small. */
async function inOneLanguage(page: Page, name: string, language: Language): Promise<void> {
  if (language === 'ru') await nothingIsCut(page, `${name} in ru`, ['200 %', 'small'])
  else await axeIsContent(page, name, 'light')
}

/** Looks at what is shown in the language of the page, then in the other one. Resolves to the language that it ends in. */
async function inTwoLanguages(page: Page, name: string, first: Language): Promise<Language> {
  const second = first === 'en' ? 'ru' : 'en'
  await inOneLanguage(page, name, first)
  await speak(page, second)
  await inOneLanguage(page, name, second)
  return second
}

/** Looks at what is shown. Resolves to the language that the page speaks then, which is that of the next screen. */
async function look(page: Page, name: string, language: Language): Promise<Language> {
  if (!EVERY_LOOK) return inTwoLanguages(page, name, language)
  await inEveryLook(page, name, language)
  return language
}

/** Where a screen is left for the next one: nothing there takes long, and nothing of the screen before is left. */
const BETWEEN = '#/reference/rejected'

/** Comes to a screen as a link does. A new document takes as much of the processor as looking at its screen. */
async function goOn(page: Page, place: string): Promise<void> {
  await page.evaluate((hash) => (location.hash = hash), BETWEEN)
  await expect(page.locator(`a[href="${BETWEEN}"][aria-current=page]`)).toBeVisible()
  await page.evaluate((hash) => (location.hash = hash), place)
}

for (const system of EVERY_LOOK ? (['en', 'ru'] as const) : (['en'] as const)) {
  test.describe(system, () => {
    test.use({ locale: system === 'ru' ? 'ru-RU' : 'en-GB', viewport: SMALL, colorScheme: 'light' })

    test('sign-in', async ({ page, app }) => {
      await app.start()
      // The workbench is built underneath, hidden, until it is known that no book is open.
      await expect(page.locator('[name=url]')).toBeFocused()
      const language = await look(page, 'sign-in', system)
      await page.locator('[name=url]').fill('http://meters.invalid')
      await page.locator('[name=email]').fill('me@example.org')
      await page.locator('[name=password]').fill('x')
      await page.locator('[name=password]').press('Enter')
      await expect(page.getByRole('alert')).toBeVisible()
      await look(page, 'sign-in-refused', language)
    })

    for (const [group, screens] of Object.entries(SCREENS)) {
      test(group, async ({ page, shared }) => {
        // Many screens are one test: the limit that ends a hang is theirs together.
        test.slow()
        let language: Language = system
        try {
          for (const { name, place, inNewDocument = false, show } of screens) {
            await test.step(name, async () => {
              if (page.url() !== 'about:blank' && !inNewDocument) await goOn(page, place)
              else {
                await page.goto('about:blank')
                await shared.open(page, place)
              }
              await show(page, language)
              await settled(page)
              language = await look(page, name, language)
            })
          }
        } finally {
          // The program is that of all tests of this worker: also where it speaks the usual language, it was told to.
          if (!EVERY_LOOK) await speak(page, 'system')
        }
      })
    }
  })
}

if (PICTURES) {
  test('the README’s pictures', async ({ page, app, demo }) => {
    const take = async (name: string) => {
      await settled(page)
      await page.screenshot({ path: path.join(README_FOLDER, `${name}.png`), animations: 'disabled', caret: 'hide' })
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.emulateMedia({ colorScheme: 'light' })
    await app.start()
    await new SignInPage(page).signIn(demo)
    await expect(page.getByRole('contentinfo')).toContainText('Online')
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
    await askingBeside(page, async (client) => {
      const fetch = async (stations: number[], from: number) => {
        const span = { from: day(from), to: day(0) }
        const { runId } = await client.downloads.start({ stations, archives: ['all'], span })
        for await (const { state, runId: of } of await client.downloads.watch()) if (state === 'done' && of === runId) return
      }
      await fetch([10_006, 10_020, 10_034], 400)
      // Where something has gone wrong.
      await fetch([10_058, 10_071, 10_076, 10_081, 10_099, 10_106, 10_113, 10_120, 10_148], 60)
      await expect.poll(() => client.findings.analysis(), { timeout: 120_000 }).toMatchObject({ running: false, stale: 0 })
    })
    await app.go('/stations')
    await page.getByRole('gridcell', { name: 'Boiler house 1', exact: true }).click()
    const workbench = new WorkbenchPage(page)
    await expect(workbench.node('Филиал «Северный»')).toBeVisible()
    await expect(workbench.details).toContainText('ООО «Агротехника»')
    await take('workbench')

    const archive = 'archive=hourly&view=general'
    await app.go(`/stations/10020/readings?${archive}&channels=Vpriv,P,T`)
    const readings = new ReadingsPage(page)
    await readings.expectDrawn()
    const box = await readings.surface.boundingBox()
    if (box) await page.mouse.move(box.x + box.width * 0.62, box.y + box.height * 0.6)
    await take('readings')

    await app.go(`/stations/10020/readings?${archive}&show=carpet&channel=Vpriv`)
    await new CarpetPage(page).expectDrawn()
    await take('carpet')

    const year = `from=${day(366)}&to=${day(1)}`
    await app.go(`/overlay?stations=10006,10020,10034&${archive}&quantity=standardVolume&measure=share&points=day&${year}`)
    await expect(page.locator('.overlay .echart[data-drawn]')).toBeVisible()
    await take('overlay')

    await app.go('/findings?flags=4,3')
    await page.getByRole('grid').getByRole('gridcell').first().click()
    await expect(page.getByRole('complementary').last()).toBeVisible()
    await take('findings')

    await app.go('/fleet')
    await page.getByRole('grid').getByRole('gridcell').first().click()
    await take('fleet')

    // Reports of last month, which is downloaded.
    await app.go('/reports?stations=10020')
    await expect(page.locator('[data-drawn=true]').first()).toBeVisible()
    await expect(page.locator('progress')).toHaveCount(0)
    await take('reports')
  })
}
