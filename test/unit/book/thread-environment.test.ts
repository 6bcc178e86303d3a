import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const owner = path.resolve(import.meta.dirname, '../../../electron/book/threads/thread.ts')
/** Starts a thread as `inThread` does, and prints which compiled programs it and its starter use, and what it knows of the environment. */
const script = `
  import { getCompileCacheDir } from 'node:module'
  import { Worker } from 'node:worker_threads'
  import { environmentOfThread } from ${JSON.stringify(owner)}
  const say = "import { getCompileCacheDir } from 'node:module'; import { parentPort } from 'node:worker_threads'; parentPort.postMessage([getCompileCacheDir() ?? null, process.env.METERBOOK_PASSWORD ?? null])"
  const thread = new Worker(new URL('data:text/javascript,' + encodeURIComponent(say)), { env: environmentOfThread() })
  thread.once('message', (of) => console.log(JSON.stringify([getCompileCacheDir() ?? null, ...of])))`

function seen(kept: string | undefined): unknown {
  const env = { ...process.env, NODE_COMPILE_CACHE: kept, METERBOOK_PASSWORD: 'secret' }
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    env,
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  return JSON.parse(stdout)
}

test('a thread uses the compiled programs of its starter, and knows no secret', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'meterbook-compiled-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [starter, thread, secret] = seen(folder) as [string, string, null]
  expect(starter).toContain(folder)
  expect([thread, secret]).toEqual([starter, null])
})

test('where nothing compiled is kept, neither does a thread keep it', () => {
  expect(seen(undefined)).toEqual([null, null, null])
})
