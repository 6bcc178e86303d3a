import type { Book } from '../../book/index.ts'
import type { Branch } from '../../book/branches/branches.ts'

/** The branches of a report: those whose stations are all chosen; where none is so, those with any of the chosen stations. */
export function branchesMeant({ branches }: Pick<Book, 'branches'>, stationIds: readonly number[]): Branch[] {
  const chosen = new Set(stationIds)
  const all = branches.all()
  const whole = all.filter(({ members }) => members.every(({ stationId }) => chosen.has(stationId)))
  return whole.length > 0 ? whole : all.filter(({ members }) => members.some(({ stationId }) => chosen.has(stationId)))
}
