import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import { calledBy } from '../../../electron/contract/called.ts'
import type { ChangeRow } from '../../../electron/contract/findings.ts'
import type { GridColumn } from '../../components/grid/columns.ts'
import { useFormat } from '../../stores/words/format.ts'
import { useChangeWords } from './change-words.ts'

/** Columns of a list of changes. */
export function useChangeColumns(withStation: boolean) {
  const { t } = useI18n({ useScope: 'global' })
  const format = useFormat()
  const words = useChangeWords()

  return computed<GridColumn<ChangeRow>[]>(() => [
    {
      key: 'when',
      title: t('changes.column.when'),
      width: 198,
      pinned: true,
      text: words.when,
      title2: ({ fromMs, toMs }) => (fromMs === toMs ? format.exact(fromMs) : format.dateTimeRange(fromMs, toMs)),
    },
    ...(withStation
      ? [
          {
            key: 'station',
            title: t('fleet.column.station'),
            width: 150,
            text: (row: ChangeRow) => calledBy(row.stationName, row.stationId),
          },
        ]
      : []),
    { key: 'what', title: t('changes.column.what'), width: 180, text: words.what, title2: ({ name }) => name },
    {
      key: 'values',
      title: t('changes.column.values'),
      width: 200,
      grow: true,
      text: (row) => [words.values(row), words.conversion(row)].filter(Boolean).join(' · '),
    },
    {
      key: 'standing',
      title: t('changes.column.standing'),
      width: 178,
      text: words.standing,
      tone: (row) => (words.isConfirmed(row) ? 'tone-good' : 'tone-warn'),
    },
    {
      key: 'saidBy',
      title: t('changes.column.saidBy'),
      width: 220,
      text: words.saidBy,
      title2: (row) => [words.saidBy(row), row.event?.text].filter(Boolean).join(': '),
    },
    { key: 'conversion', title: t('changes.column.conversion'), width: 150, hidden: true, text: words.conversion },
  ])
}
