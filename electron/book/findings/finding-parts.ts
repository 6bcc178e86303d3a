import type { FindingPart } from '../../contract/findings.ts'
import type { Context } from '../context.ts'
import type { StoredFinding } from './finding-rows.ts'

type Cells = [
  id: string,
  partOf: string,
  rule: string,
  flag: number,
  archiveType: string | null,
  channel: string | null,
  fromMs: number,
  toMs: number | null,
  measure: number | null,
  threshold: number | null,
  m3: number | null,
]

/** Writes `finding_part`: what the evidence of a finding has as its parts, for filters, counts and the public view. */
export function findingPartsIn({ db }: Pick<Context, 'db'>) {
  const write = db.prepare<Cells>(`
    INSERT INTO finding_part (id, part_of, rule, flag, archive_type, channel, from_ms, to_ms, measure, threshold, m3)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET part_of = excluded.part_of, rule = excluded.rule, flag = excluded.flag,
      archive_type = excluded.archive_type, channel = excluded.channel, from_ms = excluded.from_ms, to_ms = excluded.to_ms,
      measure = excluded.measure, threshold = excluded.threshold, m3 = excluded.m3`)
  const remove = db.prepare<[string]>('DELETE FROM finding_part WHERE part_of = ?')

  return {
    /** Puts the parts of a finding in the place of those that it had. One that was another finding's is taken over. */
    put({ id, evidence }: Pick<StoredFinding, 'id' | 'evidence'>): void {
      remove.run(id)
      for (const part of evidence.parts ?? []) write.run(...cellsOf(id, part))
    },
    /** Forgets the parts of a finding that is no longer found. */
    remove: (findingId: string): void => void remove.run(findingId),
  }
}

const cellsOf = (partOf: string, part: FindingPart): Cells => {
  const { id, rule, flag, archiveType, channelVarname, fromMs, toMs, measure, threshold, m3 } = part
  const [from, to] = [Math.round(fromMs), toMs === null ? null : Math.round(toMs)]
  return [id, partOf, rule, flag, archiveType, channelVarname, from, to, ...([measure, threshold, m3].map(finite) as [Real, Real, Real])]
}

type Real = number | null
/** SQLite has no other numbers. */
const finite = (value: Real): Real => (value !== null && Number.isFinite(value) ? value : null)
