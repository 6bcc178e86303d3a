import { computed, type Ref } from 'vue'
import { useI18n } from 'vue-i18n'
import { useFormat } from '../../stores/words/format.ts'
import type { LogFilterState } from './use-log-filter.ts'

/** The progress of the log's tables. */
interface Source {
  total: Ref<number>
  /** No version: nothing has come yet. */
  version: Ref<unknown>
}

/** How many events are shown, of how many, and in how many groups; the same in words. */
export function useLogCounts(
  { active, shape }: Pick<LogFilterState, 'active' | 'shape'>,
  facets: () => { events: number; all: number } | null,
  source: () => Source | null,
  groups: () => number,
) {
  const { t } = useI18n({ useScope: 'global' })
  const format = useFormat()
  const total = computed(() => facets()?.events ?? (shape.value === 'log' ? source()?.total.value : undefined) ?? 0)
  const empty = computed(() => !active.value && facets()?.all === 0)
  const counted = computed(() => {
    // Nobody is told 'none' before it is known.
    if (!facets() && !source()?.version.value) return t('lists.counting')
    const all = facets()?.all
    const shown =
      all !== undefined && all !== total.value
        ? t('all-events.of', { n: format.number(total.value), all: format.number(all) }, all)
        : format.counted('common.events', total.value)
    const inGroups = shape.value === 'log' ? [] : [format.counted('all-events.groupsOf', groups())]
    return [shown, ...inGroups, format.zoneLabel()].join(' · ')
  })
  return { total, empty, counted }
}
