import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import { calledBy } from '../../../electron/contract/called.ts'
import type { VisitRow } from '../../../electron/contract/fleet.ts'
import type { GridColumn } from '../../components/grid/columns.ts'
import { useFormat } from '../../stores/words/format.ts'
import { CLASS_TONES, useVisitWords } from './use-visit-words.ts'

/** Columns of the ranked visits; a cell's text is what is copied, also where the table draws more. */
export function useVisitColumns() {
  const { t } = useI18n({ useScope: 'global' })
  const format = useFormat()
  const words = useVisitWords()
  const moment = (ms: number | null) => (ms === null ? '—' : format.dateTime(ms))
  const number = (value: number | null, digits = 2) => (value === null ? '—' : format.number(value, digits))

  return computed<GridColumn<VisitRow>[]>(() => [
    { key: 'rank', title: t('fleet.column.rank'), width: 48, align: 'end', pinned: true, text: ({ rank }) => format.number(rank) },
    {
      key: 'station',
      title: t('fleet.column.station'),
      width: 210,
      pinned: true,
      text: (row) => calledBy(row.stationName, row.stationId),
      title2: (row) => [calledBy(row.stationName, row.stationId), row.consumerName].filter(Boolean).join(' · '),
    },
    {
      key: 'class',
      title: t('fleet.column.class'),
      width: 158,
      text: (row) => words.className(row.visitClass),
      tone: (row) => CLASS_TONES[row.visitClass],
    },
    { key: 'reasons', title: t('fleet.column.reasons'), width: 340, grow: true, text: words.sentence },
    {
      key: 'm3',
      title: t('fleet.column.m3'),
      width: 88,
      align: 'end',
      text: (row) => number(row.m3ADay, 0),
      title2: (row) => (row.m3ADay === null ? t('fleet.usualUnknown') : t('fleet.usual', { m3: words.m3(row.m3ADay) })),
    },
    { key: 'spark', title: t('fleet.column.spark'), width: 116, text: () => '' },
    {
      key: 'score',
      title: t('fleet.column.score'),
      width: 108,
      align: 'end',
      text: (row) => (row.m3ADay === null ? '—' : number(row.score, 0)),
      title2: words.formula,
    },
    {
      key: 'since',
      title: t('fleet.column.since'),
      width: 104,
      text: ({ sinceMs }) => (sinceMs === null ? '—' : format.date(sinceMs)),
      title2: ({ sinceMs }) => moment(sinceMs),
    },
    { key: 'takeAlong', title: t('fleet.column.takeAlong'), width: 180, text: (row) => words.takeAlong(row).join(', ') || '—' },
    { key: 'battery', title: t('fleet.column.battery'), width: 82, align: 'end', text: ({ battery }) => number(battery) },
    { key: 'rssi', title: t('fleet.column.rssi'), width: 64, align: 'end', text: ({ rssi }) => number(rssi) },
    { key: 'session', title: t('fleet.column.session'), width: 148, text: ({ lastSessionMs }) => moment(lastSessionMs) },
    {
      key: 'visited',
      title: t('fleet.column.visited'),
      width: 116,
      text: ({ visitedAtMs }) => (visitedAtMs === null ? '—' : format.date(visitedAtMs)),
      title2: ({ visitedAtMs }) => moment(visitedAtMs),
    },
    { key: 'consumer', title: t('fleet.column.consumer'), width: 170, hidden: true, text: ({ consumerName }) => consumerName ?? '—' },
    { key: 'type', title: t('fleet.column.type'), width: 120, hidden: true, text: ({ equipmentTypeName }) => equipmentTypeName ?? '—' },
  ])
}
