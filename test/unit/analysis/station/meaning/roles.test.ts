import { describe, expect, test } from 'vitest'
import { roleOfState, roleOfText, situationName } from '../../../../../electron/analysis/station/meaning/roles.ts'
import { meaningsOf, type MetMessage } from '../../../../../electron/analysis/events/subjects.ts'

describe('the words of a message', () => {
  test.each([
    ['Начало НС: отказ датчика', 'Окончание НС: отказ датчика', 'нс отказ датчика'],
    ['Возникновение аварии по давлению', 'Снятие аварии по давлению', 'аварии по давлению'],
    ['Обратный поток ↑', 'Обратный поток ↓', 'обратный поток'],
    ['Давление: выход за верхний предел', 'Давление: возврат в норму', 'давление'],
    ['ПОЯВЛЕНИЕ загазованности', 'Конец загазованности', 'загазованности'],
    ['Sensor failure begins', 'Sensor failure ends', 'sensor failure'],
    ['Low flow started', 'Low flow cleared', 'low flow'],
  ])('%s / %s', (begin, end, subject) => {
    expect(roleOfText(begin)).toEqual({ role: 1, subject })
    expect(roleOfText(end)).toEqual({ role: -1, subject })
  })

  test.each([
    ['Начало НС: отказ датчика', 'Отказ датчика'],
    ['НС: отказ датчика', 'Отказ датчика'],
    ['Начало нештатной ситуации. Обрыв линии', 'Обрыв линии'],
    ['Обратный поток ↑', 'Обратный поток'],
    ['Beginning of the situation: reverse flow', 'Reverse flow'],
    ['Sensor failure begins', 'Sensor failure'],
    ['ПОЯВЛЕНИЕ загазованности', 'ПОЯВЛЕНИЕ загазованности'],
    ['Значение выше верхнего предела: P', 'Значение выше верхнего предела: P'],
    ['Начало', 'Начало'],
    ['', ''],
  ])('%s is called %s', (text, name) => expect(situationName(text)).toBe(name))

  test('a situation that is only named where it ends does not begin there', () => {
    expect(roleOfText('Конец: выход за верхний предел').role).toBe(-1)
  })

  test.each(['Изменена уставка', 'Ненормальный режим', 'Начальник смены', 'Legend', 'Начало и конец периода', ''])(
    '%j says neither',
    (text) => expect(roleOfText(text).role).toBe(0),
  )
})

test('a state says it by 1 and 0, on and off, or the same words', () => {
  expect(['1', 'Вкл', 'начало', '↑'].map(roleOfState)).toEqual([1, 1, 1, 1])
  expect(['0', 'off', 'Окончание', '↓'].map(roleOfState)).toEqual([-1, -1, -1, -1])
  expect(['', '17', '0.5', 'V-181'].map(roleOfState)).toEqual([0, 0, 0, 0])
})

describe('which messages belong together', () => {
  const met = (id: number, text: string, more: Partial<MetMessage> = {}): MetMessage => ({
    id,
    texts: [text],
    messageTypicalId: null,
    channelId: null,
    hasBothStates: false,
    ...more,
  })
  const told = (...messages: MetMessage[]) => Object.fromEntries(meaningsOf(messages))

  test('by their words, for each channel by itself', () => {
    const pressure = { channelId: 7 }
    const meanings = told(
      met(1, 'Начало: отказ датчика', pressure),
      met(2, 'Конец: отказ датчика', pressure),
      met(3, 'Конец: отказ датчика', { channelId: 8 }),
    )
    expect(meanings[1]).toEqual({ role: 1, subject: meanings[2]?.subject })
    expect(meanings[2]?.role).toBe(-1)
    expect(meanings[3]).toBeUndefined()
  })

  test('the typical message beats the words', () => {
    const typical = { messageTypicalId: 40 }
    const meanings = told(met(1, 'Начало: обрыв линии', typical), met(2, 'Линия: норма', typical))
    expect(meanings[1]?.subject).toBe(meanings[2]?.subject)
  })

  test('what is only named begins what another of the same typical message ends', () => {
    const typical = { messageTypicalId: 2108, channelId: 7 }
    const meanings = told(met(1, 'Обратный поток', typical), met(2, 'Окончание: Обратный поток', typical))
    expect(meanings).toEqual({ 1: { role: 1, subject: 't2108/7' }, 2: { role: -1, subject: 't2108/7' } })
    expect(told(met(1, 'Обратный поток', typical), met(2, 'Переток', typical))).toEqual({})
    expect(told(met(1, 'Обратный поток', { ...typical, channelId: 8 }), met(2, 'Окончание: Обратный поток', typical))).toEqual({})
  })

  test('a begin without any end is no situation', () => {
    expect(told(met(1, 'Начало газовых суток'))).toEqual({})
  })

  test('one message with two states is both', () => {
    expect(told(met(1, 'Открыта дверь шкафа', { hasBothStates: true }), met(2, 'Замена счётчика'))).toEqual({
      1: { role: 0, subject: 'm1' },
    })
  })

  test('a message that names an end begins nothing by its states', () => {
    expect(told(met(1, 'Внешнее питание восстановлено', { hasBothStates: true }))).toEqual({})
  })

  test('the first text that names a role counts: a name, then a description', () => {
    const meanings = told(
      { ...met(1, ''), texts: ['Отказ датчика: начало', 'До возврата в норму принято подстановочное значение'] },
      { ...met(2, ''), texts: ['Отказ датчика: конец'] },
    )
    expect(meanings[1]?.role).toBe(1)
    expect(meanings[1]?.subject).toBe(meanings[2]?.subject)
  })
})
