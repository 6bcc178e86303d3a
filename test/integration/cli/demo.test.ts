import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { meterbook, start } from './run-cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'meterbook-demo-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('demo prints its address and account, answers, and ends well', async () => {
  const running = start(['demo'], folder)
  await running.says('until you press Ctrl+C')
  running.child.kill('SIGTERM')
  const done = await running.done
  expect([done.code, done.stdout]).toEqual([
    0,
    expect.stringMatching(/^Address   http:\/\/127\.0\.0\.1:\d+\nEmail     \S+\nPassword  \S+\n$/),
  ])
})

test('demo begins with the faults that it is told, by name or as JSON; a wrong name is 2 and the right ones are said', async () => {
  const running = start(['demo', '--json', '--fault', 'truncated JSON', '--fault', '{"latency":{"ms":3}}'], folder)
  const { url } = JSON.parse(await running.prints()) as { url: string }
  const faults = (await (await fetch(`${url}/__demo/faults`)).json()) as { active: object }
  expect(faults.active).toEqual({ truncatedJson: { rate: 0.05 }, latency: { ms: 3 } })
  running.child.kill('SIGTERM')
  expect((await running.done).code).toBe(0)
  for (const wrong of ['no such fault', '{"nonsense":{}}', 'null', 'constructor']) {
    const done = await meterbook(['demo', '--fault', wrong], folder)
    expect([done.code, done.stderr]).toEqual([2, expect.stringContaining('truncated JSON; HTML with status 200')])
  }
})
