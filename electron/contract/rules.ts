/**
 * The rules that the book's data are judged by, and their thresholds: docs/field-rules.md, section A. Free of zod, for the
 * window too. What a rule says in words lies in `words`.
 */

export const RULE_CODES = [
  'missing_record',
  'off_grid_record',
  'counter_decrease',
  'hours_against_day',
  'counter_against_sum',
  'contract_hour',
  'range',
  'below_qmin',
  'frozen',
  'substitute',
  'spike',
  'unusual_hour',
  'unusual_day',
  'zero_use',
  'level_shift',
  'flow_while_shut',
  'conversion',
  'abnormal_time',
  'unexplained_change',
  'device_clock',
  'silent',
  'archive_at_risk',
  'verification_overdue',
  'imbalance',
  'over_limit',
  'kept_twice',
  'reading_differs',
] as const
export type RuleCode = (typeof RULE_CODES)[number]

/** QARTOD's flags. */
export const FLAG = { good: 1, notEvaluated: 2, suspect: 3, fail: 4, missing: 9 } as const
export type Flag = (typeof FLAG)[keyof typeof FLAG]
/** A record takes the flag of its tests that comes last here. */
export const FLAG_ORDER: readonly Flag[] = [9, 2, 1, 3, 4]

/** What thresholds and measures are counted in; a window words them. */
export const RULE_UNITS = [
  'm3',
  'm3h',
  'kPa',
  'celsius',
  'percent',
  'hours',
  'days',
  'minutes',
  'seconds',
  'steps',
  'digits',
  'times',
  'z',
  'iqr',
  'records',
  'hour',
] as const
export type RuleUnit = (typeof RULE_UNITS)[number]

export interface ThresholdSpec {
  key: string
  /** Null: there is no usual one; it comes from the device's settings, else the user gives it. */
  usual: number | null
  unit: RuleUnit
  least: number
  most: number
  /** The number is Meterbook's own choice (marked † in docs/field-rules.md, section A); otherwise it is its source's. */
  own: boolean
}

export interface RuleSpec {
  /** A definite rule finds facts; a statistical one finds what is unlike the rest. */
  kind: 'definite' | 'statistical'
  /**
   * What the span of its finding is. `lasted`: what was found was there from its beginning to its end. `judged`: the time
   * that was compared, such as a gas day; how much of it is concerned says the measure alone.
   */
  span: 'lasted' | 'judged'
  /** Keys of RULE_SOURCES. */
  sources: readonly RuleSource[]
  thresholds: readonly ThresholdSpec[]
}

/** Where a rule and its usual thresholds come from. */
export const RULE_SOURCES = {
  p1: 'API MPMS 21.1',
  p2: '43 CFR 3175.104',
  e1: 'Elster EK260, manual',
  e2: 'Elster EK280, manual',
  i2: 'docs.itrontotal.com/IEEMDM/Content/Topics/Rollover%20digits%20setting.htm',
  k1: 'help.gkh365.ru/formula/manual/1023',
  o1: 'docs.oracle.com/en/industries/energy-water/rate-cloud/24c/rcs-user-guides/Topics/D1_BG_About_IMD_Validations.html',
  o2: 'docs.oracle.com/en/industries/energy-water, D1_AG_VEE_IntervalSpikeCheck',
  o3: 'docs.oracle.com/en/industries/energy-water, D1_AG_VEE_SumCheck',
  o4: 'docs.oracle.com/en/industries/energy-water, D1_AG_VEE_HighLowCheck',
  g1: 'DVGW G 685-5',
  r1: 'nfmconsulting.com/knowledge/emerson-roc-data-archiving',
  q1: 'github.com/ioos/ioos_qc, qartod.py',
  q3: 'github.com/ioos/ioos_qc, water level example',
  v1: 'docs.aveva.com/bundle/measurement-advisor-cloud, 365641',
  v2: 'docs.aveva.com/bundle/measurement-advisor-cloud, 365598',
  l4: 'github.com/lers-uchet/ReportTemplates',
  u1: 'github.com/catalyst-cooperative/pudl, timeseries_cleaning.py',
  s1: 'github.com/Helmholtz-UFZ/saqc, outliers.py',
  a1: 'SAP, gas conversion',
  w1: 'WELMEC 7.2, extension L',
  m1: 'pyatimenutka.ru, bel.aif.ru: acts of control readings',
  b1: 'alfaopt.ru/a200997',
  n2: 'Russian rules of gas supply, order 162: zakonbase.ru/content/part/456028',
  c1: 'softwaredocs.weatherford.com/cygnet, FMS Validation Rules',
} as const
export type RuleSource = keyof typeof RULE_SOURCES

