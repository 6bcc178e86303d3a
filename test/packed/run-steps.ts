import { overBars } from './bars.ts'

/** One thing that a user does with an installed program. `run` throws where it does not work; a step without one is still to be written. */
export interface Step<Given> {
  name: string
  /** Why it cannot be done here; null: it can. */
  skip?: (given: Given) => string | null
  /** What it measured, by name, each with its unit in the name (`startMs`). What is over its bar (bars.ts) fails the step. */
  run?: (given: Given) => Promise<Record<string, number | string> | void>
}

export interface Outcome {
  name: string
  state: 'passed' | 'failed' | 'skipped'
  /** Why it failed or was skipped. */
  reason: string | null
  ms: number
  measures: Record<string, number | string>
}

/** Runs every step, whatever became of those before: each failure is seen, not only the first. */
export async function runSteps<Given>(
  steps: readonly Step<Given>[],
  given: Given,
  tell: (outcome: Outcome) => void,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  for (const step of steps) {
    const outcome = await outcomeOf(step, given)
    tell(outcome)
    outcomes.push(outcome)
  }
  return outcomes
}

async function outcomeOf<Given>({ name, skip, run }: Step<Given>, given: Given): Promise<Outcome> {
  const startedMs = performance.now()
  const end = (state: Outcome['state'], reason: string | null, measures: Outcome['measures'] = {}): Outcome => ({
    name,
    state,
    reason,
    ms: Math.round(performance.now() - startedMs),
    measures,
  })
  try {
    const reason = skip?.(given) ?? null
    if (reason !== null) return end('skipped', reason)
    if (!run) return end('failed', 'The reason to skip it is gone: write what it does.')
    const measures = (await run(given)) ?? {}
    const over = overBars(measures)
    return over.length > 0 ? end('failed', over.join(' '), measures) : end('passed', null, measures)
  } catch (error) {
    return end('failed', error instanceof Error ? error.message : String(error))
  }
}

/** A line for people: `FAILED   chart   the chart was never drawn`. */
export function lineOf({ name, state, reason, ms, measures }: Outcome): string {
  const numbers = Object.entries(measures).map((measure) => measure.join(' '))
  const word = state === 'passed' ? 'passed' : state.toUpperCase()
  return [word.padEnd(8), name.padEnd(18), `${(ms / 1000).toFixed(1).padStart(6)} s`, [reason, ...numbers].filter(Boolean).join(', ')]
    .join('  ')
    .trimEnd()
}
