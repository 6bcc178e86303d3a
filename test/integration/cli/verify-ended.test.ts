import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeBundle } from '../../../electron/exports/evidence/bundle.ts'
import { readZip, resum, writeZip } from '../../support/evidence-tampering.ts'
import { withRoom } from '../../support/hostile-bundles.ts'
import { sampleBook, sampleChoice } from '../../unit/exports/evidence/sample.ts'
import { meterbookProcess, start } from './run-cli.ts'

/** `meterbook verify` ends when it is told to, leaves nothing behind, and waits for no pipe. */

let folder: string
let bundle: string
let large: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'meterbook-verify-ended-'))
  bundle = join(folder, 'small.zip')
  const book = sampleBook(folder)
  await writeBundle(book, sampleChoice, bundle, { version: '1', key: null })
  book.close()
  // Long to unpack and long to compare: it is told to end in the middle of both.
  large = join(folder, 'large.zip')
  const files = await readZip(bundle)
  withRoom(files)
  files.set('evidence/data/events.csv', Buffer.alloc(150 * 1024 * 1024, 'a,b\r\n'))
  resum(files)
  await writeZip(large, files)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const temporary = () => mkdtempSync(join(folder, 'temporary-'))
const data = () => join(folder, 'data')

/** Starts verifying the large bundle; resolves when so many of its files lie unpacked. */
async function verifying(within: string, files: number) {
  const running = start(['verify', large], data(), { TMPDIR: within })
  running.child.stdin.end()
  await expect.poll(() => readdirSync(within).some((name) => readdirSync(join(within, name)).length >= files), { interval: 5 }).toBe(true)
  return running
}

test.each([
  ['SIGTERM', 1],
  ['SIGINT', 14],
  ['SIGTERM', 26],
] as const)('%s while %i files are unpacked ends it with 130, and its folder is gone', async (signal, files) => {
  const within = temporary()
  const running = await verifying(within, files)
  running.child.kill(signal)
  expect(await running.done).toMatchObject({ code: 130, signal: null })
  expect(readdirSync(within)).toEqual([])
})

test('what a killed one unpacked is removed by the next, and by the next start in a browser', async () => {
  const within = temporary()
  for (const next of ['verify', 'serve'] as const) {
    const killed = await verifying(within, 3)
    killed.child.kill('SIGKILL')
    expect(await killed.done).toMatchObject({ signal: 'SIGKILL' })
    const [left] = readdirSync(within)
    expect(left).toMatch(/^meterbook-verify-/)
    if (next === 'verify') expect(await meterbookProcess(['verify', bundle], data(), { TMPDIR: within })).toMatchObject({ code: 0 })
    else {
      const serving = start(['serve'], data(), { TMPDIR: within })
      await serving.prints()
      serving.child.kill('SIGTERM')
      expect(await serving.done).toMatchObject({ code: 0 })
    }
    expect(existsSync(join(within, left as string))).toBe(false)
  }
})

test.skipIf(process.platform === 'win32')('a pipe, a socket, a device and a folder are refused at once', async () => {
  const pipe = join(folder, 'pipe.zip')
  execFileSync('mkfifo', [pipe])
  const link = join(folder, 'link.zip')
  symlinkSync(pipe, link)
  const socket = join(folder, 'socket.zip')
  const server = createServer().listen(socket)
  await once(server, 'listening')
  const inside = join(folder, 'folder.zip')
  mkdirSync(inside)
  for (const file of [pipe, link, socket, '/dev/zero', inside]) {
    const found = await meterbookProcess(['verify', file], data())
    expect(found).toMatchObject({ code: 2, signal: null })
    expect(found.stderr).toMatch(/cannot be read: it is a .*, not a file\./)
  }
  server.close()
})

test('work that never looks up ends with its thread, and nothing else ends', async () => {
  const { inThread } = await import('../../../electron/book/threads/thread.ts')
  const work = mkdtempSync(join(folder, 'work-'))
  const serve = join(import.meta.dirname, '../../../electron/book/threads/serve.ts')
  writeFileSync(
    join(work, 'worker.ts'),
    `import { serveOwner } from ${JSON.stringify(serve)}\nserveOwner({ endless: (_, { tell }) => { tell(1, 2); for (;;); } })\n`,
  )
  const ending = new AbortController()
  const program = { folder: work, built: 'x.js', name: 'test' }
  const endless = inThread(program, 'endless', null as never, { signal: ending.signal, tell: () => ending.abort(), endMs: 1 })
  await expect(endless).rejects.toMatchObject({ code: 'CANCELLED' })
})
