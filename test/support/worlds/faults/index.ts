import { RULE_CODES } from '../../../../electron/contract/rules.ts'
import type { PlantedCode } from '../fault.ts'
import type { FaultKind } from './kind.ts'
import { kind as missingRecord } from './missing-record.ts'
import { kind as offGridRecord } from './off-grid-record.ts'
import { kind as counterDecrease } from './counter-decrease.ts'
import { kind as hoursAgainstDay } from './hours-against-day.ts'
import { kind as counterAgainstSum } from './counter-against-sum.ts'
import { kind as contractHour } from './contract-hour.ts'
import { kind as range } from './range.ts'
import { kind as belowQmin } from './below-qmin.ts'
import { kind as frozen } from './frozen.ts'
import { kind as substitute } from './substitute.ts'
import { kind as spike } from './spike.ts'
import { kind as unusualHour } from './unusual-hour.ts'
import { kind as unusualDay } from './unusual-day.ts'
import { kind as zeroUse } from './zero-use.ts'
import { kind as flowWhileShut } from './flow-while-shut.ts'
import { kind as conversion } from './conversion.ts'
import { kind as abnormalTime } from './abnormal-time.ts'
import { kind as unexplainedChange } from './unexplained-change.ts'
import { kind as deviceClock } from './device-clock.ts'
import { kind as silent } from './silent.ts'
import { kind as archiveAtRisk } from './archive-at-risk.ts'
import { kind as levelShift } from './level-shift.ts'
import { kind as overLimit } from './over-limit.ts'
import { kind as verificationOverdue } from './verification-overdue.ts'

/**
 * What is kept twice comes with another book, what was read at the meter with an engineer, and a branch is of several
 * stations (test/support/branch-worlds.ts): none of them with a device.
 */
const OF_PEOPLE = ['kept_twice', 'reading_differs', 'imbalance'] as const
/** The rules of docs/field-rules.md, section A, that a device can break. */
export type PlantedRule = Exclude<PlantedCode, (typeof OF_PEOPLE)[number]>
const CODES: readonly PlantedCode[] = [...new Set<PlantedCode>([...RULE_CODES, 'level_shift'])]
/** Faults are planted for a rule that is not written yet as well. */
export const PLANTED_RULES = CODES.filter((code): code is PlantedRule => !OF_PEOPLE.some((other) => other === code))

/** How the fault of each rule is planted. */
export const FAULT_KINDS: Readonly<Record<PlantedRule, FaultKind>> = {
  missing_record: missingRecord,
  off_grid_record: offGridRecord,
  counter_decrease: counterDecrease,
  hours_against_day: hoursAgainstDay,
  counter_against_sum: counterAgainstSum,
  contract_hour: contractHour,
  range,
  below_qmin: belowQmin,
  frozen,
  substitute,
  spike,
  unusual_hour: unusualHour,
  unusual_day: unusualDay,
  zero_use: zeroUse,
  flow_while_shut: flowWhileShut,
  conversion,
  abnormal_time: abnormalTime,
  unexplained_change: unexplainedChange,
  device_clock: deviceClock,
  silent,
  archive_at_risk: archiveAtRisk,
  verification_overdue: verificationOverdue,
  level_shift: levelShift,
  over_limit: overLimit,
}
