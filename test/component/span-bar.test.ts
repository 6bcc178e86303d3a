import { expect, test } from 'vitest'
import { defineComponent, h, nextTick, ref } from 'vue'
import type { Span } from '../../electron/contract/records.ts'
import type { TimeSpan } from '../../electron/contract/time/gas-day.ts'
import SpanBar from '../../renderer/components/SpanBar.vue'
import SpanPicker from '../../renderer/components/SpanPicker.vue'
import { USUAL_PREFERENCES } from '../../electron/contract/preferences.ts'
import { useProgram } from '../../renderer/stores/program.ts'
import { one, press, shown, texts } from './support/shown.ts'

/** A year of gas days from 10:00 in Moscow, the last of which begins on 19 November. */
const GAS = { zone: 'Europe/Moscow', contractHour: 10 }
const ALL: TimeSpan = { fromMs: Date.UTC(2025, 10, 20, 7), toMs: Date.UTC(2026, 10, 20, 7) }

const button = (name: string) =>
  [...document.querySelectorAll<HTMLButtonElement>('.segments button')].find((one) => one.textContent?.trim() === name)
const pressedOnes = () => texts('.segments [aria-pressed=true]')
const step = (name: string) => one<HTMLButtonElement>(`[aria-label="${name}"]`)

async function inRussian(): Promise<void> {
  useProgram().$patch({ preferences: { ...USUAL_PREFERENCES, language: 'ru', timeZone: GAS.zone } })
  await expect.poll(() => document.documentElement.lang).toBe('ru')
}

test('периоды календаря в газовых сутках: кнопки, шаги и клавиши по месту на клавиатуре', async () => {
  const span = ref(ALL)
  shown(
    defineComponent(
      () => () => h(SpanBar, { all: ALL, gas: GAS, modelValue: span.value, 'onUpdate:modelValue': (to: TimeSpan) => (span.value = to) }),
    ),
  )
  await inRussian()
  const days = () => texts('.span-steps .button')[0]
  expect(pressedOnes()).toEqual(['Всё'])
  button('Месяц')?.click()
  await nextTick()
  expect(days()).toBe('01.11.2026 – 30.11.2026')
  expect(pressedOnes()).toEqual(['Месяц'])
  expect(step('На период позже').disabled).toBe(true)
  step('На период раньше').click()
  await nextTick()
  expect(days()).toBe('01.10.2026 – 31.10.2026')
  expect(pressedOnes()).toEqual(['Месяц'])

  // «Ю» шагает вперёд, «б» назад, «ц» показывает неделю.
  expect(press('ю', 'Period').defaultPrevented).toBe(true)
  await nextTick()
  expect(days()).toBe('01.11.2026 – 30.11.2026')
  press('ю', 'Period')
  await nextTick()
  expect(days(), 'дальше архива нет').toBe('01.11.2026 – 30.11.2026')
  press('б', 'Comma')
  await nextTick()
  expect(days()).toBe('01.10.2026 – 31.10.2026')
  press('ц', 'KeyW')
  await nextTick()
  expect(pressedOnes()).toEqual(['Неделя'])
  const [day = 0, month = 0, year = 0] = (days() ?? '').slice(0, 10).split('.').map(Number)
  expect(new Date(Date.UTC(year, month - 1, day)).getUTCDay(), 'неделя с понедельника').toBe(1)
  press('в', 'KeyD')
  await nextTick()
  expect(days()).toMatch(/^(\S+) – \1$/)
  press('ф', 'KeyA')
  await nextTick()
  expect(pressedOnes()).toEqual(['Всё'])
  expect(span.value).toEqual(ALL)
})

test('календарные сутки: те же шаги, не дальше сегодняшних', async () => {
  const span = ref<Span | null>(null)
  shown(
    defineComponent(
      () => () =>
        h(SpanPicker, {
          today: '2026-11-20',
          allowAll: true,
          modelValue: span.value,
          'onUpdate:modelValue': (to: Span | null) => (span.value = to),
        }),
    ),
  )
  await inRussian()
  expect(pressedOnes()).toEqual(['Всё'])
  button('Год')?.click()
  await nextTick()
  expect(span.value).toEqual({ from: '2026-01-01', to: '2026-11-20' })
  expect(step('На период позже').disabled).toBe(true)
  step('На период раньше').click()
  await nextTick()
  expect(span.value).toEqual({ from: '2025-01-01', to: '2025-12-31' })
  expect(pressedOnes()).toEqual(['Год'])
  press('ю', 'Period')
  await nextTick()
  expect(span.value).toEqual({ from: '2026-01-01', to: '2026-11-20' })
  button('Всё')?.click()
  await nextTick()
  expect(span.value).toBeNull()
})

test('in a field the keys of spans are letters', async () => {
  const span = ref<Span | null>(null)
  shown(
    defineComponent(() => () => [
      h('input', { id: 'search' }),
      h(SpanPicker, {
        today: '2026-11-20',
        allowAll: true,
        modelValue: span.value,
        'onUpdate:modelValue': (to: Span | null) => (span.value = to),
      }),
    ]),
  )
  one('#search').focus()
  expect(press('w', 'KeyW').defaultPrevented).toBe(false)
  expect(span.value).toBeNull()
})
