import { wordsOf } from '../../../electron/words/index.ts'
import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import type { VisitReason, VisitRow } from '../../../electron/contract/fleet.ts'
import type { VisitClass } from '../../../electron/contract/rules.ts'
import { reasonText, visitText, visitTongue, type VisitTongue } from '../../../electron/contract/visit-text.ts'
import { useFormat } from '../../stores/words/format.ts'
import { useProgram } from '../../stores/program.ts'

/** Which tone a class is shown in. */
export const CLASS_TONES: Readonly<Record<VisitClass, string>> = { A: 'tone-bad', B: 'tone-warn', C: '', D: 'muted' }

/** A visit in words: the contract's sentences, with numbers and times as the window writes them. */
export function useVisitWords() {
  const { t } = useI18n({ useScope: 'global' })
  const program = useProgram()
  const format = useFormat()
  const tongue = computed<VisitTongue>(() => ({
    ...visitTongue(program.language, format.zone.value, program.nowMs),
    number: (value, decimals) => format.number(value, decimals),
  }))
  const words = computed(() => wordsOf(program.language).visits)
  const m3 = (value: number) => t('fleet.m3', { n: format.number(value, value < 10 ? 1 : 0) })

  const className = (visitClass: VisitClass): string => words.value.visitClass[visitClass]
  const reason = (one: VisitReason): string => reasonText(one, tongue.value)
  const sentence = (row: Pick<VisitRow, 'reasons' | 'm3ADay' | 'assumedM3ADay'>): string => visitText(row, tongue.value)
  const takeAlong = (row: Pick<VisitRow, 'takeAlong'>): string[] => row.takeAlong.map((thing) => words.value.takeAlong[thing])

  /** The ranking's formula with its terms: never a bare number. */
  function formula({ probability, m3ADay, assumedM3ADay, daysExposed, score }: VisitRow): string {
    const named = { probability: format.number(probability, 2), days: format.number(daysExposed, 1) }
    if (m3ADay === null && assumedM3ADay !== null) return t('fleet.formulaAssumed', { ...named, m3: m3(assumedM3ADay) })
    if (m3ADay === null) return t('fleet.formulaUnknown', named)
    return t('fleet.formula', { ...named, m3: m3(m3ADay), score: m3(score) })
  }
  return { className, reason, sentence, takeAlong, formula, m3 }
}
