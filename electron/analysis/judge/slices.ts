import { setImmediate as breath } from 'node:timers/promises'
import type { Book } from '../../book/index.ts'
import { judgingStation, type JudgeOptions, type Outcome } from './station.ts'

/** Work goes on for so long before other work of the thread has its turn. */
const SLICE_MS = 20

/** Lets other work have its turn after a slice of so many ms. */
export type Pause = (workedMs: number) => Promise<unknown>

/** Carries a generator out in slices. Null: `goesOn` said no. */
export async function inSlices<T>(
  steps: Generator<unknown, T>,
  { pause = breath, goesOn = () => true }: { pause?: Pause; goesOn?: () => boolean } = {},
): Promise<T | null> {
  for (let begunMs = performance.now(); ;) {
    if (!goesOn()) return null
    const step = steps.next()
    if (step.done) return step.value
    const workedMs = performance.now() - begunMs
    if (workedMs < SLICE_MS) continue
    await pause(workedMs)
    begunMs = performance.now()
  }
}

/** Judges one station in slices. Null: there is no such station, or `goesOn` said no. */
export const judgeStation = (
  book: Book,
  stationId: number,
  options: JudgeOptions,
  slices: { pause?: Pause; goesOn?: () => boolean } = {},
): Promise<Outcome | null> => inSlices(judgingStation(book, stationId, options), slices)
