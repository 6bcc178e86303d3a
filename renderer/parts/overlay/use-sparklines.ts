import { client } from '../../client.ts'
import { useProgram } from '../../stores/program.ts'
import { useQuestion } from '../../stores/question.ts'

/** How many gas days a small chart shows. */
export const SPARK_DAYS = 30

export interface Spark {
  values: Float64Array
  /** The last of its days. */
  lastDay: string
}

/** The small charts of all stations, fetched in one call. */
export function useSparklines(ids: () => number[]) {
  const program = useProgram()
  const gas = () => {
    const { zone, contractHour } = program.clockOf(null)
    return { timeZone: zone, contractHour }
  }
  const { data } = useQuestion(
    async (signal) => {
      if (ids().length === 0) return null
      const { entries, columns } = await client.overlay.sparklines({ stationIds: ids(), days: SPARK_DAYS, ...gas() }, { signal })
      const numbers = new Float64Array(await columns.arrayBuffer())
      const channels = new Map<string, Spark>()
      const mains = new Map<number, Spark & { channel: (typeof entries)[number]['channel'] }>()
      entries.forEach(({ stationId, archiveType, view, channel, lastDay, main }, at) => {
        const spark = { values: numbers.subarray(at * SPARK_DAYS, (at + 1) * SPARK_DAYS), lastDay }
        channels.set(keyOf(stationId, archiveType, view, channel.channelVarname), spark)
        if (main) mains.set(stationId, { ...spark, channel })
      })
      return { channels, mains }
    },
    { sources: () => [ids(), gas()], topics: ['readings', 'reference'] },
  )
  return {
    ofChannel: (stationId: number, archiveType: string, view: string, code: string): Spark | null =>
      data.value?.channels.get(keyOf(stationId, archiveType, view, code)) ?? null,
    /** The channel that stands for a station: its main volume, else the first with numbers. */
    main: (stationId: number) => data.value?.mains.get(stationId) ?? null,
  }
}

const keyOf = (...parts: (string | number)[]) => parts.join('|')
