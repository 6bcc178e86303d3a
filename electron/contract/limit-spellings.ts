import { foldText } from './folding.ts'
import type { LimitPeriod } from './limit-words.ts'

/** How people write limits in spreadsheets, in both languages. */

export type LimitColumn = 'owner' | 'consumer' | 'period' | 'm3' | 'from' | 'to'

/** How people write a period, folded. */
const PERIODS: Readonly<Record<string, LimitPeriod>> = Object.fromEntries(
  Object.entries({
    hour: 'hour hours hourly h час часа часовой часовая часовое ч м3/ч м³/ч',
    day: 'day days daily d сутки сут сут. суточный суточная суточное день дневной газосутки м3/сут м³/сут',
    month: 'month months monthly m месяц мес мес. месячный месячная месячное м3/мес м³/мес',
    quarter: 'quarter quarters quarterly q квартал кв кв. квартальный квартальная',
    year: 'year years yearly annual y год г г. годовой годовая годовое м3/год м³/год',
  }).flatMap(([period, words]) => words.split(' ').map((word) => [word, period as LimitPeriod])),
)
/** The period that a cell names; null: none. */
export const periodIn = (text: string): LimitPeriod | null =>
  PERIODS[
    foldText(text)
      .replace(/^газовые /u, '')
      .replace(/^gas /u, '')
  ] ?? null

/** How people head a column, folded. */
export const LIMIT_HEADS: Readonly<Record<LimitColumn, RegExp>> = {
  consumer: /^(?:consumer|потребитель|абонент)/u,
  owner:
    /^(?:whose|owner|station|name|object|number|id|serial|станция|объект|узел|пункт|номер|название|наименование|зав|чья|чей|чьё|чье|кому)/u,
  period: /^(?:period|период)/u,
  m3: /^(?:limit|m3|m³|volume|ограничение|лимит|объем|норма|м3|м³|договорн)/u,
  from: /^(?:from|valid from|since|begin|start|с$|с |от$|начало|дата начала|действует с)/u,
  to: /^(?:to|till|until|valid to|end|по$|по |до$|до |конец|окончание|дата окончания|действует по)/u,
}

/** The number of a cell that names its unit too. */
export const withoutCubicMetres = (text: string): string => text.replace(/(?:м3|м³|m3|m³)$/iu, '').trimEnd()
