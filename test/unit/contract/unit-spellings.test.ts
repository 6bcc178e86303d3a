import { LANGUAGES, wordsOf } from '../../../electron/words/index.ts'
import { describe, expect, test } from 'vitest'
import { unitNamed, unitText } from '../../../electron/contract/unit-spellings.ts'
import { UNIT_IDS, type UnitId } from '../../../electron/contract/units.ts'

describe('the unit that a text names', () => {
  test.each<[string, UnitId]>([
    ['кгс/см2', 'kgfCm2'],
    ['кгс/см²', 'kgfCm2'],
    ['кгc/см²', 'kgfCm2'],
    ['кгс/кв.см', 'kgfCm2'],
    ['kgf/cm2', 'kgfCm2'],
    ['kgf/cm^2', 'kgfCm2'],
    ['кгс/м2', 'kgfM2'],
    ['МПа', 'MPa'],
    ['MПа', 'MPa'],
    ['МПA', 'MPa'],
    ['MPa', 'MPa'],
    ['кПа', 'kPa'],
    ['kПа', 'kPa'],
    ['КПА', 'kPa'],
    ['kpa', 'kPa'],
    ['гПа', 'hPa'],
    ['бар', 'bar'],
    ['Бар', 'bar'],
    ['bar', 'bar'],
    ['мбар', 'mbar'],
    ['мм вод. ст.', 'mmH2O'],
    ['мм.вод.ст', 'mmH2O'],
    ['мм рт.ст.', 'mmHg'],
    ['mmHg', 'mmHg'],
    ['psi', 'psi'],
    ['м3', 'm3'],
    ['м^3', 'm3'],
    ['M3', 'm3'],
    ['куб. м', 'm3'],
    ['м. куб.', 'm3'],
    ['тыс. м3', 'thousandM3'],
    ['тыс.куб.м', 'thousandM3'],
    ['10^3 м3', 'thousandM3'],
    ['thousand m³', 'thousandM3'],
    ['млн м³', 'millionM3'],
    ['дм3', 'litre'],
    ['м3/ч', 'm3h'],
    ['m³/h', 'm3h'],
    ['м³/час', 'm3h'],
    ['м3/сут', 'm3day'],
    ['тыс.м3/ч', 'thousandM3h'],
    ['м3/мин', 'm3min'],
    ['°С', 'celsius'],
    ['°C', 'celsius'],
    ['º C', 'celsius'],
    ['℃', 'celsius'],
    ['C', 'celsius'],
    ['град.С', 'celsius'],
    ['К', 'kelvin'],
    ['K', 'kelvin'],
  ])('%s', (text, id) => {
    expect(unitNamed(text)).toEqual({ id, conditions: '', note: '' })
    expect(unitNamed(`  ${text} `)?.id).toBe(id)
  })

  test.each(UNIT_IDS)('%s, as it is written for people in each language', (id) => {
    for (const text of LANGUAGES.map((language) => wordsOf(language).units[id])) expect(unitNamed(text)?.id).toBe(id)
  })

  test.each(['мПа', 'mPa', 'мпа', 'Мбар', 'с', 'm', 'кВт·ч', 'В', '%', 'dBm', '', 'шт', 'm3/кг', 'Гкал', null])(
    '%s is none, or may be two',
    (text) => expect(unitNamed(text)).toBeNull(),
  )

  test('conditions of a volume and notes are kept over a conversion', () => {
    const shown = (text: string, id: UnitId, language: 'en' | 'ru') => {
      const unit = unitNamed(text)
      return unit && [unit.id, unitText(id, unit, language)]
    }
    expect(shown('нм3', 'thousandM3', 'ru')).toEqual(['m3', 'тыс. нм³'])
    expect(shown('ст. м³', 'thousandM3', 'ru')).toEqual(['m3', 'тыс. ст. м³'])
    expect(shown('тыс. ст.м3', 'm3', 'ru')).toEqual(['thousandM3', 'ст.м³'])
    expect(shown('Nm3/h', 'thousandM3h', 'en')).toEqual(['m3h', 'thousand Nm³/h'])
    expect(shown('кПа (абс.)', 'MPa', 'ru')).toEqual(['kPa', 'МПа (абс.)'])
    expect(shown('кПа (абс.) (пересч.)', 'MPa', 'ru')).toEqual(['kPa', 'МПа (абс.) (пересч.)'])
    expect(shown('кгс/см2 изб.', 'kPa', 'ru')).toEqual(['kgfCm2', 'кПа изб.'])
  })
})
