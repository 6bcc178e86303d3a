import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readlinkSync, rmSync, symlinkSync, writeFileSync, copyFileSync, mkdirSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import en from '../../electron/words/en/window/command-line.ts'
import ru from '../../electron/words/ru/window/command-line.ts'
import { expect, test } from './fixtures.ts'
import { axeIsContent } from './support/axe.ts'
import { root } from './support/process.ts'

const section = (page: Page, words: Pick<typeof en, 'title'> = en) => page.getByRole('region', { name: words.title, exact: true })
const picture = (page: Page, name: string) =>
  process.env['METERBOOK_LOOK'] ? page.screenshot({ path: `${process.env['METERBOOK_LOOK']}/${name}.png` }) : null

/** The built program as an installed one: with a launcher beside it, as `resources/cli` has it, and an empty home. */
let folder: string
let home: string
test.beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'meterbook-installed-'))
  home = path.join(folder, 'home')
  mkdirSync(home)
  cpSync(path.join(root, 'out'), path.join(folder, 'out'), { recursive: true })
  copyFileSync(path.join(root, 'package.json'), path.join(folder, 'package.json'))
  for (const name of ['node_modules', 'resources']) symlinkSync(path.join(root, name), path.join(folder, name))
  const launcher = `#!/bin/sh\nexec '${process.execPath}' '${path.join(folder, 'out/main/cli.cjs')}' "$@"\n`
  writeFileSync(path.join(folder, 'meterbook'), launcher, { mode: 0o755 })
})
test.afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('the installed command line: put on PATH by the keyboard, called by the line that is shown, taken off', async ({
  page,
  app,
  book,
}) => {
  test.skip(process.platform !== 'linux', 'macOS would choose /usr/local/bin of this computer, Windows its registry')
  const bin = path.join(home, '.local/bin')
  const launched = { book, program: folder, env: { HOME: home, PATH: `${bin}:${process.env['PATH'] ?? ''}` } }
  await app.start(launched)
  await app.go('/preferences#command-line')
  const own = section(page)
  await expect(own).toContainText(path.join(folder, 'meterbook'))
  const example = own.getByRole('region', { name: en.example })
  await expect(example).toHaveText(`${path.join(folder, 'meterbook')} status --book ${book}`)
  await axeIsContent(page)
  await picture(page, 'command-line-en')
  const add = own.getByRole('button', { name: en.add })
  await add.focus()
  await page.keyboard.press('Enter')
  await expect(own.getByRole('status')).toHaveText(`The link ${bin}/meterbook to ${folder}/meterbook was made. Nothing else was changed.`)
  expect(readlinkSync(path.join(bin, 'meterbook'))).toBe(path.join(folder, 'meterbook'))
  await expect(example).toHaveText(`meterbook status --book ${book}`)

  // The line that is shown, in a shell that looks there.
  const said = execFileSync('sh', ['-c', `${await example.textContent()} --json`], {
    env: { ...process.env, ...launched.env, METERBOOK_DATA: app.data, METERBOOK_KEYRING: 'off' },
    encoding: 'utf8',
  })
  expect(JSON.parse(said)).toHaveProperty('file', book)

  await page.getByRole('button', { name: 'Русский' }).click()
  const russian = section(page, ru)
  await expect(russian.getByRole('status')).toContainText(`Создана ссылка ${bin}/meterbook`)
  await page.setViewportSize({ width: 640, height: 900 })
  await russian.scrollIntoViewIfNeeded()
  await axeIsContent(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveClass(/dark/)
  await picture(page, 'command-line-ru-dark')
  expect(await russian.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0)
  await russian.getByRole('button', { name: ru.remove }).press('Enter')
  await expect(russian.getByRole('status')).toContainText(`Ссылка ${bin}/meterbook удалена`)
  expect(existsSync(path.join(bin, 'meterbook'))).toBe(false)
  // It runs from the folder that goes away now.
  await app.stop()
})

test('a home where nothing can be made is said, and nothing is claimed', async ({ page, app, book }) => {
  test.skip(process.platform !== 'linux', 'macOS would choose /usr/local/bin of this computer, Windows its registry')
  writeFileSync(path.join(home, '.local'), 'a file')
  await app.start({ book, program: folder, env: { HOME: home } })
  await app.go('/preferences#command-line')
  await section(page).getByRole('button', { name: en.add }).click()
  await expect(section(page).getByRole('alert')).toContainText(`${home}/.local/bin/meterbook could not be changed`)
  await expect(section(page).getByRole('button', { name: en.add })).toBeEnabled()
  // It runs from the folder that goes away now.
  await app.stop()
})

test('in the repository the line is Node with an entry, and there is no button for PATH', async ({ page, lent, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await lent.start()
  await lent.go('/preferences#command-line')
  const own = section(page)
  await expect(own).toContainText('This is the repository')
  await expect(own.getByRole('button', { name: en.add })).toHaveCount(0)
  const example = own.getByRole('region', { name: en.example })
  await expect(example).toContainText('entry.cjs cli status --book')
  await own.getByRole('button', { name: en.copy }).click()
  await expect(own.getByRole('status')).toHaveText(en.copied)
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await example.textContent())
})
