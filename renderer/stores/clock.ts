import {
  computed,
  getCurrentInstance,
  hasInjectionContext,
  inject,
  provide,
  type ComponentInternalInstance,
  type ComputedRef,
  type InjectionKey,
} from 'vue'
import type { StationClock } from '../../electron/contract/time/gas-clock.ts'
import { zoneClock } from '../../electron/contract/time/zone.ts'
import { useProgram } from './program.ts'

const CLOCK: InjectionKey<ComputedRef<StationClock>> = Symbol('clock of a station')
/** Clocks that a component itself provides: `inject` asks only the components above. */
const own = new WeakMap<ComponentInternalInstance, ComputedRef<StationClock>>()

/** Everything in this component, from here on, and below it is of one station (null: of none yet): its times and gas days are counted by the station's clock. */
export function provideClock(stationId: () => number | null): ComputedRef<StationClock> {
  const program = useProgram()
  return provideOwnClock(() => program.clockOf(stationId()))
}

/** The same, by a clock that is no station's: a branch has one of its own. */
export function provideOwnClock(find: () => StationClock): ComputedRef<StationClock> {
  const clock = computed(find)
  provide(CLOCK, clock)
  const component = getCurrentInstance()
  if (component) own.set(component, clock)
  return clock
}

/** The clock that times and gas days are counted by here: the station's on its page, else the book's. */
export function useClock(): ComputedRef<StationClock> {
  const program = useProgram()
  const component = getCurrentInstance()
  const station = (component && own.get(component)) ?? (hasInjectionContext() ? inject(CLOCK, null) : null)
  return station ?? computed(() => program.clockOf(null))
}

/** Today, `yyyy-mm-dd` in the zone of that clock. */
export function useToday(): ComputedRef<string> {
  const program = useProgram()
  const clock = useClock()
  return computed(() => zoneClock(clock.value.zone).dayAt(program.nowMs))
}
