import { client } from '../../client.ts'
import { useQuestion } from '../../stores/question.ts'
import { SPARK_DAYS, type Spark } from '../../parts/overlay/use-sparklines.ts'

/** The most stations that the contract answers at once. */
const MOST = 200

/** Consumption of the last gas days of the stations on screen, as small charts; one call for all. */
export function useVisitSparks(stationIds: () => readonly number[]) {
  const { data } = useQuestion(
    async (signal) => {
      const ids = stationIds().slice(0, MOST)
      if (ids.length === 0) return new Map<number, Spark>()
      const { lastDay, columns } = await client.fleet.sparklines({ stationIds: ids, days: SPARK_DAYS }, { signal })
      const numbers = new Float64Array(await columns.arrayBuffer())
      return new Map(ids.map((id, at) => [id, { lastDay, values: numbers.subarray(at * SPARK_DAYS, (at + 1) * SPARK_DAYS) }]))
    },
    { sources: stationIds, topics: ['readings', 'findings'], everyMs: 5000 },
  )
  /** Null while it is on its way, and of a station that has no numbers. */
  return (stationId: number): Spark | null => {
    const spark = data.value?.get(stationId)
    return spark && spark.values.some((value) => !Number.isNaN(value)) ? spark : null
  }
}
