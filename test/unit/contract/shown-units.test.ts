import { expect, test } from 'vitest'
import { AS_SENT, toShown, UNIT_CHOICES, UNIT_PREFERENCES } from '../../../electron/contract/shown-units.ts'
import { dimensionOf } from '../../../electron/contract/units.ts'

const channel = (channelVarname: string, unitName: string | null) => ({ channelVarname, channelName: null, unitName })

test('a pressure is shown in the chosen unit, and says that it is converted and from what', () => {
  expect(toShown(channel('P', 'кПа'), { ...AS_SENT, pressureUnit: 'MPa' }, 'ru')).toEqual({
    factor: 0.001,
    offset: 0,
    unitText: 'МПа',
    converted: true,
    sentUnit: 'кПа',
  })
})

test.each([
  ['nobody chose a unit', channel('P', 'кПа'), AS_SENT, 'kPa'],
  ['it is sent in the chosen unit, however spelled', channel('P', 'МПA'), { ...AS_SENT, pressureUnit: 'MPa' }, 'MPa'],
  ['its unit is not known', channel('P', 'у.е.'), { ...AS_SENT, pressureUnit: 'MPa' }, 'у.е.'],
  ['it has no unit', channel('P', null), { ...AS_SENT, pressureUnit: 'MPa' }, ''],
  ['its unit measures something else', channel('P', '°C'), { ...AS_SENT, pressureUnit: 'MPa' }, '°C'],
  ['the choice is for other quantities', channel('dP', 'кПа'), { ...AS_SENT, pressureUnit: 'MPa' }, 'kPa'],
] as const)('stays in its unit, as the language writes it, where %s', (_why, sent, choices, unitText) => {
  const unit = sent.unitName ?? ''
  expect(toShown(sent, choices, 'en')).toEqual({
    factor: 1,
    offset: 0,
    unitText,
    converted: false,
    sentUnit: unit,
  })
})

test('counters and volumes of a period are chosen apart', () => {
  const choices = { ...AS_SENT, volumeUnit: 'thousandM3' } as const
  expect(toShown(channel('Vwork', 'м3'), choices, 'ru').unitText).toBe('тыс. м³')
  expect(toShown(channel('VNakwork', 'м3'), choices, 'ru').converted).toBe(false)
  expect(toShown(channel('ch_1', 'м3'), choices, 'ru', true).converted).toBe(false)
  expect(toShown(channel('ch_1', 'м3'), choices, 'ru', false).converted).toBe(true)
})

test('a temperature moves by the offset of its scale', () => {
  const shown = toShown(channel('T', '°С'), { ...AS_SENT, temperatureUnit: 'kelvin' }, 'en')
  expect([20 * shown.factor + shown.offset, shown.unitText]).toEqual([293.15, 'K'])
})

test('the units that a preference offers are all of one dimension', () => {
  for (const name of UNIT_PREFERENCES) {
    const dimensions = UNIT_CHOICES[name].flatMap((choice) => (choice === 'asSent' ? [] : dimensionOf(choice)))
    expect(new Set(dimensions).size).toBe(1)
  }
})
