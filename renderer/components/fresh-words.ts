import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import { useNamedTrips } from '../stores/named-trips.ts'
import { useProgram } from '../stores/program.ts'
import { useFormat } from '../stores/words/format.ts'

/** How trips are kept fresh, in words: whole, and as short as the status bar has room for. */
export function useFreshWords() {
  const { t } = useI18n({ useScope: 'global' })
  const format = useFormat()
  const program = useProgram()
  const named = useNamedTrips()

  /** What comes next: what runs, what holds it back, or when it is due. */
  const now = computed(() => {
    const fresh = named.fresh
    if (!fresh?.next) return null
    if (fresh.running !== null) return t('trips.runningNow', { name: fresh.running })
    if (fresh.heldBack === 'off') return t('trips.heldBack.off')
    const { name, atMs } = fresh.next
    if (fresh.heldBack !== null) return `${t('trips.due', { name })}, ${t(`trips.heldBack.${fresh.heldBack}`)}`
    return atMs <= program.nowMs ? t('trips.due', { name }) : t('trips.nextFresh', { time: format.dateTime(atMs), name })
  })
  const counted = computed(() => {
    const trips = named.fresh?.trips ?? 0
    return trips === 0 ? t('trips.noneFresh') : format.counted('trips.keptFresh', trips)
  })
  const whole = computed(() =>
    [
      counted.value,
      ...(named.fresh?.lastMs == null ? [] : [t('trips.lastFresh', { time: format.dateTime(named.fresh.lastMs) })]),
      ...(now.value === null ? [] : [now.value]),
    ].join(' · '),
  )
  /** Null: no trip is kept fresh. */
  const short = computed(() => {
    const fresh = named.fresh
    if (!fresh?.next) return null
    if (fresh.heldBack !== null) return `${counted.value}: ${t(`trips.heldBack.${fresh.heldBack}`)}`
    return counted.value
  })
  return { whole, short }
}
