import { computed } from 'vue'
import type { FormInfo } from '../../../../electron/contract/forms.ts'
import type { Language } from '../../../../electron/words/index.ts'
import type { Span } from '../../../../electron/contract/records.ts'
import { neighbour, periodAt } from '../../../../electron/contract/time/calendar.ts'
import { firstOfMonth } from '../../../../electron/contract/time/day.ts'
import { useAddressState } from '../../../address/use-address-state.ts'
import { asAsked } from '../../../places/consumption.ts'
import { REPORT, USUAL_FORM } from '../../../places/reports.ts'
import { useProgram } from '../../../stores/program.ts'

/** Forms that tell what is now: days mean nothing to them. */
const OF_NOW: readonly FormInfo['data'][] = ['passport', 'visits', 'verifications']
const MONTHS = 12

/** Days before anybody chose: the last month that is over, of a report by months the last twelve; of readings at the meter, which are few, all. */
export function usualSpan(form: string, today: string): Span | null {
  if (form === 'control-reading') return null
  const month = neighbour(periodAt('month', today), -1)
  return form === 'consumption-monthly' ? { from: firstOfMonth(month.from, 1 - MONTHS), to: month.to } : month
}

/** Keeps a report's form, stations and days in the address. */
export function useMake(today: () => string, forms: () => readonly FormInfo[]) {
  const program = useProgram()
  const { state, parts, change } = useAddressState(REPORT)
  const { form, columns, of, span: chosen } = parts

  /** Another form has columns of its own: all of them. */
  const chosenForm = computed({
    get: () => form.value,
    set: (next) => change(next === form.value ? {} : { form: next, columns: undefined }),
  })
  const span = computed<Span | null>({
    get: () => (chosen.value === undefined ? usualSpan(form.value, today()) : chosen.value),
    set: (next) => (chosen.value = next),
  })
  const language = computed<Language>({
    get: () => state.value.language ?? program.language,
    set: (next) => change({ language: next }),
  })

  const info = computed(() => forms().find(({ code }) => code === form.value) ?? null)
  const isOfNow = computed(() => info.value !== null && OF_NOW.includes(info.value.data))
  const asked = computed(() => asAsked(of.value))
  const days = computed(() => (isOfNow.value || span.value === null ? {} : { from: span.value.from, to: span.value.to }))
  return { form: chosenForm, columns, of, span, language, info, isOfNow, asked, days, usualForm: USUAL_FORM }
}
