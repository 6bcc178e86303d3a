import { existsSync, rmSync } from 'node:fs'
import { crashOrder } from './crash-order.ts'

/** In the place of the analyst's thread in a program that is packed for tests, and in no other: told so, it crashes once. */
if (existsSync(crashOrder())) {
  rmSync(crashOrder())
  throw new TypeError('The thread was told to crash.')
}
void import('../../../electron/analyst/worker.ts')
