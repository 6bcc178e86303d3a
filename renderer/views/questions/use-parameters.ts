import { computed, type WritableComputedRef } from 'vue'
import { namesOf, typedName, valueOf } from '../../../electron/contract/question-parameters.ts'
import type { QuestionValue } from '../../../electron/contract/question-words.ts'
import { presetDays } from '../../components/spans.ts'
import { useClock, useToday } from '../../stores/clock.ts'

/** The parameters that a question has, what is typed for them, and what that means. */
export function useParameters(sql: () => string, said: WritableComputedRef<string[]>) {
  const clock = useClock()
  const today = useToday()
  const asked = computed(() => namesOf(sql()))
  /** What is typed: a day once, by whichever of its names the question asks for it. */
  const names = computed(() => [...new Set(asked.value.map(typedName))])

  /** Days are those of the present month until somebody says others. */
  const usual = (name: string): string => {
    const month = presetDays('month', today.value, today.value)
    return name === 'from' ? month.from : name === 'to' ? month.to : ''
  }
  const typed = computed<Record<string, string>>(() => {
    const saidOf = new Map(said.value.map((one) => [one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1)]))
    return Object.fromEntries(names.value.map((name) => [name, saidOf.get(name) ?? usual(name)]))
  })
  /** Keeps what was typed, for names that another question of this screen has as well. */
  function type(more: Readonly<Record<string, string>>): void {
    const others = said.value.filter((one) => !(one.slice(0, one.indexOf('=')) in more))
    said.value = [...others, ...Object.entries(more).map(([name, text]) => `${name}=${text}`)]
  }
  const gas = computed(() => ({ zone: clock.value.zone, contractHour: clock.value.contractHour }))
  const values = computed(() => asked.value.map((name) => [name, readOf(name)] as const))
  function readOf(name: string): QuestionValue | undefined {
    const text = typed.value[typedName(name)] ?? ''
    return name === 'station' && text === '' ? undefined : valueOf(name, text, gas.value)
  }
  return {
    names,
    typed,
    type,
    /** The first that has no value yet; null: all have one. */
    missing: computed(() => values.value.find(([, value]) => value === undefined)?.[0] ?? null),
    values: () => Object.fromEntries(values.value.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
  }
}
