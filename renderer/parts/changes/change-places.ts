import { useRouter } from 'vue-router'
import type { ChangeRow } from '../../../electron/contract/findings.ts'
import { client, toFailure } from '../../client.ts'
import { useNotices } from '../../stores/notices.ts'
import { logOn, readingsOn, settingsOn } from '../../places/station.ts'

/** Leads to the places of a change: the settings before and after it, its event, the readings at the time. */
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
      const compared = before && after ? { snapshot: after.id, against: before.id } : {}
      await router.push(settingsOn(stationId, compared))
    } catch (error) {
      notices.add({ kind: 'failure', failure: toFailure(error) })
    }
  }
  const event = ({ stationId, event: told }: ChangeRow) => void (told && router.push(logOn(stationId, { at: told.atMs })))
  const readings = ({ stationId, toMs }: ChangeRow) => void router.push(readingsOn(stationId, { atMs: toMs }))
  return { settings, event, readings }
}
