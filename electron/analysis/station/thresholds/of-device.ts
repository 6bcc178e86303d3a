import type { Book } from '../../../book/index.ts'
import { ARCHIVE_DEPTHS, type ArchiveDepth } from '../../../contract/archive-depths.ts'
import { foldBeginning } from '../../../contract/folding.ts'
import {
  RULE_CODES,
  RULES,
  type RuleCode,
  type RuleSource,
  type ThresholdOrigin,
  type ThresholdScope,
  type Thresholds,
  type ThresholdSpec,
} from '../../../contract/rules.ts'

/** The thresholds that hold for one device: of program, book, type and device the narrowest wins. */

export interface HeldThreshold {
  rule: RuleCode
  key: string
  value: number | null
  from: ThresholdOrigin
  /** Where the maker says it. */
  source: RuleSource | null
}

export interface DeviceThresholds {
  thresholds: Thresholds
  origins: readonly HeldThreshold[]
  /** Differs when the thresholds do. */
  digest: string
}

/** A device, of which the type or the key itself may not be known. */
export interface JudgedDevice {
  equipmentTypeId: number | null
  equipmentId: number | null
  /** The names of its type and of its brand: how far back it remembers is known by them. */
  names: readonly string[]
}

interface SetValue {
  scope: Exclude<ThresholdScope, 'program'>
  rule: RuleCode
  key: string
  value: number
}

const NARROWEST_FIRST = ['device', 'type', 'book'] as const

/** The thresholds that hold, out of all that were set for a device's book, its type and itself. */
export function thresholdsOf(sets: readonly SetValue[], names: readonly string[]): DeviceThresholds {
  const depth = depthOf(names)
  const origins = RULE_CODES.flatMap((rule) =>
    RULES[rule].thresholds.map((spec: ThresholdSpec): HeldThreshold => {
      const { key, usual } = spec
      const own = sets.filter((one) => one.rule === rule && one.key === key)
      for (const from of NARROWEST_FIRST) {
        const found = own.find(({ scope }) => scope === from)
        if (found) return { rule, key, value: found.value, from, source: null }
      }
      const told = rule === 'archive_at_risk' && depth ? toldBy(depth, key) : null
      if (depth && told !== null) return { rule, key, value: told, from: 'maker', source: depth.source }
      return { rule, key, value: usual, from: 'program', source: null }
    }),
  )
  const values: Record<string, Record<string, number | null>> = {}
  for (const { rule, key, value } of origins) (values[rule] ??= {})[key] = value
  for (const rule of RULE_CODES) values[rule] ??= {}
  return { thresholds: values as Thresholds, origins, digest: digestOf(origins) }
}

/** The thresholds of a device of a book. */
export const deviceThresholds = (book: Book, { equipmentTypeId, equipmentId, names }: JudgedDevice): DeviceThresholds =>
  thresholdsOf(book.thresholds.ofDevice(equipmentTypeId, equipmentId), names)

/** The names that tell a station's device's kind: of its type in the directory, and its brand. */
export function namesOfDevice(
  book: Book,
  { equipmentTypeId, equipmentBrandName }: { equipmentTypeId: number | null; equipmentBrandName: unknown },
): string[] {
  const type = equipmentTypeId === null ? undefined : book.equipmentTypes.get(equipmentTypeId)
  return [equipmentBrandName, type?.name].filter((name) => typeof name === 'string' && name !== '') as string[]
}

const DEPTHS = ARCHIVE_DEPTHS.map((depth) => ({ depth, words: new RegExp(depth.pattern, 'u') }))

/** The depth of the archives by the maker's manual, for a device of these names. */
function depthOf(names: readonly string[]): ArchiveDepth | null {
  const folded = names.map(foldBeginning)
  return DEPTHS.find(({ words }) => folded.some((name) => words.test(name)))?.depth ?? null
}

function toldBy({ hourlyDepth, dailyDepth }: ArchiveDepth, key: string): number | null {
  if (key === 'hourlyDepth') return hourlyDepth
  return key === 'dailyDepth' ? dailyDepth : null
}

/** Only what differs from usual: two devices of the same thresholds have the same. */
const digestOf = (origins: readonly HeldThreshold[]): string =>
  origins
    .filter(({ from }) => from !== 'program')
    .map(({ rule, key, value }) => `${rule}.${key}=${value}`)
    .join(' ')