const own = (key: string, usual: number | null, unit: RuleUnit, least: number, most: number): ThresholdSpec => ({
  key,
  usual,
  unit,
  least,
  most,
  own: true,
})
const sourced = (key: string, usual: number | null, unit: RuleUnit, least: number, most: number): ThresholdSpec => ({
  ...own(key, usual, unit, least, most),
  own: false,
})

export const RULES = {
  /** The design capacity prices a hole (docs/field-rules.md, 'Why holes have a price'); it judges nothing. */
  missing_record: { kind: 'definite', span: 'lasted', sources: ['p1'], thresholds: [own('designCapacity', null, 'm3h', 0, 1e6)] },
  off_grid_record: { kind: 'definite', span: 'judged', sources: ['e2'], thresholds: [] },
  counter_decrease: { kind: 'definite', span: 'judged', sources: ['i2', 'k1'], thresholds: [] },
  hours_against_day: {
    kind: 'definite',
    span: 'judged',
    sources: ['o3'],
    thresholds: [own('steps', 2, 'steps', 0, 1000), own('percent', 0.1, 'percent', 0, 100)],
  },
  counter_against_sum: {
    kind: 'definite',
    span: 'judged',
    sources: ['g1'],
    thresholds: [own('steps', 2, 'steps', 0, 1000), own('percent', 0.1, 'percent', 0, 100)],
  },
  contract_hour: { kind: 'definite', span: 'judged', sources: ['r1'], thresholds: [own('days', 7, 'days', 2, 60)] },
  range: {
    kind: 'definite',
    span: 'lasted',
    sources: ['q1'],
    thresholds: [
      sourced('pressureMin', null, 'kPa', -1e6, 1e6),
      sourced('pressureMax', null, 'kPa', -1e6, 1e6),
      sourced('temperatureMin', null, 'celsius', -273.15, 1000),
      sourced('temperatureMax', null, 'celsius', -273.15, 1000),
      sourced('flowMax', null, 'm3h', 0, 1e6),
    ],
  },
  below_qmin: { kind: 'definite', span: 'lasted', sources: ['v1', 'l4'], thresholds: [sourced('qmin', null, 'm3h', 0, 1e6)] },
  frozen: {
    kind: 'definite',
    span: 'lasted',
    sources: ['q3', 'u1'],
    thresholds: [own('suspect', 6, 'hours', 2, 1000), own('fail', 24, 'hours', 2, 10_000), own('digits', 1, 'digits', 0, 10)],
  },
  substitute: { kind: 'definite', span: 'lasted', sources: ['e1'], thresholds: [own('duration', 1, 'hours', 0, 1000)] },
  spike: {
    kind: 'statistical',
    span: 'lasted',
    sources: ['q1', 'o2', 's1'],
    thresholds: [
      own('suspect', 3.5, 'z', 1, 100),
      own('fail', 7, 'z', 1, 100),
      own('gas', 50, 'percent', 0, 1000),
      own('pressure', 1, 'percent', 0, 1000),
      own('temperature', 1, 'celsius', 0, 1000),
    ],
  },
  unusual_hour: {
    kind: 'statistical',
    span: 'lasted',
    sources: ['u1'],
    thresholds: [
      sourced('above', 3.5, 'iqr', 0.5, 100),
      sourced('below', 2.5, 'iqr', 0.5, 100),
      own('high', 1.56, 'times', 1, 100),
      own('low', 0.64, 'times', 0, 1),
      own('highOfDays', 1.25, 'times', 0, 100),
      own('lowOfDays', 0.75, 'times', 0, 100),
      own('share', 2, 'percent', 0, 1000),
    ],
  },
  unusual_day: {
    kind: 'statistical',
    span: 'judged',
    sources: ['o4'],
    thresholds: [own('low', 0.5, 'times', 0, 1), own('high', 2, 'times', 1, 100), own('deviations', 4, 'z', 0, 100)],
  },
  zero_use: {
    kind: 'statistical',
    span: 'lasted',
    sources: ['o1'],
    thresholds: [own('duration', 24, 'hours', 1, 10_000), own('short', 6, 'hours', 1, 10_000)],
  },
  level_shift: {
    kind: 'statistical',
    span: 'lasted',
    sources: ['o1', 'o4'],
    thresholds: [own('percent', 30, 'percent', 5, 95), own('night', 2, 'percent', 0.1, 100)],
  },
  flow_while_shut: { kind: 'definite', span: 'lasted', sources: ['o1'], thresholds: [] },
  conversion: {
    kind: 'definite',
    span: 'lasted',
    sources: ['a1', 'v1'],
    thresholds: [own('formula', 1, 'percent', 0.01, 100), own('median', 3, 'percent', 0.01, 100)],
  },
  abnormal_time: { kind: 'definite', span: 'judged', sources: ['p2'], thresholds: [own('difference', 1, 'minutes', 0, 1440)] },
  unexplained_change: { kind: 'definite', span: 'judged', sources: ['c1'], thresholds: [] },
  device_clock: { kind: 'definite', span: 'judged', sources: ['c1'], thresholds: [own('tolerance', 60, 'seconds', 1, 86_400)] },
  silent: {
    kind: 'definite',
    span: 'lasted',
    sources: ['v2'],
    thresholds: [own('suspect', 1.5, 'times', 1, 100), own('fail', 3, 'times', 1, 100)],
  },
  archive_at_risk: {
    kind: 'definite',
    span: 'judged',
    sources: ['r1', 'e2'],
    thresholds: [
      own('share', 70, 'percent', 1, 100),
      sourced('hourlyDepth', null, 'days', 1, 10_000),
      sourced('dailyDepth', null, 'days', 1, 10_000),
    ],
  },
  verification_overdue: { kind: 'definite', span: 'judged', sources: ['k1'], thresholds: [own('warn', 60, 'days', 0, 1000)] },
  /** The limits are typed in for a station or a consumer, not as thresholds. */
  over_limit: { kind: 'definite', span: 'judged', sources: ['n2'], thresholds: [] },
  /** Not of the devices: two books that were merged say different things (docs/field-rules.md, section D). */
  kept_twice: { kind: 'definite', span: 'judged', sources: ['w1'], thresholds: [] },
  reading_differs: {
    kind: 'definite',
    span: 'judged',
    sources: ['m1'],
    thresholds: [
      own('steps', 1, 'steps', 0, 1000),
      own('minutes', 5, 'minutes', 0, 60),
      own('percent', 0.5, 'percent', 0, 100),
      own('fail', 3, 'times', 1, 100),
    ],
  },
  /** Of a branch, and told at the first station that goes into it. */
  imbalance: {
    kind: 'definite',
    span: 'judged',
    sources: ['b1'],
    thresholds: [own('days', 3, 'days', 1, 7), own('row', 7, 'days', 1, 365)],
  },
} as const satisfies Readonly<Record<RuleCode, RuleSpec>>

