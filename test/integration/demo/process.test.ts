import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { createWorld } from '../../../electron/demo/index.ts'
import { Lane } from './client.ts'

const NOW = Date.UTC(2026, 10, 20)

test('as its own process: one line says where, another process has the same truth, SIGTERM ends it', async () => {
  const options = JSON.stringify({ stations: 10, seed: 5, nowMs: NOW, latencyMs: 1 })
  const child = spawn(process.execPath, ['electron/demo/process.ts', options], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  const { url, email, password } = JSON.parse(line) as { url: string; email: string; password: string }
  const lane = new Lane(url)
  await lane.signIn(email, password)
  const world = createWorld({ stations: 10, seed: 5, now: () => NOW })
  expect(await lane.all('stations')).toEqual([...world.stations()])
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})
