import { describe, expect, test } from 'vitest'
import { correctionKey } from '../../../../../electron/analysis/station/meaning/corrections.ts'
import { meaningOfMessage, pairedSubjects, type MessageFacts } from '../../../../../electron/analysis/station/meaning/recognise.ts'
import { typicalRows } from '../../../../../electron/analysis/station/meaning/typical.ts'
import type { MessageRole } from '../../../../../electron/contract/meaning.ts'
import type { EventArchive } from '../../../../../electron/contract/records.ts'
import { messages } from '../../../../../electron/demo/world/messages.ts'

const met = (archiveType: EventArchive, ...texts: string[]): MessageFacts => ({
  archiveType,
  code: '17',
  texts,
  messageTypicalId: null,
  channelVarname: null,
})

describe('docs/field-rules.md, section F: messages', () => {
  test.each<[MessageRole, EventArchive, string[]]>([
    ['valveShut', 'valve', ['Клапан закрыт', 'Закрытие клапана', 'Отсечка', 'Valve closed', 'Closing of the valve']],
    ['valveOpen', 'valve', ['клапан открыт', 'Открытие клапана', 'valve open', 'Valve opened']],
    [
      'meterExchanged',
      'changes',
      ['замена счётчика', 'Замена прибора', 'Ввод показаний', 'Установка счётчика', 'meter exchange', 'Index preset'],
    ],
    [
      'clockSet',
      'changes',
      [
        'Установка времени',
        'Корректировка времени',
        'Перевод часов',
        'Коррекция времени прибора',
        'Clock set',
        'Time adjusted',
        'Установка даты и времени',
      ],
    ],
    [
      'contractHourChanged',
      'changes',
      ['Изменён контрактный час', 'Изменение расчётного часа', 'Contract hour changed', 'Начало газовых суток перенесено'],
    ],
    ['settingChanged', 'changes', ['Изменена уставка', 'Изменён состав газа', 'Limit changed', 'Что угодно в этом архиве']],
    ['settingChanged', 'event', ['Изменение настроек', 'Parameter changed']],
    [
      'situationBegins',
      'nesht',
      ['Начало НС', 'Возникновение аварии', 'Появление воды', 'Выход за верхний предел', 'Обратный поток ↑', 'Fault begins'],
    ],
    [
      'situationEnds',
      'nesht',
      ['Окончание НС', 'Конец НС', 'Снятие аварии', 'Возврат', 'Давление: норма', 'Обратный поток ↓', 'Fault ends'],
    ],
    [
      'substituteBegins',
      'nesht',
      [
        'Переход на подстановочное значение',
        'Начало: договорное значение P',
        'Substitute value in use',
        'Отказ датчика: принято условно-постоянное значение',
      ],
    ],
    ['substituteEnds', 'nesht', ['Конец работы по подстановочному значению', 'Substitute value: end']],
    [
      'powerOff',
      'event',
      [
        'Внешнее питание пропало',
        'Отключение питания',
        'Нет внешнего питания',
        'Переход на батарею',
        'Power fail',
        'External supply is lost',
        'On battery',
      ],
    ],
    [
      'powerOn',
      'event',
      ['Внешнее питание восстановлено', 'Включение прибора', 'Восстановление питания', 'Power on', 'External supply is back'],
    ],
    ['gasAlarm', 'alarm', ['Загазованность', 'Утечка газа', 'Gas detected', 'Появление загазованности']],
    [
      'tampering',
      'alarm',
      [
        'Вскрытие корпуса',
        'Магнитное воздействие',
        'Несанкционированное вмешательство',
        'Interference',
        'Case opened',
        'Magnetic tampering',
      ],
    ],
    ['batteryLow', 'alarm', ['Разряд батареи', 'Батарея разряжена', 'Низкий заряд батареи', 'Battery low', 'Low battery']],
    ['summary', 'nesht_svod', ['Сводка: давление вне пределов', 'Summary: no power']],
  ])('%s in %s', (role, archive, texts) => {
    expect(texts.map((text) => [text, meaningOfMessage(met(archive, text)).role])).toEqual(texts.map((text) => [text, role]))
  })

  test.each<[EventArchive, string]>([
    ['valve', 'Клапан не отвечает'],
    ['valve', 'Команда на закрытие клапана'],
    ['valve', 'Клапан не закрыт'],
    ['valve', 'Valve failed to close'],
    ['event', 'Начало газовых суток'],
    ['event', 'Gas day begins'],
    ['event', 'Переход на летнее время'],
    ['event', 'Замена батареи'],
    ['event', 'Вход с паролем поставщика'],
    ['event', 'Открыта дверь шкафа'],
    ['seance', 'Начало сеанса связи'],
    ['event', 'Нечто новое'],
  ])('in %s %j is nothing that a rule takes', (archive, text) => {
    expect(meaningOfMessage(met(archive, text)).role).toBe('none')
  })

  test('the end of an alarm is an end, whatever it is of', () => {
    expect(meaningOfMessage(met('alarm', 'Конец загазованности')).role).toBe('situationEnds')
  })

  test('a name counts before its description, but a substitute is told by either', () => {
    expect(meaningOfMessage(met('event', 'Вскрытие корпуса', 'Замена счётчика')).role).toBe('tampering')
    expect(meaningOfMessage(met('nesht', 'Отказ датчика', 'Принято подстановочное значение')).role).toBe('substituteBegins')
  })

  test('of what it speaks: of its channel, else by its words', () => {
    const said = (texts: string[], channelVarname: string | null) =>
      meaningOfMessage({ ...met('nesht', ...texts), channelVarname }).quantity
    expect(said(['Начало: отказ датчика'], 'P')).toBe('pressure')
    expect(said(['Сводка: температура вне пределов'], null)).toBe('temperature')
    expect(said(['Начало: отказ'], null)).toBeNull()
  })
})

