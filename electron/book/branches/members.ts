import { BRANCH_SIDES, type BranchMember } from '../../contract/balance-words.ts'
import { foreignJson } from '../../contract/foreign-json.ts'

/** Members out of their JSON; null where it says anything else. */
export function membersIn(text: string): BranchMember[] | null {
  const list: unknown = foreignJson(text)
  if (!Array.isArray(list)) return null
  const members = list.map((one: unknown): BranchMember | null => {
    if (!Array.isArray(one) || one.length !== 2) return null
    const [stationId, word] = one as [unknown, unknown]
    const side = BRANCH_SIDES.find((known) => known === word)
    return Number.isSafeInteger(stationId) && side ? { stationId: Number(stationId), side } : null
  })
  return members.every((one) => one !== null) ? members : null
}
