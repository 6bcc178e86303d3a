import { computed, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import { useNamedTrips } from '../../stores/named-trips.ts'

/** Why nothing can be downloaded now, in words; undefined: it can. */
export function useWhyNot(): ComputedRef<string | undefined> {
  const { t } = useI18n({ useScope: 'global' })
  const named = useNamedTrips()
  return computed(() => (named.whyNot === null ? undefined : t(`trips.whyNot.${named.whyNot}`)))
}
