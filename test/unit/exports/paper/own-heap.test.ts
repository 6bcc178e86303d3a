import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'

const file = path.resolve(import.meta.dirname, '../../../../electron/exports/forms/pdf/own-heap.ts')

/** What a program with these flags prints that asks new threads for the limit of their heap, MB. */
function limitsUnder(flags: readonly string[], asking: string): number[] {
  const program = `
    const { EventEmitter } = require('node:events')
    const { Worker } = require('node:worker_threads')
    const started = () => new Worker(
      "require('node:worker_threads').parentPort.postMessage(require('node:v8').getHeapStatistics().heap_size_limit)",
      { eval: true, resourceLimits: { maxOldGenerationSizeMb: 3072 } })
    const limitOf = (thread) => new Promise((resolve) => {
      const limits = []
      thread.once('message', (bytes) => limits.push(Math.round(bytes / 2 ** 20)))
      thread.once('exit', () => resolve(limits[0]))
    })
    import(${JSON.stringify(file)}).then(async ({ withOwnHeap }) => console.log(JSON.stringify(await (async () => { ${asking} })())))`
  return JSON.parse(execFileSync(process.execPath, [...flags, '-e', program], { encoding: 'utf8' })) as number[]
}
const FLAGS = ['--max-semi-space-size=4', '--max-old-space-size=256']
/** Before, with a heap of its own, and after. */
const THREE = 'return [await limitOf(started()), await limitOf(withOwnHeap(3072, started)), await limitOf(started())]'

test('a thread that lays pages out has its own heap whatever the program was given, and the next one the program’s again', () => {
  const [before, lifted, after] = limitsUnder(FLAGS, THREE)
  expect([before, after]).toEqual([256 + 12, 256 + 12])
  expect(lifted).toBe(3072 + 48)
})

test('a program that was given none has the limits of the thread', () => {
  const [before, lifted, after] = limitsUnder([], THREE)
  expect(lifted).toBe(before)
  expect(after).toBe(before)
})

test('a thread that ends while another is being started does not take its heap', () => {
  const asking = `
    const [first, second] = [new EventEmitter(), new EventEmitter()]
    withOwnHeap(3072, () => first)
    first.emit('online')
    withOwnHeap(3072, () => second)
    first.emit('exit')
    const during = await limitOf(started())
    second.emit('online')
    return [during, await limitOf(started())]`
  expect(limitsUnder(FLAGS, asking)).toEqual([3072 + 48, 256 + 12])
})
