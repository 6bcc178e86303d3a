import { BUNDLE_CHECKS, type BundleCheck, type CheckOutcome, type CheckReason, type SaidOfCheck } from '../../contract/evidence-words.ts'
import type { ChangeList } from './changes.ts'

/** When parts of one check have different outcomes, the whole has the outcome that stands furthest left. */
const FIRST: readonly CheckOutcome[] = ['differs', 'not-checked', 'holds', 'absent']

/** The checks so far, and how each ended. A check that nobody speaks of was not made. */
export function checkList(list: ChangeList) {
  const said = new Map<BundleCheck, SaidOfCheck>()
  function say(check: BundleCheck, outcome: CheckOutcome, why: CheckReason | null = null): void {
    const before = said.get(check)
    if (before && FIRST.indexOf(before.outcome) <= FIRST.indexOf(outcome)) return
    said.set(check, { check, outcome, why })
  }
  return {
    say,
    /** Does the work of a check: what it names as changed differs. An error says nothing of it. */
    async during<T>(check: BundleCheck, work: () => Promise<T> | T): Promise<T> {
      const before = list.total
      const result = await work()
      say(check, list.total > before ? 'differs' : 'holds')
      return result
    },
    all: (): SaidOfCheck[] => BUNDLE_CHECKS.map((check) => said.get(check) ?? { check, outcome: 'not-checked', why: 'missing' }),
  }
}
export type CheckList = ReturnType<typeof checkList>
