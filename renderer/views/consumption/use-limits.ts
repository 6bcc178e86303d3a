import { computed } from 'vue'
import { calledBy } from '../../../electron/contract/called.ts'
import type { ConsumptionStep } from '../../../electron/contract/consumption-words.ts'
import { limitOfPeriod } from '../../../electron/contract/limit-in-force.ts'
import type { LimitOwner } from '../../../electron/contract/limit-words.ts'
import { client } from '../../client.ts'
import type { ConsumptionOf } from '../../places/consumption.ts'
import { useQuestion } from '../../stores/question.ts'

/** The limits of what a screen shows: of one station and its consumer, or of one consumer and its stations; of all where all are shown. */
export function useLimits(of: () => ConsumptionOf) {
  const whose = computed((): { owner: LimitOwner; ownerId: number } | null => {
    const { stations, consumer, provider } = of()
    const [station, second] = stations
    if (station !== undefined && second === undefined && consumer === null && provider === null)
      return { owner: 'station', ownerId: station }
    return consumer !== null && station === undefined && provider === null ? { owner: 'consumer', ownerId: consumer } : null
  })
  const isAll = computed(() => of().stations.length === 0 && of().consumer === null && of().provider === null)
  const { data } = useQuestion(
    async (signal) => {
      const asked = whose.value
      if (!asked && !isAll.value) return { name: null, rows: [] }
      const question = asked === null ? {} : asked.owner === 'station' ? { stationId: asked.ownerId } : { consumerId: asked.ownerId }
      const [rows, name] = await Promise.all([client.limits.list(question, { signal }), nameOf(asked, signal)])
      return { name, rows }
    },
    { sources: () => [whose.value, isAll.value], topics: ['limits', 'readings', 'stations', 'clocks'], everyMs: 1000 },
  )
  const limits = computed(() => data.value?.rows ?? [])

  /** What the contract allows the owner in a period, m³; null: nothing is typed in. */
  function limitOf(by: ConsumptionStep, { day }: { day: string }): number | null {
    const own = limits.value.filter(({ owner, ownerId }) => owner === whose.value?.owner && ownerId === whose.value.ownerId)
    return limitOfPeriod(own, by, day)?.m3 ?? null
  }
  return {
    owner: computed(() => whose.value && { ...whose.value, name: calledBy(data.value?.name ?? null, whose.value.ownerId) }),
    limits,
    limitOf,
  }
}

async function nameOf(whose: { owner: LimitOwner; ownerId: number } | null, signal: AbortSignal): Promise<string | null> {
  if (!whose) return null
  if (whose.owner === 'station') return (await client.stations.get({ id: whose.ownerId }, { signal })).name
  const { consumers } = await client.stations.tree(undefined, { signal })
  return consumers.find(({ id }) => id === whose.ownerId)?.name ?? null
}
