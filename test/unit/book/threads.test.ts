import { mkdtempSync, writeFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { AtWork } from '../../../electron/book/threads/messages.ts'
import { inThread, programFile, startThread } from '../../../electron/book/threads/thread.ts'
import { tempBook, tempFolder } from './fixtures.ts'

/** The one harness of threads: a real thread that answers, fails, is cancelled, dies. */
const from = (name: string) => JSON.stringify(join(import.meta.dirname, '../../../electron', name))
const SOURCE = `
import { getPriority } from 'node:os'
import { given, serveOwner, tellOwner } from ${from('book/threads/serve.ts')}
import { MeterbookError } from ${from('contract/errors.ts')}
import { BookError } from ${from('book/file/errors.ts')}
tellOwner('loaded with ' + given())
serveOwner({
  double: (n) => 2 * n,
  fail: (code) => { throw code === 'DISK_FULL' ? new BookError(code, { file: 'x' }) : new MeterbookError(code, { id: 7 }) },
  bug: () => { throw new RangeError('beyond') },
  die: () => process.exit(3),
  priority: () => getPriority(),
  untilAborted: (_, { signal, tell }) => new Promise((resolve, reject) => { tell(1, 3); signal.addEventListener('abort', () => reject(new Error('ended'))) }),
  untilStopped: (_, { isCancelled, tell }) => { tell(1, 2); while (!isCancelled()); throw new MeterbookError('CANCELLED') },
})
`
type Asked = {
  double: (n: number) => number
  fail: (code: string) => never
  bug: (nothing: null) => never
  die: (nothing: null) => never
  priority: (nothing: null) => number
  untilAborted: (nothing: null, at: AtWork) => Promise<never>
  untilStopped: (nothing: null, at: AtWork) => never
}

function program() {
  const folder = mkdtempSync(join(tempFolder(), 'thread-'))
  writeFileSync(join(folder, 'worker.ts'), SOURCE)
  return { folder, built: 'none.js', name: 'test' }
}

function started() {
  const told: unknown[] = []
  const ended: unknown[] = []
  const thread = startThread<Asked>(program(), 'care', {
    onTold: (one) => told.push(one),
    onEnd: (one) => ended.push(one),
  })
  onTestFinished(() => thread.close())
  return { thread, told, ended }
}

test('answers come to their questions, whatever their order; what is told unasked is heard', async () => {
  const { thread, told, ended } = started()
  const endless = new AbortController()
  const waiting = thread.ask('untilAborted', null, { signal: endless.signal })
  expect(await Promise.all([1, 2, 3].map((n) => thread.ask('double', n)))).toEqual([2, 4, 6])
  expect(told).toEqual(['loaded with care'])
  endless.abort()
  await expect(waiting).rejects.toMatchObject({ code: 'CANCELLED' })
  await thread.close()
  // That it was closed is no end that anybody has to hear of.
  expect(ended).toEqual([])
})

test('a failure crosses as what it is, with its facts; a mistake of the program as it was thrown', async () => {
  const { thread } = started()
  await expect(thread.ask('fail', 'NO_SUCH_STATION')).rejects.toMatchObject({
    code: 'NO_SUCH_STATION',
    data: { id: 7 },
  })
  await expect(thread.ask('fail', 'DISK_FULL')).rejects.toMatchObject({ name: 'BookError', code: 'DISK_FULL', data: { file: 'x' } })
  await expect(thread.ask('bug', null)).rejects.toThrow('beyond')
  expect(await thread.ask('double', 4)).toBe(8)
})

test.skipIf(process.platform !== 'linux')('a thread gives way to its owner, whose priority stays', async () => {
  const before = getPriority()
  expect(await started().thread.ask('priority', null)).toBe(Math.max(before, 10))
  expect(getPriority()).toBe(before)
})

test('a thread that dies fails all that was asked of it, and its owner hears of it', async () => {
  const { thread, ended } = started()
  const waiting = thread.ask('untilAborted', null)
  const dying = thread.ask('die', null)
  await expect(waiting).rejects.toThrow('has ended')
  await expect(dying).rejects.toThrow('has ended')
  expect(ended).toHaveLength(1)
  await expect(thread.ask('double', 1)).rejects.toThrow('has ended')
})

test('work in single steps ends by the flag; what was asked before the thread had loaded is cancelled, too', async () => {
  const ending = new AbortController()
  const stopped = inThread<Asked, 'untilStopped'>(program(), 'untilStopped', null, { signal: ending.signal, tell: () => ending.abort() })
  await expect(stopped).rejects.toMatchObject({ code: 'CANCELLED' })
  const early = new AbortController()
  const never = inThread<Asked, 'untilStopped'>(program(), 'untilStopped', null, { signal: early.signal })
  early.abort()
  await expect(never).rejects.toMatchObject({ code: 'CANCELLED' })
})

test('a program is the one of the build that tests name, and where that has none, of the sources: both answer', async () => {
  const works = { folder: join(import.meta.dirname, '../../../electron/works'), built: 'works.cjs', name: 'works' }
  const build = tempFolder()
  vi.stubEnv('METERBOOK_THREADS', build)
  expect(programFile(works)).toBe(join(works.folder, 'worker.ts'))
  const thread = startThread<{ end: (nothing: null) => void }>(works, { file: tempBook().file, aside: null })
  onTestFinished(() => thread.close())
  await thread.ask('end', null)
  writeFileSync(join(build, 'works.cjs'), '')
  expect(programFile(works)).toBe(join(build, 'works.cjs'))
  vi.unstubAllEnvs()
})
