import { computed, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import { hourName } from '../../electron/contract/clock-text.ts'
import { cityOf } from '../../electron/contract/time/zones.ts'
import type { StationClock } from '../../electron/contract/time/gas-clock.ts'
import { useFormat } from '../stores/words/format.ts'
import { useProgram } from '../stores/program.ts'

/** The words of the pickers' first choice: the zone and the hour of a book or a station that says nothing of its own. */
export function useInheritedClock(inherited: () => StationClock): ComputedRef<{ zone: string; hour: string }> {
  const { t } = useI18n({ useScope: 'global' })
  const format = useFormat()
  const program = useProgram()
  return computed(() => {
    const { zone, contractHour, zoneFrom, hourFrom } = inherited()
    const offset = format.offsetLabel(zone, program.nowMs)
    const said = (from: StationClock['zoneFrom'], value: string) =>
      t(`clock.inherit.${from === 'book' ? 'book' : 'preferences'}`, { value })
    return {
      zone: said(zoneFrom, `${cityOf(zone, program.language)}, ${offset}`),
      hour: said(hourFrom, hourName(contractHour)),
    }
  })
}
