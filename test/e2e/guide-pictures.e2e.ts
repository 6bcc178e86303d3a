import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { SCREENS, settled, type Language } from './support/screens.ts'

/**
 * `METERBOOK_SCREENS=1` renews the guide's pictures (`resources/guide/pictures/NAME.LANGUAGE.webp`): screens of the tests, on
 * the tests' book, in the light theme. `test/unit/renderer/guide.test.ts` says when a page names one that is not there.
 */
const FOLDER = path.join(import.meta.dirname, '../../resources/guide/pictures')
/** The guide's names for screens of the tests. */
const TAKEN = {
  workbench: 'workbench',
  trip: 'trip-stations',
  readings: 'readings',
  carpet: 'readings-carpet-hourly',
  findings: 'all-findings',
  fleet: 'fleet-details',
  reports: 'reports',
  downloads: 'downloads-holes',
} as const
const QUALITY = 0.62

/** A PNG as WebP, which the browser writes: a third of its size. */
const asWebp = async (page: Page, png: Buffer): Promise<Buffer> =>
  Buffer.from(
    await page.evaluate(
      async ({ base64, quality }) => {
        const bytes = Uint8Array.from(atob(base64), (sign) => sign.codePointAt(0) ?? 0)
        const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
        const canvas = new OffscreenCanvas(picture.width, picture.height)
        canvas.getContext('2d')?.drawImage(picture, 0, 0)
        const webp = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/webp', quality })).arrayBuffer())
        return [...webp]
      },
      { base64: png.toString('base64'), quality: QUALITY },
    ),
  )

for (const language of ['en', 'ru'] as const satisfies readonly Language[]) {
  test.describe(language, () => {
    test.skip(process.env['METERBOOK_SCREENS'] !== '1', 'only where pictures are renewed')
    test.use({ locale: language === 'ru' ? 'ru-RU' : 'en-GB', viewport: { width: 1280, height: 800 }, colorScheme: 'light' })
    const screens = Object.values(SCREENS).flat()
    for (const [name, of] of Object.entries(TAKEN))
      test(`the guide's picture of ${name}`, async ({ page, shared }) => {
        const screen = screens.find((one) => one.name === of)
        if (!screen) throw new Error(`no screen of the tests is called ${of}`)
        await page.goto('about:blank')
        await shared.open(page, screen.place)
        await screen.show(page, language)
        await settled(page)
        const png = await page.screenshot({ animations: 'disabled', caret: 'hide' })
        const webp = await asWebp(page, png)
        expect(webp.subarray(8, 12).toString()).toBe('WEBP')
        writeFileSync(path.join(FOLDER, `${name}.${language}.webp`), webp)
      })
  })
}
