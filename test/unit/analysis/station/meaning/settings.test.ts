import { describe, expect, test } from 'vitest'
import { correctionKey } from '../../../../../electron/analysis/station/meaning/corrections.ts'
import { meaningOfSetting } from '../../../../../electron/analysis/station/meaning/recognise.ts'
import type { SettingRole } from '../../../../../electron/contract/meaning.ts'
import type { Quantity } from '../../../../../electron/contract/quantities.ts'
import { settings } from '../../../../../electron/demo/world/settings.ts'

const roleOf = (name: string, unit: string | null = null) => {
  const { role, quantity } = meaningOfSetting(name, unit)
  return [role, quantity]
}

describe('docs/field-rules.md, section F: settings', () => {
  test.each<[SettingRole, string[]]>([
    [
      'contractHour',
      ['договорной час', 'Контрактный час', 'Расчётный час', 'Начало газовых суток', 'Gas day start', 'contract hour', 'Start of gas day'],
    ],
    ['verified', ['Дата поверки', 'Дата последней поверки', 'Last verification', 'Verification date', 'Calibration date']],
    [
      'nextVerification',
      [
        'Дата следующей поверки',
        'Дата очередной поверки',
        'Срок поверки',
        'Поверка действительна до',
        'Next verification',
        'Calibration due',
      ],
    ],
    ['verificationInterval', ['Межповерочный интервал', 'МПИ', 'Verification interval']],
    ['standardPressure', ['Стандартное давление', 'Давление при стандартных условиях', 'Pст', 'Base pressure', 'Standard pressure']],
    ['standardTemperature', ['Стандартная температура', 'Температура приведения', 'Tст', 'Standard temperature', 'Base temperature']],
    ['barometricPressure', ['Барометрическое давление', 'Подстановочное барометрическое давление', 'Atmospheric pressure']],
    ['pressureBasis', ['Тип датчика давления', 'Тип давления', 'Абсолютное/избыточное', 'Pressure type', 'Absolute/gauge']],
    ['deviceTime', ['Дата и время прибора', 'Время корректора', 'Дата и время', 'Device time', 'System clock']],
    ['timeZone', ['Часовой пояс', 'UTC offset', 'Time zone']],
    ['meterSerial', ['Заводской номер счётчика', 'Счётчик: заводской номер', 'Зав. № расходомера', 'Meter serial number']],
    ['deviceSerial', ['Заводской номер', 'Заводской номер корректора', 'Serial number', 'Device S/N']],
  ])('%s', (role, names) => {
    expect(names.map((name) => [name, ...roleOf(name)])).toEqual(names.map((name) => [name, role, null]))
  })

  test.each<[string, string | null, SettingRole, Quantity]>([
    ['Давление: нижний предел измерения', 'МПа', 'lowerLimit', 'pressure'],
    ['Верхний предел измерений давления', 'МПа', 'upperLimit', 'pressure'],
    ['Верхний предел измерения', 'кПа', 'upperLimit', 'pressure'],
    ['ВПИ датчика температуры', '°С', 'upperLimit', 'temperature'],
    ['Temperature: upper measuring limit', '°C', 'upperLimit', 'temperature'],
    ['Перепад давления: верхний предел', 'кПа', 'upperLimit', 'differentialPressure'],
    ['Pressure: low setting', 'kPa', 'lowSetPoint', 'pressure'],
    ['Нижняя уставка температуры', '°С', 'lowSetPoint', 'temperature'],
    ['Давление: верхняя аварийная граница', 'кПа', 'highSetPoint', 'pressure'],
    ['Pressure alarm limit high', 'kPa', 'highSetPoint', 'pressure'],
    ['Pmax', 'кПа', 'highSetPoint', 'pressure'],
    ['Минимальная температура газа', '°С', 'lowSetPoint', 'temperature'],
    ['Qmin', 'м³/ч', 'qmin', 'workingFlow'],
    ['Наименьший расход', 'м3/ч', 'qmin', 'workingFlow'],
    ['Минимальный рабочий расход', 'м3/ч', 'qmin', 'workingFlow'],
    ['Qmax', 'м³/ч', 'qmax', 'workingFlow'],
    ['Наибольший расход', null, 'qmax', 'workingFlow'],
    ['Давление: подстановочное значение', 'МПа', 'substitute', 'pressure'],
    ['Договорное значение температуры', '°С', 'substitute', 'temperature'],
    ['Условно-постоянное давление', 'кПа', 'substitute', 'pressure'],
    ['Default temperature', '°C', 'substitute', 'temperature'],
    ['Keypad value, pressure', 'kPa', 'substitute', 'pressure'],
    ['Compressibility: substitute value', '', 'substitute', 'compressibility'],
  ])('%s in %s: %s of %s', (name, unit, role, quantity) => {
    expect(roleOf(name, unit)).toEqual([role, quantity])
  })

  test.each([
    ['Давление: заводской номер датчика', null],
    ['Заводской номер модема', null],
    ['Минимальное напряжение батареи', 'В'],
    ['Порог чувствительности', 'м³/ч'],
    ['Договорной расход', 'м³/ч'],
    ['Расчётный часовой расход', 'м³/ч'],
    ['Коррекция часов за сутки', 'с'],
    ['Летнее время', null],
    ['Калибровочный замок', null],
    ['Калибровка канала', null],
    ['Барометрическое давление: верхний предел', 'кПа'],
    ['Нижний предел', null],
    ['Число попыток соединения', null],
    ['Метод расчёта коэффициента сжимаемости', null],
  ])('%s is asked for by no rule', (name, unit) => {
    expect(roleOf(name, unit)).toEqual(['none', null])
  })
})

test('a known name that no rule asks for is told from an unknown one', () => {
  expect(meaningOfSetting('Состав газа: Метан', '% мол.').row).toBe('setting.gas')
  expect(meaningOfSetting('Нечто новое', null).row).toBeNull()
})

test('limits of the air, of a battery or of a barometer are not those of the gas', () => {
  expect(meaningOfSetting('Температура воздуха: верхний предел', '°С').quantity).toBe('airTemperature')
  expect(meaningOfSetting('Температура батареи: верхний предел', '°С').role).toBe('none')
})

test('a correction names role and quantity; the name tells the quantity that it does not', () => {
  const said = { quantity: null, basis: null, role: 'highSetPoint' } as const
  const corrections = new Map([[correctionKey('setting', null, 'Порог P'), said]])
  expect(meaningOfSetting('Порог P', 'кПа', corrections)).toMatchObject({ role: 'highSetPoint', quantity: 'pressure', corrected: true })
})

test.each([0, 5])('every setting of the demo service is recognised, or known to be asked for by no rule', (index) => {
  const items = [...settings(1, index, Date.UTC(2026, 10, 20))]
  const unknown = items.filter(({ channel_name, unit_name }) => meaningOfSetting(channel_name, unit_name).row === null)
  expect(unknown).toEqual([])
  const met = new Set(items.map(({ channel_name, unit_name }) => meaningOfSetting(channel_name, unit_name).role))
  expect([...met].sort()).toEqual([
    'barometricPressure',
    'contractHour',
    'deviceSerial',
    'highSetPoint',
    'lowSetPoint',
    'lowerLimit',
    'nextVerification',
    'none',
    'qmin',
    'standardPressure',
    'standardTemperature',
    'substitute',
    'timeZone',
    'upperLimit',
    'verificationInterval',
  ])
})
