import { toFailure } from '../../client.ts'
import { scannedBy } from '../../components/keys/use-scanner.ts'
import { mayBeSerial, useSerialNumber } from '../../parts/stations/use-serial-number.ts'
import { useNotices } from '../../stores/notices.ts'
import { useWorkbench } from '../../stores/workbench.ts'

/**
 * What Enter does in the search of the stations' table: a whole serial number opens its station, anything else leads into
 * the list. What was scanned stands behind what the field had before, and is taken out of it again.
 */
export function useSerialEntry(focusTable: () => void) {
  const workbench = useWorkbench()
  const notices = useNotices()
  const openSerial = useSerialNumber()

  return async (event?: KeyboardEvent): Promise<void> => {
    const scan = scannedBy(event)
    const serial = scan ?? workbench.text
    if (!event || !mayBeSerial(serial)) return focusTable()
    try {
      const came = await openSerial(serial)
      if (came !== 'none' && scan !== null && workbench.text.endsWith(scan)) workbench.text = workbench.text.slice(0, -scan.length)
      if (came !== 'none') return
      if (scan === null) focusTable()
      else notices.add({ kind: 'done', key: 'palette.noSerial', named: { serial } })
    } catch (error) {
      notices.add({ kind: 'failure', failure: toFailure(error) })
    }
  }
}
