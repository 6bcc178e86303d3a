import { test, expect } from './fixtures.ts'
import { DownloadsPage, TripDialog } from './pages/downloads.ts'
import { Shell } from './pages/shell.ts'
import { SignInPage } from './pages/sign-in.ts'
import { WorkbenchPage } from './pages/workbench.ts'

/** What a page does in a browser for the desktop's habits. */

declare global {
  interface Window {
    /** What the page has told the operating system, in order. */
    told: string[]
  }
}

test('the end of a download is told outside the window once that is allowed, and not when it is switched off', async ({
  page,
  app,
  demo,
}) => {
  // A browser without a screen refuses all notifications: this one's user allows them when asked, and they are written down.
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
    await workbench.grid.root.press('Home')
    if (!(await workbench.selection.isVisible())) await workbench.grid.root.press('Space')
    await workbench.selection.getByRole('button', { name: 'Refresh…' }).click()
    await new TripDialog(page).go()
    await downloads.expectState('Done')
  }
  await workbench.expectStations(150)
  await shell.go('Preferences')
  await expect(toggle).toHaveAttribute('aria-checked', 'false')
  await toggle.press('Space')
  await expect(toggle).toHaveAttribute('aria-checked', 'true')

  // What the program began by itself is not announced, what the user begins is.
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

test('a book that is dropped on the page does not put it away, and what to do is said', async ({ page, app, book }) => {
  await app.start({ book })
  await new WorkbenchPage(page).expectStations(150)
  const taken = await page.evaluate(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['SQLite format 3'], 'ГРП-1.meterbook'))
    const events = ['dragover', 'drop'].map(
      (kind) => new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }),
    )
    return events.map((event) => !document.body.dispatchEvent(event))
  })
  expect(taken).toEqual([true, true])
  await expect(new Shell(page).notices).toContainText('does not tell where ГРП-1.meterbook lies')
  await new WorkbenchPage(page).expectStations(150)
})
