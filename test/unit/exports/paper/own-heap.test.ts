import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'

const file = path.resolve(import.meta.dirname, '../../../../electron/exports/forms/pdf/own-heap.ts')

/** What a thread of a program with these flags may use before, while they are lifted, and after, MB. */
function limitsUnder(flags: readonly string[]): number[] {
  const program = `
    const { Worker } = require('node:worker_threads')
    const ask = (onReady = () => {}) => new Promise((resolve) => {
      const thread = new Worker(
        "require('node:worker_threads').parentPort.postMessage(require('node:v8').getHeapStatistics().heap_size_limit)",
        { eval: true, resourceLimits: { maxOldGenerationSizeMb: 3072 } })
      thread.once('message', (bytes) => { onReady(); resolve(Math.round(bytes / 2 ** 20)) })
    })
    import(${JSON.stringify(file)}).then(async ({ liftHeapFlags }) => {
      const before = await ask()
      const lifted = await ask(liftHeapFlags(3072))
      console.log(JSON.stringify([before, lifted, await ask()]))
    })`
  return JSON.parse(execFileSync(process.execPath, [...flags, '-e', program], { encoding: 'utf8' })) as number[]
}

test('a thread that lays pages out has its own heap whatever the program was given, and the next one the program’s again', () => {
  const [before, lifted, after] = limitsUnder(['--max-semi-space-size=4', '--max-old-space-size=256'])
  expect([before, after]).toEqual([256 + 12, 256 + 12])
  expect(lifted).toBe(3072 + 48)
})

test('a program that was given none has the limits of the thread', () => {
  const [before, lifted, after] = limitsUnder([])
  expect(lifted).toBe(before)
  expect(after).toBe(before)
})