describe('which situation it is', () => {
  const begin = { ...met('nesht', 'Начало: отказ датчика'), channelVarname: 'P' }
  const end = { ...met('nesht', 'Конец: отказ датчика'), channelVarname: 'P' }
  const told = (...list: MessageFacts[]) => list.map((one) => meaningOfMessage(one, { pairs: pairedSubjects(list) }).subject)

  test('the same words, of the same channel', () => {
    expect(told(begin, end)).toEqual(['отказ датчика/P', 'отказ датчика/P'])
    const [one, other] = told(begin, { ...end, channelVarname: 'T' })
    expect(one).not.toBe(other)
  })

  test('the typical message beats the words where it is of both', () => {
    const typical = { messageTypicalId: 40 }
    expect(told({ ...begin, ...typical }, { ...end, texts: ['Линия: норма'], ...typical })).toEqual(['t40/P', 't40/P'])
    expect(told({ ...begin, messageTypicalId: 40 }, { ...end, messageTypicalId: 41 })).toEqual(['отказ датчика/P', 'отказ датчика/P'])
  })

  test('what is only named begins nothing, unless something ends it', () => {
    const named = met('nesht', 'Значение выше верхнего предела')
    expect(meaningOfMessage(named, { pairs: pairedSubjects([named]) })).toMatchObject({
      role: 'none',
      subject: '',
      row: 'message.outOfLimits',
    })
    const over = met('nesht', 'Значение выше верхнего предела: конец')
    expect(meaningOfMessage(named, { pairs: pairedSubjects([named, over]) }).role).toBe('situationBegins')
  })

  test('valve and power are one thing each', () => {
    expect(told(met('valve', 'Клапан закрыт'), met('event', 'Переход на батарею'), met('changes', 'Изменена уставка'))).toEqual([
      'valve',
      'power',
      '',
    ])
  })
})

describe('makers together', () => {
  const typical = { messageTypicalId: 23 }
  const rows = typicalRows([
    { ...met('changes', 'Коррекция времени'), ...typical },
    { ...met('changes', 'Clock set'), ...typical },
    { ...met('changes', 'Параметр 12'), ...typical },
  ])

  test('a message that its words do not tell is what the others of its typical message are', () => {
    expect(meaningOfMessage({ ...met('changes', 'Параметр 12'), ...typical }, { typical: rows }).role).toBe('clockSet')
    expect(meaningOfMessage({ ...met('event', 'Параметр 12'), ...typical }, { typical: rows }).role).toBe('none')
  })

  test('shut and open may share one: each message’s own words tell', () => {
    const valve = typicalRows([
      { ...met('valve', 'Клапан закрыт'), ...typical },
      { ...met('valve', 'Valve closed'), ...typical },
      { ...met('valve', 'Клапан открыт'), ...typical },
    ])
    expect(meaningOfMessage({ ...met('valve', 'Клапан открыт'), ...typical }, { typical: valve }).role).toBe('valveOpen')
  })
})

test('a correction comes before words and typical messages', () => {
  const corrections = new Map([[correctionKey('message', 'event', '17'), { quantity: null, basis: null, role: 'tampering' as const }]])
  expect(meaningOfMessage(met('event', 'Открыта дверь шкафа'), { corrections })).toMatchObject({ role: 'tampering', corrected: true })
})

test('every message of the demo service is recognised, or known to be asked for by no rule', () => {
  const unknown = [...messages()].filter(({ archive_type_varname, name, description, message_typical_id, channel_varname }) => {
    const texts = [name, description].filter((text) => text !== '')
    const facts = {
      archiveType: archive_type_varname as EventArchive,
      code: null,
      texts,
      messageTypicalId: message_typical_id,
      channelVarname: channel_varname,
    }
    return meaningOfMessage(facts).row === null
  })
  expect(unknown).toEqual([])
})
