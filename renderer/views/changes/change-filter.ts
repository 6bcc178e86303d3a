import { computed } from 'vue'
import type { Span } from '../../../electron/contract/records.ts'
import { gasDaySpan } from '../../../electron/contract/time/gas-day.ts'
import { each, named, oneOf } from '../../address/fields.ts'
import { chosenDays } from '../../address/times.ts'
import { useAddressState } from '../../address/use-address-state.ts'
import { presetDays } from '../../components/spans.ts'
import { useProgram } from '../../stores/program.ts'

/** Changes of any standing, those that two confirm, and those that stand alone. */
export const STANDINGS = ['any', 'confirmed', 'alone'] as const

/** The address says `role` once for each, the standing and the days. */
export const CHANGES = {
  roles: named(
    'role',
    each((role) => role !== ''),
  ),
  standing: oneOf(STANDINGS, 'any'),
  span: chosenDays,
}

/** Which changes are shown, kept in the address; before anybody chose, those of this year. */
export function useChangeFilter() {
  const program = useProgram()
  const { parts, says, clear } = useAddressState(CHANGES)
  const { roles, standing, span: chosen } = parts
  const days = computed<Span | null>({
    get: () => (chosen.value === undefined ? presetDays('year', program.today, program.today) : chosen.value),
    set: (next) => (chosen.value = next),
  })
  const filter = computed(() => {
    const span = days.value && gasDaySpan(days.value.from, days.value.to, { zone: program.timeZone, contractHour: 0 })
    return {
      ...(roles.value.length > 0 && { roles: [...roles.value] }),
      ...(standing.value !== 'any' && { confirmed: standing.value === 'confirmed' }),
      ...(span && { fromMs: span.fromMs, toMs: span.toMs }),
    }
  })
  const active = computed(() => says('roles', 'standing'))
  return { roles, standing, days, filter, active, clear: () => clear('roles', 'standing') }
}