/** What a rule says of a threshold; undefined where there is no such rule, or it has none of that name. */
export function thresholdSpec(rule: string, key: string): ThresholdSpec | undefined {
  const code = RULE_CODES.find((known) => known === rule)
  const specs: readonly ThresholdSpec[] = code ? RULES[code].thresholds : []
  return specs.find((spec) => spec.key === key)
}

/** Whether a threshold can have a value. */
export const isWithin = ({ least, most }: ThresholdSpec, value: number): boolean => value >= least && value <= most

/** The thresholds of each rule, by key; null where none is known. */
export type Thresholds = {
  readonly [Code in RuleCode]: Readonly<Record<(typeof RULES)[Code]['thresholds'][number]['key'], number | null>>
}

/** The usual thresholds: those of the program. */
export const usualThresholds = (): Thresholds =>
  Object.fromEntries(
    RULE_CODES.map((code) => [code, Object.fromEntries(RULES[code].thresholds.map(({ key, usual }) => [key, usual]))]),
  ) as unknown as Thresholds

/** Where a threshold can be set; a narrower place wins over a wider one. */
export const THRESHOLD_SCOPES = ['program', 'book', 'type', 'device'] as const
export type ThresholdScope = (typeof THRESHOLD_SCOPES)[number]
/** Where the one that holds comes from: besides, the device's own settings, and the manual of its type. */
export const THRESHOLD_ORIGINS = [...THRESHOLD_SCOPES, 'settings', 'maker'] as const
export type ThresholdOrigin = (typeof THRESHOLD_ORIGINS)[number]

