import { spawnSync } from 'node:child_process'
import { appendFileSync, readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import failure from '../../electron/words/en/window/failure.ts'
import en from '../../electron/words/en/window/schedule.ts'
import ru from '../../electron/words/ru/window/schedule.ts'
import { standInHome } from '../support/schedulers/home.ts'
import { expect, test } from './fixtures.ts'
import { axeIsContent } from './support/axe.ts'

/** The window has a stand-in for systemd: what is written is what the real one reads (test/integration/schedule). */
test.skip(process.platform !== 'linux', 'the window asks the scheduler of its own system; the stand-in is that of Linux')

let stand: ReturnType<typeof standInHome>
test.beforeEach(() => (stand = standInHome(['systemctl'])))
test.afterEach(() => stand.remove())

const section = (page: Page, words: Pick<typeof en, 'title'> = en) => page.getByRole('region', { name: words.title, exact: true })
const picture = (page: Page, name: string) =>
  process.env['METERBOOK_LOOK'] ? page.screenshot({ path: `${process.env['METERBOOK_LOOK']}/${name}.png` }) : null

test('a book is kept fresh: switched on, at another time, changed by hand, written anew, switched off', async ({ page, app, book }) => {
  await app.start({ book, env: stand.env })
  await app.go('/preferences#schedule')
  const kept = section(page)
  const toggle = kept.getByRole('switch', { name: en.on })
  await expect(toggle).not.toBeChecked()
  // By the keyboard, as everything.
  await toggle.focus()
  await page.keyboard.press('Space')
  await expect(toggle).toBeChecked()
  await expect(kept.getByRole('group', { name: en.lastRun })).toContainText(en.noRun)
  await kept.getByText(en.written).click()
  const timer = kept.getByRole('region', { name: /\.timer$/ })
  await expect(timer).toContainText('OnCalendar=*-*-* 01:30:00')
  await expect(kept.getByRole('region', { name: en.commands })).toContainText('systemctl --user enable')
  await expect(kept.getByRole('region', { name: en.says })).toContainText('ActiveState=active')
  await picture(page, 'schedule-on')
  await axeIsContent(page)

  const at = kept.getByRole('textbox', { name: en.at, exact: true })
  await at.fill('25:00')
  await at.press('Tab')
  await expect(at).toHaveValue('01:30')
  await at.fill('3:15')
  await at.press('Tab')
  await expect(timer).toContainText('OnCalendar=*-*-* 03:15:00')
  await kept.getByRole('button', { name: en.day.sun, exact: true }).click()
  await expect(timer).toContainText('OnCalendar=Mon,Tue,Wed,Thu,Fri,Sat *-*-* 03:15:00')
  await kept.getByRole('combobox', { name: en.every }).selectOption('12')
  await expect(timer).toContainText('OnCalendar=Mon,Tue,Wed,Thu,Fri,Sat *-*-* 03,15:15:00')
  const file = (await kept.getByRole('heading', { name: /\.timer$/ }).textContent()) ?? ''
  expect(readFileSync(file, 'utf8')).toContain('03,15:15:00')

  // Somebody edits the file: it is told after a reload, and not written over by another time.
  appendFileSync(file, '# mine\n')
  await page.reload()
  await expect(kept.getByText(en.standing.changed)).toBeVisible()
  await kept.getByRole('button', { name: en.day.sat, exact: true }).click()
  await expect(kept.getByRole('alert')).toBeVisible()
  expect(readFileSync(file, 'utf8')).toContain('# mine')
  await picture(page, 'schedule-changed')
  await axeIsContent(page)
  await kept.getByRole('status').getByRole('button', { name: en.anew }).click()
  await expect(kept.getByText(en.standing.changed)).toHaveCount(0)
  expect(readFileSync(file, 'utf8')).not.toContain('# mine')

  await toggle.focus()
  await page.keyboard.press('Space')
  await expect(toggle).not.toBeChecked()
  await expect(kept.getByText(en.written)).toHaveCount(0)
  expect(stand.asked().at(-1)).toMatch(/systemctl --user show|daemon-reload/)
  expect(() => readFileSync(file)).toThrow('ENOENT')
})

test('a run that failed while no window was there is told at the next start, once, with where to look', async ({ page, app, book }) => {
  await app.start({ book, env: stand.env })
  await app.go('/preferences#schedule')
  await section(page).getByRole('switch', { name: en.on }).press('Space')
  await section(page).getByText(en.written).click()
  const unit = await section(page)
    .getByRole('heading', { name: /\.service$/ })
    .textContent()
  await app.stop()

  // The book's service is not there any more, and nobody has its password: the run fails, whatever it finds first.
  const fired = spawnSync('systemctl', ['--user', 'start', unit?.split('/').at(-1) ?? ''], { env: { ...process.env, ...stand.env } })
  expect(fired.status).toBe(1)

  await app.start({ book, env: stand.env })
  const notice = page.locator('.notice').filter({ hasText: 'trip.meterbook was to be fetched by itself at' })
  await expect(notice).toBeVisible()
  await picture(page, 'schedule-notice')
  await notice.getByRole('button', { name: en.look }).click()
  await expect(section(page).getByRole('group', { name: en.lastRun })).toContainText(en.end.failed)
  await picture(page, 'schedule-failed')

  await app.stop()
  await app.start({ book, env: stand.env })
  await app.go('/preferences#schedule')
  await expect(section(page).getByRole('group', { name: en.lastRun })).toContainText(en.end.failed)
  await expect(notice).toHaveCount(0)
})

test('the demo’s book is not kept fresh by itself: the section says why, and has nothing to switch on', async ({ page, app }) => {
  await app.start({ demo: true, env: stand.env })
  await app.go('/preferences#schedule')
  await expect(section(page).getByRole('alert')).toContainText(failure.DEMO_UNSCHEDULED)
  for (const role of ['switch', 'button', 'textbox'] as const) await expect(section(page).getByRole(role)).toHaveCount(0)
  await picture(page, 'schedule-demo')
  await axeIsContent(page)
})

test('in Russian, in a narrow dark window; without any scheduler it says why', async ({ page, app, book }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 640, height: 900 })
  await app.start({ book, env: stand.env })
  await app.go('/preferences')
  await page.getByRole('button', { name: 'Русский' }).click()
  await app.go('/preferences#schedule')
  const kept = section(page, ru)
  await kept.getByRole('switch', { name: ru.on }).press('Space')
  await kept.getByText(ru.written).click()
  await expect(kept.getByRole('region', { name: /\.timer$/ })).toBeVisible()
  await kept.scrollIntoViewIfNeeded()
  await picture(page, 'schedule-ru')
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  await axeIsContent(page)
  await kept.getByRole('switch', { name: ru.on }).press('Space')
  await app.stop()

  const none = standInHome([])
  await app.start({ book, env: none.env })
  await app.go('/preferences#schedule')
  await expect(section(page, ru).getByRole('alert')).toContainText('не отвечает ни один планировщик')
  await expect(section(page, ru).getByRole('switch')).toHaveCount(0)
  await picture(page, 'schedule-none')
  none.remove()
})
