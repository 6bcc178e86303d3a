import { useRouter } from 'vue-router'
import type { ChangeRow } from '../../../electron/contract/findings.ts'
import { client, toFailure } from '../../client.ts'
import { useNotices } from '../../stores/notices.ts'
import { readingsAt } from '../../places/readings.ts'

/** Where a change can be looked at: the settings before and after it, its event, the readings at the time. */
export function useChangePlaces() {
  const router = useRouter()
  const notices = useNotices()

  /** The two snapshots between which it lies, side by side; the settings themselves where there is only one. */
  async function settings({ stationId, fromMs, toMs }: ChangeRow): Promise<void> {
    try {
      const snapshots = await client.settings.snapshots({ stationId })
      const byTime = [...snapshots].sort((a, b) => a.takenAtMs - b.takenAtMs)
      const before = byTime.findLast(({ takenAtMs }) => takenAtMs <= fromMs)
      const after = byTime.find(({ takenAtMs, id }) => takenAtMs >= toMs && id !== before?.id)
      const query = before && after ? { snapshot: String(after.id), against: String(before.id) } : {}
      await router.push({ name: 'station', params: { id: stationId, tab: 'settings' }, query })
    } catch (error) {
      notices.add({ kind: 'failure', failure: toFailure(error) })
    }
  }
  const event = ({ stationId, event: told }: ChangeRow) =>
    void (told && router.push({ name: 'station', params: { id: stationId, tab: 'events' }, query: { at: told.atMs } }))
  const readings = ({ stationId, toMs }: ChangeRow) => void router.push(readingsAt(stationId, toMs))
  return { settings, event, readings }
}