/** An engineer's word on a finding. A 'wrong' one is not raised again for its span. */
export const FINDING_MARKS = ['seen', 'explained', 'wrong'] as const
export type FindingMark = (typeof FINDING_MARKS)[number]
/** A finding that nobody has marked is new. */
export const FINDING_STATES = ['new', ...FINDING_MARKS] as const
export type FindingState = (typeof FINDING_STATES)[number]

/** Why a rule has not judged a device, an archive or a channel. */
export const NOT_EVALUATED = [
  'no_device',
  'no_hourly',
  'no_daily',
  'no_counter',
  'no_volume',
  'no_working_volume',
  'no_state_channel',
  'no_limits',
  'no_qmin',
  'no_substitute',
  'no_valve',
  'no_situations',
  'no_summary',
  'empty_summary',
  'no_minutes',
  'no_settings',
  'no_changes',
  'no_sessions',
  'no_depth',
  'no_verification',
  'no_meter_reading',
  'no_limit',
  'no_flow',
  'too_few',
  'nothing_to_compare',
  'unknown_unit',
  'unknown_basis',
  'unknown_rhythm',
] as const
export type NotEvaluated = (typeof NOT_EVALUATED)[number]

/** The variants of a finding, where its rule has several; a window words them. */
export const FINDING_DETAILS = [
  'exchange',
  'rollover',
  'unexplained',
  'away_and_back',
  'volume_wrong',
  'no_value',
  'above_limit',
  'below_limit',
  'above_set_point',
  'below_set_point',
  'equals_substitute',
  'situation_open',
  'high',
  'low',
  'formula',
  'median',
  'settings_alone',
  'event_alone',
  'clock_set',
  'clock_off',
  'rhythm',
  'missed_session',
  'overdue',
  'soon',
  'overdue_typed',
  'soon_typed',
  'other_hour',
  'habit',
  'lower_level',
  'higher_level',
  'night_base',
  'lost',
  'gained',
  'limit_hour',
  'limit_day',
  'limit_month',
  'limit_quarter',
  'limit_year',
  'ahead_day',
  'ahead_month',
  'ahead_quarter',
  'ahead_year',
] as const
export type FindingDetail = (typeof FINDING_DETAILS)[number]

/** Why an hour is missing; of several causes the first in this list holds. */
export const HOLE_CAUSES = [
  'exchange',
  'never_asked',
  'failed',
  'not_transmitted',
  'device_off',
  'abnormal',
  'empty',
  'unexplained',
] as const
export type HoleCause = (typeof HOLE_CAUSES)[number]

/** How soon somebody has to go: docs/field-rules.md, section C. */
export const VISIT_CLASSES = ['A', 'B', 'C', 'D'] as const
export type VisitClass = (typeof VISIT_CLASSES)[number]
