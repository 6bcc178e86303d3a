import { expect, test } from 'vitest'
import { meaningOfChannel, meaningOfMessage, meaningOfSetting } from '../../../../../electron/analysis/station/meaning/recognise.ts'
import { MEANING_TABLE } from '../../../../../electron/contract/meaning-table.ts'

/** What a megabyte of letters does to the patterns: `test/unit/long-texts`. */

const message = (text: string) =>
  meaningOfMessage({ archiveType: 'event', code: null, texts: [text], messageTypicalId: null, channelVarname: null })

test('no pattern of the table searches a text again from each of its letters', () => {
  const patterns = MEANING_TABLE.flatMap(({ id, pattern, also }) => [pattern, also].map((text) => ({ id, text })))
  expect(patterns.filter(({ text }) => /\(\?=\.|(?<!\\)\.[*+]|\[\^?[^\]]*\][*+]\)?[*+]/.test(text ?? ''))).toEqual([])
})

test('two words of a row hold in either order, and not one alone', () => {
  expect(message('Клапан: команда закрыть').row).toBe('message.valveFault')
  expect(message('Ошибка: клапан закрыт').row).toBe('message.valveFault')
  expect(message('Клапан закрыт').row).toBe('message.valveShut')
  expect(meaningOfSetting('Датчик давления, серийный номер', null).row).toBe('setting.partSerial')
  expect(meaningOfSetting('Номер пломбы', null).row).toBe('setting.partSerial')
  expect(meaningOfSetting('Серийный номер', null).row).toBe('setting.deviceSerial')
})

test('the first 200 characters tell the meaning', () => {
  const said = 'Qmin '
  expect(meaningOfSetting(said + 'x'.repeat(1_000_000), null).role).toBe('qmin')
  expect(meaningOfSetting(`${'x '.repeat(100)}${said}`, null).role).toBe('none')
  expect(message(`Клапан закрыт ${'x'.repeat(1_000_000)}`).role).toBe('valveShut')
  expect(message(`${'x '.repeat(100)} клапан закрыт`).role).toBe('none')
  const channel = (name: string) => meaningOfChannel({ channelVarname: '17', channelName: name, unitName: null }, 'hourly')
  expect(channel(`Давление ${'x'.repeat(1_000_000)}`).quantity).toBe('pressure')
  expect(channel(`${'x '.repeat(100)} давление`).quantity).toBe('other')
})

test('what names a situation is bounded, too', () => {
  expect(message(`Начало: ${'x'.repeat(1_000_000)}`).subject.length).toBeLessThanOrEqual(200)
})
