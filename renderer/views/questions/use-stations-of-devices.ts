import { computed, type ComputedRef } from 'vue'
import type { QuestionValue } from '../../../electron/contract/question-words.ts'
import { rowsOf } from '../../../electron/contract/question-rows.ts'
import { client } from '../../client.ts'
import { useQuestion } from '../../stores/question.ts'

/** The last station of each device, as the book's own view tells it. */
const SQL = `SELECT equipment_id, station_id FROM v_station_device
WHERE equipment_id IN (SELECT value FROM json_each(:devices)) ORDER BY from_time`
const MOST = 2000

/** The stations that devices are at, by the number of the device, so that an answer about devices leads on as one about stations does. */
export function useStationsOfDevices(devices: () => readonly (QuestionValue | undefined)[]): ComputedRef<ReadonlyMap<number, number>> {
  const ids = computed(() => [...new Set(devices().filter((id) => typeof id === 'number'))].slice(0, MOST))
  const { data } = useQuestion(
    async (signal) => {
      if (ids.value.length === 0) return []
      const { rows } = await client.questions.ask({ sql: SQL, parameters: { devices: JSON.stringify(ids.value) } }, { signal })
      return rowsOf(rows)
    },
    { sources: () => ids.value.join(' ') },
  )
  return computed(() => new Map((data.value ?? []).map(([device, station]) => [Number(device), Number(station)])))
}
