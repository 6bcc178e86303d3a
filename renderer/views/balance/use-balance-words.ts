import { useI18n } from 'vue-i18n'
import type { BalanceAnswer, BalanceMemberAnswer, BalanceRow } from '../../../electron/contract/balance.ts'
import { calledBy } from '../../../electron/contract/called.ts'
import { wordsOf } from '../../../electron/words/index.ts'
import { useGasWords } from '../../parts/amounts/use-gas-words.ts'
import { useProgram } from '../../stores/program.ts'
import { useFormat } from '../../stores/words/format.ts'

/** A balance in words: the difference, whether the devices explain it, and how much of the time was compared. */
export function useBalanceWords() {
  const { t } = useI18n({ useScope: 'global' })
  const program = useProgram()
  const format = useFormat()
  // A difference of large sums is not known to the thousandth.
  const gas = useGasWords({ decimals: 1 })
  /** Names in a sentence: more nobody reads. */
  const NAMED = 5

  const called = ({ stationName, stationId }: Pick<BalanceMemberAnswer, 'stationName' | 'stationId'>) => calledBy(stationName, stationId)
  const several = (names: readonly string[]) =>
    [...names.slice(0, NAMED), ...(names.length > NAMED ? [t('lists.more', { n: format.number(names.length - NAMED) })] : [])].join(', ')
  const percent = (value: number | null) => (value === null ? '—' : `${format.number(value, Math.abs(value) >= 10 ? 1 : 2)} %`)

  function compared({ hoursCompared, hours }: Pick<BalanceRow, 'hoursCompared' | 'hours'>): string {
    if (hours > 0 && hoursCompared === hours) return t('balance.comparedWhole', { all: format.number(hours) }, hours)
    return `${t('balance.compared', { hours: format.number(hoursCompared), all: format.number(hours) }, hours)} (${format.share(hoursCompared, hours)})`
  }
  const verdict = ({ differenceM3, isBeyond, part }: BalanceRow): string =>
    t(`balance.verdict.${differenceM3 === null ? 'none' : isBeyond ? 'beyond' : part ? 'part' : 'within'}`)
  const toneOf = ({ differenceM3, isBeyond }: BalanceRow): string => (isBeyond ? 'tone-bad' : differenceM3 === null ? 'tone-warn' : 'muted')

  /** 'Difference 12 m³ (0.4 % of what went in), within the uncertainty of ±34 m³.' */
  function summary({ differenceM3, differencePercent, uncertaintyM3, isBeyond }: BalanceRow): string {
    if (differenceM3 === null) return t('balance.nothing')
    const said = {
      difference: gas.value(differenceM3),
      verdict: t(`balance.verdict.${isBeyond ? 'beyond' : 'within'}`),
      uncertainty: gas.value(uncertaintyM3),
    }
    return differencePercent === null
      ? t('balance.summaryPlain', said)
      : t('balance.summary', { ...said, percent: percent(differencePercent) })
  }
  /** Why not all of the time is compared. */
  function why({ members, total, cell }: BalanceAnswer): string {
    if (!total) return ''
    if (cell === 'day') return t('balance.whyDays')
    const lacking = members.filter(({ hours, why: reason }) => reason === null && hours < total.hours)
    return lacking.length === 0 ? t('balance.whyAll') : t('balance.why', { names: several(lacking.map(called)) })
  }
  function without({ members }: BalanceAnswer): string {
    const { notBalanced } = wordsOf(program.language)
    const named = members.flatMap((member) =>
      member.why === null ? [] : [t('balance.withoutOne', { name: called(member), why: notBalanced[member.why] })],
    )
    return named.length === 0 ? '' : t('balance.without', { names: several(named) })
  }
  return { ...gas, called, several, percent, compared, verdict, toneOf, summary, why, without }
}
