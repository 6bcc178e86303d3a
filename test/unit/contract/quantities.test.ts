import { describe, expect, test } from 'vitest'
import { quantityOf, type Quantity } from '../../../electron/contract/quantities.ts'

const channel = (channelVarname: string, channelName: string | null = null, unitName: string | null = null) => ({
  channelVarname,
  channelName,
  unitName,
})

describe('the quantity of a channel', () => {
  test.each<[string, string | null, string | null, Quantity]>([
    ['gas_consume', null, null, 'standardVolume'],
    ['VNakwork', null, null, 'workingCounter'],
    ['Vwork', null, null, 'workingVolume'],
    ['dP', 'Перепад давления', 'кПа', 'differentialPressure'],
    ['ch_1', 'Рабочий объём за час', 'м3', 'workingVolume'],
    ['ch_2', 'Накопленный приведённый объём', 'м³', 'standardCounter'],
    ['ch_3', 'Показание счётчика', 'm3', 'counter'],
    ['ch_4', 'Actual flow', 'm³/h', 'workingFlow'],
    ['ch_5', 'Абсолютное давление газа', 'МПа', 'pressure'],
    ['ch_6', null, 'кгс/см²', 'pressure'],
    ['ch_7', 'Температура воздуха', '°C', 'airTemperature'],
    ['ch_8', 'Gas temperature', 'K', 'temperature'],
    ['ch_9', 'Коэффициент сжимаемости', '', 'compressibility'],
    ['ch_10', null, '°С', 'temperature'],
    ['ch_11', null, null, 'other'],
    ['ch_12', 'Код состояния', '', 'other'],
    ['ch_13', 'Температура батареи', '°C', 'temperature'],
    ['ch_14', 'Объём газа', 'нм3', 'standardVolume'],
    ['ch_15', 'Расход', 'тыс. м3/ч', 'flow'],
    ['ch_16', 'Давление (абс.)', 'кПа (абс.)', 'pressure'],
    ['ch_17', 'Перепад', 'кгс/м2', 'differentialPressure'],
    ['ch_18', 'Ст. объём', 'м³', 'standardVolume'],
  ])('%s %s %s is %s', (code, name, unit, quantity) => {
    expect(quantityOf(channel(code, name, unit))).toBe(quantity)
  })

  test('a volume whose values only rise is a counter', () => {
    expect(quantityOf(channel('ch_1', 'Объём', 'м³'), true)).toBe('counter')
    expect(quantityOf(channel('ch_1', 'Объём', 'м³'))).toBe('volume')
  })
})
