import { fork } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'
import { READERS } from './readers.ts'

/**
 * A long text is read in a moment by what takes time with its length, and in hours by what takes time with the square of it:
 * the limit ends those, it measures nothing.
 */
const HANG_MS = 30_000

interface Begun {
  reader: string
  text: string
  failure?: string
}

test('a long text of any alphabet is read by all that reads texts', async () => {
  const readers = Object.keys(READERS)
  const bad: string[] = []
  for (let from = 0; from < readers.length;) {
    const { begun, failures } = await readFrom(from)
    bad.push(...failures)
    if (begun === null) break
    bad.push(`${begun.reader} does not come to an end of '${begun.text}'`)
    from = readers.indexOf(begun.reader) + 1
  }
  expect(bad).toEqual([])
})

/** Lets the readers from this place on read; `begun` is where one did not come to an end. */
async function readFrom(from: number): Promise<{ begun: Begun | null; failures: string[] }> {
  const child = fork(path.join(import.meta.dirname, 'read-all.ts'), [String(from)], { execArgv: [] })
  const failures: string[] = []
  let begun: Begun | null = null
  const hang = () => setTimeout(() => child.kill('SIGKILL'), HANG_MS)
  let limit = hang()
  child.on('message', (message: Begun) => {
    clearTimeout(limit)
    limit = hang()
    begun = message
    if (message.failure !== undefined) failures.push(`${message.reader} fails at '${message.text}': ${message.failure}`)
  })
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  clearTimeout(limit)
  return { begun: code === 0 ? null : begun, failures }
}
