import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { expect, onTestFinished, test } from 'vitest'
import { judgeBook } from '../../../electron/analysis/judge/book.ts'
import { openBook } from '../../../electron/book/index.ts'
import { usualGas } from '../../../electron/cli/analysis-book.ts'
import { addCommands, COMMAND_NAMES } from '../../../electron/cli/commands.ts'
import { run } from '../../../electron/cli/main.ts'
import { testFolder } from '../../support/pull.ts'
import { finding, station } from '../book/fixtures.ts'
import { seenTerminal } from './seen-terminal.ts'

/** `--from` and `--to` mean days of the time zone wherever they stand. */

test('every command with --from says whose days they are', async () => {
  const program = new Command('meterbook')
  await addCommands(program, { terminal: seenTerminal(), finish: () => undefined }, COMMAND_NAMES)
  const withDays = program.commands.filter(({ options }) => options.some(({ long, flags }) => long === '--from' && flags.endsWith('<D>')))
  expect(withDays.map((command) => command.name()).sort()).toEqual([
    'balance',
    'consumption',
    'evidence',
    'export',
    'findings',
    'report',
    'share',
    'sync',
  ])
  for (const command of withDays) {
    const said = (flag: string) => command.options.find(({ long }) => long === flag)?.description
    expect([command.name(), said('--from')]).toEqual([command.name(), expect.stringMatching(/gas day|day of the (system's )?time zone/)])
    expect([command.name(), said('--to')]).toEqual([command.name(), expect.stringMatching(/gas day|day of the time zone/)])
    expect(said('--from')).not.toMatch(/\(UTC\)/)
    // A book that is shared or downloaded has whole UTC days, for coverage counts in them, and says so; a branch has days of its own.
    expect([command.name(), said('--time-zone') !== undefined || /whole UTC days|of the branch/.test(said('--from') ?? '')]).toEqual([
      command.name(),
      true,
    ])
  }
})

test.each([
  ['Europe/Moscow', ['early', 'noon']],
  ['UTC', ['noon', 'late']],
  ['America/New_York', ['noon', 'late', 'next']],
])('the same findings are of a day in %s on the terminal and in a file', async (timeZone, expected) => {
  const folder = testFolder()
  onTestFinished(() => folder.remove())
  const file = folder.file('days.meterbook')
  const book = openBook(file, { mode: 'write', now: Date.now })
  book.stations.put([station({ id: 1 })], Date.now())
  const at = (id: string, text: string) => finding(id, { fromMs: Date.parse(text), toMs: Date.parse(text) + 1 })
  const findings = [
    at('early', '2026-01-01T22:30:00Z'),
    at('noon', '2026-01-02T12:00:00Z'),
    at('late', '2026-01-02T21:30:00Z'),
    at('next', '2026-01-03T02:00:00Z'),
  ]
  // As judged just now, so that the commands judge nothing anew.
  const nowMs = Date.now()
  await judgeBook(book, { usual: usualGas(), nowMs })
  const [judged] = book.findings.judged(Number.MIN_SAFE_INTEGER, 1)
  book.findings.replace({ stationId: 1, judgedAtMs: nowMs, basis: judged?.basis ?? '', verdicts: '{}', seen: [], findings })
  book.close()
  const out = folder.file('out.json')
  const seen = seenTerminal({ env: { METERBOOK_DATA: folder.file('data') } })
  const day = ['--book', file, '--from', '2026-01-02', '--to', '2026-01-02', '--time-zone', timeZone]
  await run(['findings', ...day, '--json'], seen)
  const told = JSON.parse(seen.printed.join('\n')) as { timeZone: string; findings: { id: string }[] }
  expect(told.timeZone).toBe(timeZone)
  expect(told.findings.map(({ id }) => id).sort()).toEqual(expected.toSorted())
  expect(await run(['export', 'findings', ...day, '--out', out], seen)).toBe(0)
  const { rows } = JSON.parse(readFileSync(out, 'utf8')) as { rows: { id: string }[] }
  expect(rows.map(({ id }) => id).sort()).toEqual(expected.toSorted())
})
