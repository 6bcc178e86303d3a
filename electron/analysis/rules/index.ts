import type { RuleCode } from '../../contract/rules.ts'
import type { Rule } from './say/rule.ts'
import { rule as missingRecord } from './missing-record.ts'
import { rule as offGridRecord } from './off-grid-record.ts'
import { rule as counterDecrease } from './counter-decrease.ts'
import { rule as hoursAgainstDay } from './hours-against-day.ts'
import { rule as counterAgainstSum } from './counter-against-sum.ts'
import { rule as contractHour } from './contract-hour.ts'
import { rule as range } from './range.ts'
import { rule as belowQmin } from './below-qmin.ts'
import { rule as frozen } from './frozen.ts'
import { rule as substitute } from './substitute.ts'
import { rule as spike } from './spike.ts'
import { rule as unusualHour } from './unusual-hour.ts'
import { rule as unusualDay } from './unusual-day.ts'
import { rule as zeroUse } from './zero-use.ts'
import { rule as levelShift } from './level-shift.ts'
import { rule as flowWhileShut } from './flow-while-shut.ts'
import { rule as conversion } from './conversion.ts'
import { rule as abnormalTime } from './abnormal-time.ts'
import { rule as unexplainedChange } from './unexplained-change.ts'
import { rule as deviceClock } from './device-clock.ts'
import { rule as silent } from './silent.ts'
import { rule as archiveAtRisk } from './archive-at-risk.ts'
import { rule as verificationOverdue } from './verification-overdue.ts'
import { rule as overLimit } from './over-limit.ts'
import { rule as keptTwice } from './kept-twice.ts'
import { rule as readingDiffers } from './reading-differs.ts'
import { rule as imbalance } from './imbalance.ts'

/** All rules, by code: docs/field-rules.md, section A. */
export const RULE_BY_CODE: { readonly [Code in RuleCode]: Rule<Code> } = {
  missing_record: missingRecord,
  off_grid_record: offGridRecord,
  counter_decrease: counterDecrease,
  hours_against_day: hoursAgainstDay,
  counter_against_sum: counterAgainstSum,
  contract_hour: contractHour,
  range: range,
  below_qmin: belowQmin,
  frozen: frozen,
  substitute: substitute,
  spike: spike,
  unusual_hour: unusualHour,
  unusual_day: unusualDay,
  zero_use: zeroUse,
  level_shift: levelShift,
  flow_while_shut: flowWhileShut,
  conversion: conversion,
  abnormal_time: abnormalTime,
  unexplained_change: unexplainedChange,
  device_clock: deviceClock,
  silent: silent,
  archive_at_risk: archiveAtRisk,
  verification_overdue: verificationOverdue,
  over_limit: overLimit,
  kept_twice: keptTwice,
  reading_differs: readingDiffers,
  imbalance: imbalance,
}
