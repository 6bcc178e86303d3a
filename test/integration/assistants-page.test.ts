import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { TOOLS } from '../../electron/assistant/tools/index.ts'
import { openBook } from '../../electron/book/index.ts'
import { layOutCommandLine } from '../../packaging/cli/lay-out.ts'
import { assistant } from './cli/assistant.ts'

/** docs/assistants.md: what it tells to put into programs starts, as it stands there but for where the program and the book are. */

const root = path.resolve(import.meta.dirname, '../..')
const page = readFileSync(path.join(root, 'docs/assistants.md'), 'utf8')
const work = mkdtempSync(path.join(tmpdir(), 'meterbook assistants '))
const cli = path.join(work, 'Meterbook', 'cli')
const book = path.join(work, 'trip 1.meterbook')
const runsHere = process.platform === 'linux'
if (!runsHere) console.warn('SKIPPED: what the page tells is run on Linux.')

beforeAll(() => {
  openBook(book, { mode: 'write', now: Date.now }).close()
  if (runsHere) layOutCommandLine(root, cli, { platform: 'linux', arch: process.arch as 'x64' })
})
afterAll(() => rmSync(work, { recursive: true, force: true }))

interface Told {
  command: string
  args: string[]
}
const BLOCKS = [...page.matchAll(/```json\n(.*?)```/gsu)].map(([, json = '']) => {
  const { servers, mcpServers } = JSON.parse(json) as Record<string, { meterbook: Told }>
  return (mcpServers ?? servers)?.meterbook as Told
})
const LINES = [...page.matchAll(/claude mcp add meterbook -- (.+)/gu)].map(([, line = '']): Told => {
  const [command = '', ...args] = line.split(' ')
  return { command, args }
})

/** The same with the places of this machine. */
function here(text: string): string {
  if (text.endsWith('.meterbook')) return book
  if (text === 'meterbook') return path.join(cli, 'meterbook')
  if (text === '/home/you/meterbook') return root
  const inProgram = /[/\\]resources[/\\]cli[/\\](.+)$/i.exec(text)?.[1]
  return inProgram === undefined ? text : path.join(cli, ...inProgram.replace(/\.exe$/, '').split('\\'))
}

test('the page tells it for the installed program of each system and for the repository', () => {
  expect(BLOCKS.map(({ command }) => command.split(/[/\\]/).at(-1))).toEqual(['meterbook', 'node.exe', 'meterbook', 'npm'])
  expect(LINES).toHaveLength(1)
})

test.runIf(runsHere).each([...BLOCKS, ...LINES])('$command $args', async ({ command, args }) => {
  // The word `meterbook` of npm's arguments is a script.
  const given = args.map((arg) => (arg === 'meterbook' ? arg : here(arg)))
  const one = await assistant(book, path.join(work, 'data'), { command: here(command), first: given })
  onTestFinished(() => one.close())
  expect(await one.ask('find_stations')).toMatchObject({ total: 0 })
  expect((await one.ask('query', { sql: 'SELECT count(*) FROM v_station' })).rows).toEqual([[0]])
})

test('the page names every tool, and each as it is', () => {
  const named = [...page.matchAll(/^\| `(\w+)` +\|/gmu)].map(([, name]) => name)
  expect(named).toEqual(TOOLS.map(({ name }) => name))
})
