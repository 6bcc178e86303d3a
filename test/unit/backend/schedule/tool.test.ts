import { expect, test } from 'vitest'
import { runTool } from '../../../../electron/backend/schedule/drivers/tool.ts'

const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length

test('a tool that is not there is said, and leaves nothing that keeps the program from ending', async () => {
  const before = timers()
  expect(await runTool(['meterbook-no-such-tool'])).toEqual({ code: null, out: '', err: 'ENOENT' })
  expect(timers()).toBe(before)
})
