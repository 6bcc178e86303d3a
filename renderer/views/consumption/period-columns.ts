import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import type { ConsumptionAmount } from '../../../electron/contract/consumption.ts'
import type { ConsumptionStep } from '../../../electron/contract/consumption-words.ts'
import type { GridColumn } from '../../components/grid/columns.ts'
import { useFormat } from '../../stores/words/format.ts'
import { isIncomplete, isShort, useAmountWords, useEarlierWords } from './amount-words.ts'

/** Columns of the periods: the number, how complete it is, and the same period of earlier years. */
export function usePeriodColumns(by: () => ConsumptionStep, years: () => number) {
  const { t } = useI18n({ useScope: 'global' })
  const format = useFormat()
  const words = useAmountWords()
  const knownOf = useEarlierWords()
  const copiedNumber = (m3: number | null) => (m3 === null ? '' : format.copied(words.inColumn(m3)))

  /** Against the year before; only of two whole numbers. */
  function change(amount: ConsumptionAmount): string {
    const before = amount.earlier[0]
    if (amount.m3 === null || !before || before.m3 === null || before.m3 === 0) return '—'
    if (isIncomplete(amount) || isShort(amount) || before.part || before.complete === null || before.complete < 1) return '—'
    const ratio = amount.m3 / before.m3 - 1
    return `${ratio > 0 ? '+' : ''}${format.fixed(ratio * 100, 1)} %`
  }
  const earlier = (nth: number): GridColumn<ConsumptionAmount> => ({
    key: `earlier${nth}`,
    title: `${format.counted('consumption.yearsEarlier', nth + 1)}, ${words.unit()}`,
    width: 210,
    align: 'end',
    text: ({ earlier: all }) => {
      const one = all[nth]
      return [words.inColumn(one?.m3 ?? null), ...(one ? [knownOf(one)] : [])].filter(Boolean).join(' · ')
    },
    copied: ({ earlier: all }) => copiedNumber(all[nth]?.m3 ?? null),
    tone: ({ earlier: all }) => ((all[nth]?.complete ?? 0) < 1 || all[nth]?.part ? 'tone-warn' : 'muted'),
    title2: ({ earlier: all }) => {
      const one = all[nth]
      if (!one || one.m3 === null) return t('consumption.noNumber')
      const share = t('consumption.ofHours', { share: one.complete === null ? '—' : format.share(one.complete, 1) })
      return [words.value(one.m3), share, ...(one.part ? [t('consumption.begunIn')] : [])].join(' · ')
    },
  })

  return computed<GridColumn<ConsumptionAmount>[]>(() => [
    {
      key: 'period',
      title: t(`consumption.period.${by()}`),
      width: by() === 'hour' ? 150 : 136,
      pinned: true,
      text: (amount) => words.periodName(amount, by()),
      title2: ({ fromMs, toMs }) => format.dateTimeRange(fromMs, toMs),
    },
    {
      key: 'm3',
      title: `${t('consumption.consumed')}, ${words.unit()}`,
      width: 130,
      align: 'end',
      text: ({ m3 }) => words.inColumn(m3),
      copied: ({ m3 }) => copiedNumber(m3),
      title2: ({ m3 }) => words.sent(m3) ?? words.value(m3),
    },
    { key: 'state', title: t('consumption.stateColumn'), width: 104, text: words.state, tone: words.toneOf },
    {
      key: 'complete',
      title: t('consumption.completeness'),
      width: 240,
      grow: true,
      text: words.completeness,
      tone: words.toneOf,
    },
    ...Array.from({ length: years() }, (_, nth) => earlier(nth)),
    ...(years() > 0
      ? [
          {
            key: 'change',
            title: t('consumption.change'),
            width: 142,
            align: 'end' as const,
            text: change,
            title2: (amount: ConsumptionAmount) => (change(amount) === '—' ? t('consumption.notCompared') : change(amount)),
          },
        ]
      : []),
  ])
}
