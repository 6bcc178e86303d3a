import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { parentPort, Worker, workerData } from 'node:worker_threads'
import zlib from 'node:zlib'
import { endBetweenSteps, keepZlibWhole, sharedSteps } from '../../electron/exports/forms/pdf/uncut.ts'

/** Ends threads that do nothing but steps in zlib, at moments that differ: run by `paper.test.ts`, which sees it survive. */

const ROUNDS = process.env['METERBOOK_LONG'] === '1' ? 200 : 40

if (parentPort) {
  keepZlibWhole(workerData as Int32Array<SharedArrayBuffer>)
  parentPort.postMessage('ready')
  const nothing = Buffer.alloc(10)
  for (;;) zlib.deflateSync(nothing)
}

for (let round = 0; round < ROUNDS; round++) {
  const steps = sharedSteps()
  const worker = new Worker(import.meta.filename, { workerData: steps })
  await once(worker, 'message')
  await wait(round % 5)
  await endBetweenSteps(worker, steps)
}
console.log('survived')
