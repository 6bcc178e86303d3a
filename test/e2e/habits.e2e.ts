import { test, expect } from './fixtures.ts'
import { DownloadsPage, TripDialog } from './pages/downloads.ts'
import { Shell } from './pages/shell.ts'
import { SignInPage } from './pages/sign-in.ts'
import { WorkbenchPage } from './pages/workbench.ts'

/** Desktop habits that the page imitates in a browser: notifications and dropped files. */

declare global {
  interface Window {
    /** The notifications that the page has shown, in order. */
    told: string[]
  }
}

test.describe('with a service of few stations', () => {
  test.use({ demoWishes: { stations: 24 } })

  test('the end of a download is notified outside the window once allowed, and not after that is switched off', async ({
    page,
    app,
    demo,
  }) => {
    // A headless browser refuses all notifications: a stand-in allows them when asked, and records them.
    await page.addInitScript(() => {
      window.told = []
      class WrittenDown {
        static permission: NotificationPermission = 'default'
        static requestPermission() {
          WrittenDown.permission = 'granted'
          return Promise.resolve(WrittenDown.permission)
        }
        constructor(title: string, options?: NotificationOptions) {
          window.told.push(`${title}: ${options?.body}`)
        }
      }
      Object.defineProperty(window, 'Notification', { value: WrittenDown })
    })
    await app.start()
    await new SignInPage(page).signIn(demo)
    const [shell, workbench, downloads] = [new Shell(page), new WorkbenchPage(page), new DownloadsPage(page)]
    const toggle = page.getByRole('switch', { name: 'Notify when a download ends' })
    async function refreshFirst(): Promise<void> {
      await shell.go('Workbench')
      await workbench.expectStations(24)
      await workbench.selection.getByRole('button', { name: 'Refresh…' }).click()
      await new TripDialog(page).go()
      await downloads.expectState('Done')
    }
    await workbench.expectStations(24)
    await workbench.grid.root.press('Home')
    await workbench.grid.root.press('Space')
    await expect(workbench.selection).toContainText('1 station')
    await shell.go('Preferences')
    await expect(toggle).toHaveAttribute('aria-checked', 'false')
    await toggle.press('Space')
    await expect(toggle).toHaveAttribute('aria-checked', 'true')

    // Only downloads that the user started are announced.
    const told = () => page.evaluate(() => window.told)
    await refreshFirst()
    await expect.poll(told).toEqual([expect.stringMatching(/^Download finished: [\d,]+ records fetched$/)])

    await shell.go('Preferences')
    await toggle.press('Space')
    await expect(toggle).toHaveAttribute('aria-checked', 'false')
    await refreshFirst()
    await downloads.part('History')
    await downloads.history.expectTotal(3)
    expect(await told()).toHaveLength(1)
  })
})

test('dropping a book on the page does not navigate away, and a notice says what to do', async ({ page, shared }) => {
  await shared.open(page, '/stations')
  await new WorkbenchPage(page).expectStations(150)
  const taken = await page.evaluate(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['SQLite format 3'], 'ГРП-1.meterbook'))
    const events = ['dragover', 'drop'].map((kind) => new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }))
    return events.map((event) => !document.body.dispatchEvent(event))
  })
  expect(taken).toEqual([true, true])
  await expect(new Shell(page).notices).toContainText('does not tell where ГРП-1.meterbook lies')
  await new WorkbenchPage(page).expectStations(150)
})
