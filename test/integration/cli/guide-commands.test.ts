import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CHAPTERS } from '../../../renderer/window/guide/contents.ts'
import { readPage } from '../../../renderer/window/guide/read-page.ts'
import { syncBook } from '../../e2e/support/synced.ts'
import { root } from '../../support/child.ts'
import { standInHome } from '../../support/schedulers/home.ts'

/**
 * Every command that a page of the guide shows is run as it stands there, in the order of its page, beside a book that was
 * downloaded from the demo service; it ends as the page says (`# exit N`, else 0). The pages of both languages show the same
 * commands (test/unit/renderer/guide.test.ts).
 */
const GUIDE = path.join(root, 'resources/guide/en')
/** What stands for a word of the pages on this machine. */
const IN_PLACE_OF: Readonly<Record<string, readonly string[]>> = {
  meterbook: [process.execPath, path.join(root, 'out/main/cli.cjs')],
}

let folder: string
/** A scheduler that answers, whatever this machine has. */
let stand: ReturnType<typeof standInHome>
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'meterbook-guide-'))
  stand = standInHome(['systemctl'])
  await syncBook(folder)
})
afterAll(() => {
  stand.remove()
  rmSync(folder, { recursive: true, force: true })
})

interface Shown {
  line: string
  exit: number
}
/** The words of a line as a shell takes them apart: what stands in quotes is one. */
const wordsOf = (line: string) => [...line.matchAll(/"([^"]*)"|\S+/g)].map(([whole, quoted]) => quoted ?? whole)
const commandsOf = (name: string): Shown[] =>
  readPage(name, readFileSync(path.join(GUIDE, `${name}.md`), 'utf8')).blocks.flatMap((block) =>
    block.kind === 'commands' && block.language === 'sh'
      ? block.text.split('\n').map((shown) => {
          const [line = '', said] = shown.split(/\s+# exit /)
          return { line, exit: Number(said ?? 0) }
        })
      : [],
  )
const PAGES = Object.values(CHAPTERS)
  .flat()
  .map((name) => [name, commandsOf(name)] as const)
  .filter(([, commands]) => commands.length > 0)

test('pages show commands, each of this program', () => {
  expect(PAGES.length).toBeGreaterThan(5)
  for (const { line } of PAGES.flatMap(([, commands]) => commands)) expect(line).toMatch(/^meterbook [a-z]/)
})

test.each(PAGES)('the commands of %s end as the page says', async (name, commands) => {
  const here = path.join(folder, name)
  mkdirSync(here)
  copyFileSync(path.join(folder, 'trip.meterbook'), path.join(here, 'trip.meterbook'))
  const ended = []
  for (const { line } of commands) {
    const [command = '', ...args] = wordsOf(line)
    const [program = '', ...first] = IN_PLACE_OF[command] ?? []
    const child = spawn(program, [...first, ...args], {
      cwd: here,
      env: { ...process.env, ...stand.env, METERBOOK_DATA: path.join(here, 'data'), METERBOOK_KEYRING: 'off', LANG: 'en_US.UTF-8' },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    child.stderr.on('data', (chunk) => (said += String(chunk)))
    const [exit] = (await once(child, 'close')) as [number]
    ended.push({ line, exit, said: exit === 0 ? '' : said })
  }
  expect(
    ended.map(({ line, exit }) => ({ line, exit })),
    ended.map(({ line, said }) => `${line}\n${said}`).join('\n'),
  ).toEqual(commands)
})
