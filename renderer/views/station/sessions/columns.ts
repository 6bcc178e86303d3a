import { computed, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import type { SessionRow } from '../../../../electron/contract/device.ts'
import type { GridColumn } from '../../../components/grid/columns.ts'
import { useFormat } from '../../../stores/words/format.ts'

/** Values in reading order; keys and codes are shown as the service sent them. */
const VALUES = [
  ['state', 80],
  ['evtid', 110],
  ['trycnt', 80],
  ['tryfl', 100],
  ['btm', 150],
  ['bsg', 130],
  ['rssi', 134],
  ['durationSession', 110],
  ['sessionTraffic', 90],
  ['gettime', 136],
  ['referenceparameterSeanceStatusId', 110],
  ['millisecond', 120],
] as const
const CODES: ReadonlySet<string> = new Set(['state', 'evtid', 'tryfl', 'referenceparameterSeanceStatusId'])

/** The session table's columns: times in the chosen zone, numbers in the chosen format. */
export function useSessionColumns(): ComputedRef<GridColumn<SessionRow>[]> {
  const { t } = useI18n({ useScope: 'global' })
  const format = useFormat()
  const time = (ms: number | null) => (ms === null ? '—' : format.dateTimeSeconds(ms))
  const full = (ms: number | null) => (ms === null ? '—' : format.absolute(ms))
  return computed(() => [
    {
      key: 'atMs',
      title: t('charts.session.atMs'),
      width: 165,
      sortable: true,
      pinned: true,
      text: (row) => time(row.atMs),
      title2: (row) => full(row.atMs),
      copied: (row) => format.stamp(row.atMs),
    },
    ...VALUES.map(([key, width]) => ({
      key,
      title: t(`charts.session.${key}`),
      width,
      align: 'end' as const,
      text: (row: SessionRow) => {
        const value = row[key]
        if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no')
        return CODES.has(key) ? format.verbatim(value) : format.quantity(value)
      },
      copied: (row: SessionRow) => format.verbatim(row[key]),
    })),
    {
      key: 'nextSessionMs',
      title: t('charts.session.nextSessionMs'),
      width: 165,
      text: (row) => time(row.nextSessionMs),
      title2: (row) => full(row.nextSessionMs),
      copied: (row) => (row.nextSessionMs === null ? '' : format.stamp(row.nextSessionMs)),
    },
    { key: 'id', title: t('charts.session.id'), width: 90, align: 'end', text: (row) => String(row.id) },
  ])
}
