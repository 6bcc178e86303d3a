import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import type { HoleRow } from '../../../../electron/contract/findings.ts'
import type { GridColumn } from '../../../components/grid/columns.ts'
import { useFormat } from '../../../stores/words/format.ts'
import { COLUMN_DECIMALS } from '../../../parts/amounts/use-gas-words.ts'
import { useFindingWords } from '../../../parts/findings/use-finding-words.ts'

/** The columns of a station's holes. */
export function useHoleColumns() {
  const { t } = useI18n({ useScope: 'global' })
  const format = useFormat()
  const words = useFindingWords()
  const said = (value: number | null, decimals: number) => (value === null ? '—' : format.fixed(value, decimals))
  return computed<GridColumn<HoleRow>[]>(() => {
    const time = (key: string, title: string, of: (row: HoleRow) => number, sortable = false) => ({
      key,
      title,
      width: 148,
      sortable,
      text: (row: HoleRow) => format.dateTime(of(row)),
      title2: (row: HoleRow) => format.absolute(of(row)),
      copied: (row: HoleRow) => format.stamp(of(row)),
    })
    const amount = (key: string, title: string, of: (row: HoleRow) => number | null, decimals = COLUMN_DECIMALS) => ({
      key,
      title,
      width: 160,
      align: 'end' as const,
      sortable: true,
      text: (row: HoleRow) => said(of(row), decimals),
      copied: (row: HoleRow) => format.copied(said(of(row), decimals)),
      tone: (row: HoleRow) => (of(row) === null ? 'muted' : ''),
    })
    return [
      time('from', t('findings.holes.from'), (row) => row.fromMs, true),
      time('to', t('findings.holes.to'), (row) => row.toMs),
      { ...amount('records', t('findings.holes.records'), (row) => row.records, 0), width: 96 },
      {
        key: 'cause',
        title: t('findings.holes.cause'),
        width: 190,
        grow: true,
        text: (row) => words.causeName(row.cause),
      },
      amount('m3', t('findings.holes.m3'), (row) => row.m3),
      amount('billed', t('findings.holes.billed'), (row) => row.billedM3),
    ]
  })
}
