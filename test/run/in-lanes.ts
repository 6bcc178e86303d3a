/** Something to do that may have to come after another. */
export interface InTurn {
  name: string
  after?: string
}

/**
 * Does steps in their order, at most so many at a time; one that comes after another waits for its end, and those behind
 * it overtake it. A step whose forerunner is not among them waits for nothing. The outcomes are in the order of the steps.
 */
export async function inLanes<Step extends InTurn, Outcome>(
  steps: readonly Step[],
  lanes: number,
  work: (step: Step) => Promise<Outcome>,
): Promise<Outcome[]> {
  const waiting = [...steps]
  const outcomes = new Map<Step, Outcome>()
  const running = new Set<Promise<void>>()
  const isOver = (name: string) => steps.every((step) => step.name !== name || outcomes.has(step))
  while (waiting.length > 0 || running.size > 0) {
    const at = waiting.findIndex(({ after }) => after === undefined || isOver(after))
    const [step] = running.size < lanes && at >= 0 ? waiting.splice(at, 1) : []
    if (step) {
      const run = work(step).then((outcome) => {
        outcomes.set(step, outcome)
        running.delete(run)
      })
      running.add(run)
    } else if (running.size > 0) await Promise.race(running)
    else throw new Error(`Nothing is left that these could come after: ${waiting.map(({ name }) => name).join(', ')}.`)
  }
  return steps.flatMap((one) => (outcomes.has(one) ? [outcomes.get(one) as Outcome] : []))
}
