import { computed, type Ref } from 'vue'
import { useI18n } from 'vue-i18n'
import type { LogFacets } from '../../../electron/contract/all-events.ts'
import { messageOfKey } from '../../places/log.ts'
import { namedChoices } from '../../parts/lists/choices.ts'
import { messageChoices } from './message-choices.ts'
import type { LogFilterState } from './use-log-filter.ts'

/** Chips above the log for all that is left out of it; the facets know the names. */
export function useExceptionChips(
  { except, includeAll }: Pick<LogFilterState, 'except' | 'includeAll'>,
  facets: Readonly<Ref<LogFacets | null>>,
) {
  const { t } = useI18n({ useScope: 'global' })
  const { messages, stations, consumers } = except

  const chips = computed(() => {
    const choices = {
      messages: messageChoices(facets.value?.messages.rows ?? []),
      stations: namedChoices(facets.value?.stations.rows ?? [], ({ events }) => events),
      consumers: namedChoices(facets.value?.consumers.rows ?? [], ({ events }) => events),
    }
    const wordsOf = (key: string) => {
      const { code = null, description = null } = messageOfKey(key) ?? {}
      return [code, description].filter(Boolean).join(' ')
    }
    const named = (facet: 'stations' | 'consumers', ids: readonly number[]) =>
      ids.map((id) => ({
        key: `${facet} ${id}`,
        title: t(`all-events.facet.${facet}`),
        text: choices[facet].find(({ key }) => key === id)?.label ?? String(id),
        not: true,
      }))
    return [
      ...messages.value.map((key) => ({
        key: `messages ${key}`,
        title: t('all-events.facet.messages'),
        text: choices.messages.find((one) => one.key === key)?.label ?? wordsOf(key),
        not: true,
      })),
      ...named('stations', stations.value),
      ...named('consumers', consumers.value),
    ]
  })

  function drop(chip: string): void {
    messages.value = messages.value.filter((key) => chip !== `messages ${key}`)
    stations.value = stations.value.filter((id) => chip !== `stations ${id}`)
    consumers.value = consumers.value.filter((id) => chip !== `consumers ${id}`)
  }
  return { chips, drop, clear: includeAll }
}
