import { computed, shallowRef } from 'vue'
import { useI18n } from 'vue-i18n'
import { useRouter } from 'vue-router'
import { calledBy } from '../../../electron/contract/called.ts'
import type { EventMessage } from '../../../electron/contract/events.ts'
import { finderOf } from '../../../electron/contract/folding.ts'
import { client } from '../../client.ts'
import { useFormat } from '../../stores/words/format.ts'
import { keyOfMessage } from '../../places/log.ts'
import type { PaletteCommand } from './commands.ts'
import { logOn } from '../../places/station.ts'

/** The most stations that are listed for a message. */
const MOST_STATIONS = 500

/** A message's name for people: its code and its words. */
export const saidBy = ({ code, description }: EventMessage): string => [code, description].filter(Boolean).join(' ')

/** The palette's second step: the stations whose logs have a message, each leading to its log, filtered by it. */
export function useMessagePlaces(typed: () => string) {
  const { t } = useI18n({ useScope: 'global' })
  const format = useFormat()
  const router = useRouter()
  type Place = Awaited<ReturnType<typeof client.events.places>>[number]
  const chosen = shallowRef<{ message: EventMessage; places: readonly Place[] } | null>(null)

  const goTo = (message: EventMessage, stationId: number) => router.push(logOn(stationId, { messages: [keyOfMessage(message)] }))

  /** Lists the stations that have a message; with a single one, opens its log at once. True when there is a list. */
  async function choose(message: EventMessage): Promise<boolean> {
    const places = await client.events.places({ message, limit: MOST_STATIONS })
    const [only] = places
    if (places.length === 1 && only) {
      await goTo(message, only.stationId)
      return false
    }
    chosen.value = { message, places }
    return true
  }

  const group = computed(() => {
    if (!chosen.value) return null
    const { message, places } = chosen.value
    const has = finderOf(typed())
    return {
      title: t('palette.places', { message: saidBy(message) }),
      items: places
        .filter(({ stationId, stationName }) => has(calledBy(stationName, stationId)))
        .map<PaletteCommand>(({ stationId, stationName, events, lastMs }) => ({
          id: `p${stationId}`,
          icon: 'station',
          words: calledBy(stationName, stationId),
          hint: [format.counted('common.events', events), format.dateTime(lastMs)].join(' · '),
          run: () => goTo(message, stationId),
        })),
    }
  })

  /** Goes back to the first step; false when it is the one that is shown. */
  function back(): boolean {
    const was = chosen.value !== null
    chosen.value = null
    return was
  }
  return { chosen, group, choose, back }
}
