import type { RuleCode } from '../rules.ts'
import type { RuleWords } from './words.ts'
import { words as missingRecord } from './missing-record.ts'
import { words as offGridRecord } from './off-grid-record.ts'
import { words as counterDecrease } from './counter-decrease.ts'
import { words as hoursAgainstDay } from './hours-against-day.ts'
import { words as counterAgainstSum } from './counter-against-sum.ts'
import { words as contractHour } from './contract-hour.ts'
import { words as range } from './range.ts'
import { words as belowQmin } from './below-qmin.ts'
import { words as frozen } from './frozen.ts'
import { words as substitute } from './substitute.ts'
import { words as spike } from './spike.ts'
import { words as unusualHour } from './unusual-hour.ts'
import { words as unusualDay } from './unusual-day.ts'
import { words as zeroUse } from './zero-use.ts'
import { words as levelShift } from './level-shift.ts'
import { words as flowWhileShut } from './flow-while-shut.ts'
import { words as conversion } from './conversion.ts'
import { words as abnormalTime } from './abnormal-time.ts'
import { words as unexplainedChange } from './unexplained-change.ts'
import { words as deviceClock } from './device-clock.ts'
import { words as silent } from './silent.ts'
import { words as archiveAtRisk } from './archive-at-risk.ts'
import { words as verificationOverdue } from './verification-overdue.ts'
import { words as keptTwice } from './kept-twice.ts'

/** The name, definition and needs of each rule, in both languages. */
export const RULE_WORDS: Readonly<Record<RuleCode, RuleWords>> = {
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
  kept_twice: keptTwice,
}
