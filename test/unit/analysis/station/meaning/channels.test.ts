import { describe, expect, test } from 'vitest'
import { correctionKey } from '../../../../../electron/analysis/station/meaning/corrections.ts'
import { meaningOfChannel } from '../../../../../electron/analysis/station/meaning/recognise.ts'
import type { PressureBasis } from '../../../../../electron/contract/meaning.ts'
import type { Quantity } from '../../../../../electron/contract/quantities.ts'
import { channelDirectory } from '../../../../../electron/demo/world/catalogue.ts'

const named = (channelName: string, unitName: string | null = null) => ({
  channelVarname: 'ch_1',
  channelName,
  unitName,
})
const coded = (channelVarname: string) => ({ channelVarname, channelName: null, unitName: null })

describe('docs/field-rules.md, section F: channels', () => {
  test.each<[Quantity, string[]]>([
    [
      'workingVolume',
      ['Vраб', 'Vр', 'рабочий объём', 'объём при рабочих условиях', 'actual volume', 'Working volume', 'uncorrected volume'],
    ],
    [
      'standardVolume',
      [
        'Vст',
        'Vс',
        'стандартный объём',
        'Приведённый объём',
        'объём при стандартных условиях',
        'corrected volume',
        'base volume',
        'standard volume',
      ],
    ],
    [
      'workingCounter',
      ['накопленный рабочий объём', 'Рабочий объём нарастающим итогом', 'working volume index', 'uncorrected volume totalizer'],
    ],
    [
      'standardCounter',
      ['Показание счётчика: стандартный объём', 'accumulated standard volume', 'Объём приведённый, счётчик', 'Base volume totaliser'],
    ],
    ['pressure', ['Давление', 'Абсолютное давление газа', 'Gas pressure']],
    ['differentialPressure', ['dP', 'Перепад давления', 'Differential pressure']],
    ['temperature', ['температура газа', 'Gas temperature']],
    [
      'airTemperature',
      ['Температура воздуха', 'Температура в помещении', 'Температура корпуса', 'Case temperature', 'Ambient temperature'],
    ],
    ['conversionFactor', ['коэффициент коррекции', 'Conversion factor']],
    ['compressibility', ['Коэффициент сжимаемости', 'Compressibility']],
  ])('%s', (quantity, names) => {
    expect(names.map((name) => [name, meaningOfChannel(named(name), 'hourly').quantity])).toEqual(names.map((name) => [name, quantity]))
  })

  test.each<[Quantity, string[]]>([
    ['standardVolume', ['gas_consume', 'Vpriv', 'Vст', 'Vс']],
    ['standardCounter', ['reading_value', 'VNakpriv']],
    ['workingVolume', ['Vwork', 'Vраб', 'Vр']],
    ['workingCounter', ['VNakwork']],
    ['pressure', ['P', 'Pабс', 'Pизб']],
    ['differentialPressure', ['dP']],
    ['temperature', ['T', 't']],
    ['conversionFactor', ['K', 'Ккор']],
    ['compressibility', ['Kсж', 'Z']],
  ])('%s by code', (quantity, codes) => {
    expect(codes.map((code) => meaningOfChannel(coded(code), 'hourly').quantity)).toEqual(codes.map(() => quantity))
  })

  test.each<[string, string | null, PressureBasis | null]>([
    ['Абсолютное давление', 'кПа', 'absolute'],
    ['Давление избыточное', 'кПа', 'gauge'],
    ['Давление', 'кПа (абс.)', 'absolute'],
    ['Gauge pressure', 'kPa', 'gauge'],
    ['Давление на входе', 'МПа', null],
    ['Перепад давления', 'кПа (абс.)', null],
  ])('%s in %s counts from %s', (name, unit, basis) => {
    expect(meaningOfChannel(named(name, unit), 'hourly').basis).toBe(basis)
  })
})

test.each([
  ['Давление батареи', 'кПа'],
  ['Температура батареи', '°C'],
  ['Барометрическое давление', 'кПа'],
  ['Температура платы', '°C'],
  ['CPU temperature', '°C'],
  ['Код состояния', ''],
  ['Объём памяти', 'кБ'],
  ['Время работы', 'ч'],
  ['Версия', null],
])('%s is nothing that a rule takes', (name, unit) => {
  expect(meaningOfChannel(named(name, unit), 'hourly').quantity).toBe('other')
})

test('the unit alone tells pressure and temperature, and says so', () => {
  expect(meaningOfChannel(named('Канал 7', 'кгс/см²'), 'hourly')).toMatchObject({
    quantity: 'pressure',
    row: 'channel.unit',
  })
})

test('what is not recognised says so', () => {
  expect(meaningOfChannel(named('Флаги'), 'hourly')).toEqual({
    quantity: 'other',
    basis: null,
    row: null,
    corrected: false,
  })
})

test('a correction holds for its archive alone, and comes before the table', () => {
  const said = { quantity: 'pressure', basis: 'gauge', role: null } as const
  const corrections = new Map([[correctionKey('channel', 'hourly', 'T'), said]])
  expect(meaningOfChannel(coded('T'), 'hourly', { corrections })).toMatchObject({
    quantity: 'pressure',
    basis: 'gauge',
    corrected: true,
  })
  expect(meaningOfChannel(coded('T'), 'daily', { corrections })).toMatchObject({
    quantity: 'temperature',
    corrected: false,
  })
})

test('every channel of the demo service is recognised', () => {
  const unknown = [...channelDirectory()].filter(({ channel_varname, channel_name, unit_name, archive_type_varname }) => {
    const channel = { channelVarname: channel_varname, channelName: channel_name, unitName: unit_name }
    return meaningOfChannel(channel, archive_type_varname).row === null
  })
  expect(unknown).toEqual([])
})
