import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import type { BalanceRow } from '../../../electron/contract/balance.ts'
import type { BalanceStep } from '../../../electron/contract/balance-words.ts'
import type { GridColumn } from '../../components/grid/columns.ts'
import { useFormat } from '../../stores/words/format.ts'
import { useBalanceWords } from './use-balance-words.ts'

/** Columns of the periods: what went in and out, what is left, and what the devices explain of it. */
export function useBalanceColumns(by: () => BalanceStep) {
  const { t } = useI18n({ useScope: 'global' })
  const format = useFormat()
  const words = useBalanceWords()
  const amount = (
    key: 'input' | 'output' | 'difference' | 'uncertainty',
    of: (row: BalanceRow) => number | null,
  ): GridColumn<BalanceRow> => ({
    key,
    title: `${t(`balance.column.${key}`)}, ${words.unit()}`,
    width: 112,
    align: 'end',
    text: (row) => words.inColumn(of(row)),
    copied: (row) => (of(row) === null ? '' : format.copied(words.inColumn(of(row)))),
    title2: (row) => words.sent(of(row)) ?? words.value(of(row)),
  })
  return computed<GridColumn<BalanceRow>[]>(() => [
    {
      key: 'period',
      title: t(`balance.period.${by()}`),
      width: by() === 'hour' ? 150 : 136,
      pinned: true,
      text: (row) => words.periodName(row, by()),
      title2: ({ fromMs, toMs }) => format.dateTimeRange(fromMs, toMs),
    },
    amount('input', ({ inputM3 }) => inputM3),
    amount('output', ({ outputM3 }) => outputM3),
    { ...amount('difference', ({ differenceM3 }) => differenceM3), tone: words.toneOf },
    {
      key: 'percent',
      title: t('balance.column.percent'),
      width: 104,
      align: 'end',
      text: ({ differencePercent }) => words.percent(differencePercent),
      tone: words.toneOf,
    },
    { key: 'verdict', title: t('balance.column.verdict'), width: 92, text: words.verdict, tone: words.toneOf },
    { ...amount('uncertainty', ({ uncertaintyM3 }) => uncertaintyM3), width: 140 },
    { key: 'compared', title: t('balance.column.compared'), width: 230, grow: true, text: words.compared },
  ])
}
