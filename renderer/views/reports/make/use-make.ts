import { computed, ref, shallowRef, watch } from 'vue'
import { useRoute } from 'vue-router'
import type { FormInfo } from '../../../../electron/contract/forms.ts'
import type { Language } from '../../../../electron/contract/languages.ts'
import type { Span } from '../../../../electron/contract/records.ts'
import { neighbour, periodAt } from '../../../../electron/contract/time/calendar.ts'
import { firstOfMonth } from '../../../../electron/contract/time/day.ts'
import { putNew, useAddress } from '../../../components/address.ts'
import { useProgram } from '../../../stores/program.ts'
import { placeIn, queryOf, USUAL_FORM } from '../place.ts'

/** Forms that tell what is now: days mean nothing to them. */
const OF_NOW: readonly FormInfo['data'][] = ['passport', 'visits']
const MONTHS = 12

/** Days before anybody chose: the last month that is over, of a report by months the last twelve. */
export function usualSpan(form: string, today: string): Span {
  const month = neighbour(periodAt('month', today), -1)
  return form === 'consumption-monthly' ? { from: firstOfMonth(month.from, 1 - MONTHS), to: month.to } : month
}

/** What a report is made of, kept in the address. */
export function useMake(today: () => string, forms: () => readonly FormInfo[]) {
  const route = useRoute()
  const program = useProgram()
  const first = placeIn(route.query)
  const form = ref(first.form)
  const columns = shallowRef(first.columns)
  const of = shallowRef(first.of)
  const wished = shallowRef(first.span)
  const tongue = ref<Language | undefined>(first.language)

  /** Another form has columns of its own: all of them. */
  const chosenForm = computed({
    get: () => form.value,
    set: (next) => {
      if (next !== form.value) columns.value = undefined
      form.value = next
    },
  })
  const span = computed<Span | null>({
    get: () => (wished.value === undefined ? usualSpan(form.value, today()) : wished.value),
    set: (next) => (wished.value = next),
  })
  const language = computed<Language>({
    get: () => tongue.value ?? program.language,
    set: (next) => (tongue.value = next),
  })
  const write = useAddress(
    () => {
      const next = placeIn(route.query)
      putNew(form, next.form)
      putNew(columns, next.columns)
      putNew(of, next.of)
      putNew(wished, next.span)
      putNew(tongue, next.language)
    },
    () => route.name === 'reports' && (route.params['tab'] || 'make') === 'make',
  )
  watch([form, columns, of, wished, tongue], () => {
    void write(
      queryOf({ form: form.value, columns: columns.value, of: of.value, span: wished.value, language: tongue.value }),
    )
  })

  const info = computed(() => forms().find(({ code }) => code === form.value) ?? null)
  const isOfNow = computed(() => info.value !== null && OF_NOW.includes(info.value.data))
  /** Whose, as the contract takes it. */
  const asked = computed(() => ({
    ...(of.value.stations.length > 0 && { stationIds: of.value.stations }),
    ...(of.value.consumer !== null && { consumerId: of.value.consumer }),
    ...(of.value.provider !== null && { providerId: of.value.provider }),
  }))
  const days = computed(() =>
    isOfNow.value || span.value === null ? {} : { from: span.value.from, to: span.value.to },
  )
  return { form: chosenForm, columns, of, span, language, info, isOfNow, asked, days, usualForm: USUAL_FORM }
}
