import type { TAKE_ALONG, VisitReason } from '../../../contract/fleet.ts'
import type { RuleCode } from '../../../contract/rules.ts'

export type Item = (typeof TAKE_ALONG)[number]

type Plain = Exclude<VisitReason['reason'], 'finding' | 'battery'>
const BY_REASON: Readonly<Record<Plain, readonly Item[]>> = {
  gas_alarm: ['gas_detector'],
  tampering: ['seals', 'laptop_cable'],
  valve_contradiction: ['gas_detector', 'laptop_cable'],
  open_situation: ['laptop_cable'],
  silent: ['sim_antenna', 'telemetry_battery', 'laptop_cable'],
  missed_session: [],
  archive_at_risk: ['laptop_cable'],
  verification: ['verification_papers'],
  weak_signal: ['sim_antenna'],
  retries: ['sim_antenna'],
}

const BY_RULE: Partial<Readonly<Record<RuleCode, readonly Item[]>>> = {
  range: ['spare_sensor'],
  frozen: ['spare_sensor'],
  substitute: ['spare_sensor'],
  conversion: ['spare_sensor', 'laptop_cable'],
  spike: ['spare_sensor'],
  device_clock: ['reference_clock', 'laptop_cable'],
  contract_hour: ['reference_clock', 'laptop_cable'],
  unexplained_change: ['seals', 'laptop_cable'],
  counter_decrease: ['seals', 'laptop_cable'],
  missing_record: ['laptop_cable'],
}

/** The things to take along for all reasons of a station, each once. */
export function takeAlongFor(reasons: readonly VisitReason[], { sensor }: { sensor: boolean }): Item[] {
  const items = reasons.flatMap((reason): readonly Item[] => {
    if (reason.reason === 'finding') return reason.rule === null ? [] : (BY_RULE[reason.rule] ?? [])
    if (reason.reason === 'battery') return [reason.texts['battery'] === 'meter' ? 'meter_battery' : 'telemetry_battery']
    const usual = BY_REASON[reason.reason]
    return reason.reason === 'open_situation' && sensor ? [...usual, 'spare_sensor'] : usual
  })
  return [...new Set(items)]
}
