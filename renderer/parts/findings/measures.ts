import { useI18n } from 'vue-i18n'
import type { RuleUnit } from '../../../electron/contract/rules.ts'
import { HOUR_MS, MINUTE_MS } from '../../../electron/contract/time/units.ts'
import { converted } from '../../../electron/contract/units.ts'
import { useFormat } from '../../stores/words/format.ts'
import { useUnits } from '../../stores/words/units.ts'

/** Up to so many hours are written as hours. */
const MOST_HOURS = 72
/** The quantity that a rule counts in, as the code of a channel: it takes the unit of the preferences. */
const LIKE_CHANNEL = { m3: 'vpriv', m3h: 'q', kPa: 'p' } as const
const SENT = { m3: 'm³', m3h: 'm³/h', kPa: 'kPa' } as const

/** Decimals that leave about four digits: nobody reads more. */
export const digitsFor = (value: number): number => {
  const size = Math.abs(value)
  return size >= 1000 ? 0 : size >= 100 ? 1 : size >= 1 ? 2 : 4
}

/** Measures and thresholds of rules with their units. Pressure and volume are in the units of the preferences. */
export function useMeasures() {
  const { t } = useI18n({ useScope: 'global' })
  const format = useFormat()
  const { shownOf } = useUnits()

  /** As the preferences want it; null where they leave it as the rule counts it. */
  function inShownUnit(value: number, unit: keyof typeof LIKE_CHANNEL): string | null {
    const shown = shownOf({ channelVarname: LIKE_CHANNEL[unit], channelName: null, unitName: SENT[unit] })
    if (!shown.converted) return null
    const number = converted(value, shown)
    return format.beside(format.number(number, digitsFor(number)), shown.unitText)
  }
  const plain = (value: number, unit: RuleUnit, digits = digitsFor(value)) =>
    t(`findings.unit.${unit}`, { n: format.number(value, digits) }, value)

  /** A number of a rule with its unit: '374.6 kPa', '31 h', '9 d 4 h', '10:00'. */
  function measured(value: number, unit: RuleUnit | null): string {
    switch (unit) {
      case null:
        return format.number(value, digitsFor(value))
      case 'm3':
      case 'm3h':
      case 'kPa':
        return inShownUnit(value, unit) ?? plain(value, unit)
      case 'hours':
        return value > MOST_HOURS ? format.duration(value * HOUR_MS) : plain(value, unit, 1)
      case 'minutes':
        return value >= 60 ? format.duration(value * MINUTE_MS) : plain(value, unit, 1)
      case 'seconds':
        return value >= 120 ? format.duration(value * 1000) : plain(value, unit, 0)
      case 'hour':
        return t('findings.unit.hour', { n: String(value).padStart(2, '0') })
      case 'percent':
        return plain(value, unit, Math.abs(value) >= 10 ? 1 : digitsFor(value))
      case 'days':
        return plain(value, unit, value < 10 ? 1 : 0)
      default:
        return plain(value, unit)
    }
  }
  return { measured, volume: (m3: number) => measured(m3, 'm3') }
}
