import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import type { LogRow } from '../../../electron/contract/all-events.ts'
import { calledBy } from '../../../electron/contract/called.ts'
import type { GridColumn } from '../../components/grid/columns.ts'
import { useEventColumns } from '../../parts/events/columns.ts'
import { useLasting } from './lasting.ts'

/** A station's name; its number, or its device's, where there is none. */
export const stationOf = (row: { stationId: number | null; stationName: string | null; equipmentId: number }): string =>
  row.stationId === null ? calledBy(null, row.equipmentId) : calledBy(row.stationName, row.stationId)

/** Columns of the log of all stations: those of a station's log, with the station and how long situations lasted. */
export function useLogColumns() {
  const { t } = useI18n({ useScope: 'global' })
  const events = useEventColumns()
  const { lasting, lastingWhole } = useLasting()

  return computed<GridColumn<LogRow>[]>(() => {
    const [time, ...others] = events.value
    const station: GridColumn<LogRow> = {
      key: 'station',
      title: t('all-events.station'),
      width: 164,
      text: stationOf,
    }
    const situation: GridColumn<LogRow> = {
      key: 'lastingMs',
      title: t('all-events.lasting'),
      width: 112,
      sortable: true,
      text: lasting,
      title2: lastingWhole,
      tone: ({ situation: one }) => (one?.part === 'open' ? 'tone-bad' : one?.part === 'begin' ? '' : 'muted'),
    }
    const consumer: GridColumn<LogRow> = {
      key: 'consumerName',
      title: t('all-events.consumer'),
      width: 180,
      hidden: true,
      text: (row) => row.consumerName ?? '—',
    }
    const [archive, code, words, ...values] = others
    // The cell of the time also leads to the readings.
    const wide = time && { ...time, width: time.width + 14 }
    return [wide, station, code, words, situation, archive, ...values, consumer].filter(
      (column): column is GridColumn<LogRow> => column !== undefined,
    )
  })
}
