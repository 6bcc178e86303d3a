import { LANGUAGES, type Language, wordsOf } from '../words/index.ts'
import { UNIT_IDS, type UnitId } from './units.ts'

/** How makers spell units: Russian and English, with letters of both alphabets mixed in one word. */

/** A unit as it was spelled, with what says more about it than which unit it is. */
export interface SpelledUnit {
  id: UnitId
  /** Before the cubic metre: the conditions of the volume ('н', 'ст. '). */
  conditions: string
  /** Behind the unit: 'abs.', or any note in brackets. */
  note: string
}

/** Spellings of each unit, besides the ways in which it is written for people. */
const SPELLINGS: Readonly<Record<UnitId, readonly string[]>> = {
  Pa: [],
  hPa: [],
  kPa: [],
  MPa: ['МПА'],
  mbar: ['мБар', 'mBar'],
  bar: [],
  kgfCm2: ['кгс/кв.см', 'кгс/см.кв', 'кг/см2', 'кг/кв.см', 'kg/cm2', 'kgs/cm2'],
  kgfM2: ['кгс/кв.м', 'кг/м2', 'kg/m2'],
  mmH2O: ['мм в.ст.', 'мм вод.столба', 'мм H2O', 'mm H2O', 'mmWC', 'мм водяного столба'],
  mmHg: ['мм рт.столба', 'мм Hg', 'mm Hg'],
  atm: [],
  at: [],
  psi: [],
  litre: ['литр', 'литров', 'liter', 'litre', 'дм3', 'dm3'],
  m3: ['куб.м', 'м.куб', 'м куб', 'cu.m', 'cbm'],
  thousandM3: ['тыс.куб.м', 'тысм3', 'тысяч м3', 'тысячм3', '1000 м3', '10^3 м3', '10^3 m3', '1000 m3', 'x1000 m3'],
  millionM3: ['млн.куб.м', '10^6 м3', '10^6 m3'],
  litreH: ['л/час', 'дм3/ч', 'dm3/h'],
  m3h: ['м3/час', 'куб.м/ч', 'куб.м/час', 'm3/hour', 'm3/hr'],
  thousandM3h: ['тыс.м3/час', 'тыс.куб.м/ч', '1000 м3/ч', '1000 m3/h', '10^3 м3/ч', '10^3 m3/h'],
  m3day: ['м3/сутки', 'м3/день', 'm3/d'],
  thousandM3day: ['тыс.м3/сутки', '1000 м3/сут', '1000 m3/d', '10^3 м3/сут'],
  m3min: ['m3/minute'],
  m3s: ['м3/сек', 'm3/sec'],
  celsius: ['C', 'град.C', 'град C', 'градC', 'гр.C', 'deg C', 'degC', '℃', 'град.Цельсия'],
  kelvin: ['Kelvin', 'Кельвин'],
}

/** Letters that look like Latin ones, which makers mix in one word; superscripts and other signs of the same meaning. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  а: 'a',
  А: 'A',
  В: 'B',
  с: 'c',
  С: 'C',
  е: 'e',
  Е: 'E',
  к: 'k',
  К: 'K',
  м: 'm',
  М: 'M',
  Н: 'H',
  о: 'o',
  О: 'O',
  р: 'p',
  Р: 'P',
  т: 't',
  Т: 'T',
  х: 'x',
  Х: 'X',
  '²': '2',
  '³': '3',
  '₂': '2',
  '⁄': '/',
  '∕': '/',
  '×': 'x',
  º: '°',
  '˚': '°',
}

/** A unit's spelling without what does not matter: alphabets, spaces, points, carets. */
const bare = (text: string): string =>
  [...text]
    .map((letter) => LOOKALIKES[letter] ?? letter)
    .join('')
    .replaceAll(/[\s.^*]+/g, '')

/**
 * Spellings that tell by their case alone what they are: 'мПа' is a thousandth of a pascal by the standard and a million
 * by a careless hand, 'с' may be a second. They are taken only as they are listed.
 */
const CASE_TELLS = new Set(['MПa', 'MPa', 'mbar', 'mбap', 'C'].map((text) => text.toLowerCase()))

const exact = new Map<string, UnitId>()
const inAnyCase = new Map<string, UnitId>()
for (const id of UNIT_IDS) {
  for (const text of [...LANGUAGES.map((language) => wordsOf(language).units[id]), ...SPELLINGS[id]]) {
    const key = bare(text)
    exact.set(key, id)
    if (!CASE_TELLS.has(key.toLowerCase())) inAnyCase.set(key.toLowerCase(), id)
  }
}
const find = (text: string): UnitId | undefined => {
  const key = bare(text)
  return exact.get(key) ?? inAnyCase.get(key.toLowerCase())
}

/** A longer text is no unit: its letters are not looked at one by one. */
const MOST_LETTERS = 100
const NOTE = /(?:\s*\([^()]*\))+$|[\s,]+(?:абс|изб|abs|gauge)\.?$/iu
/** Standard or normal conditions, said before the cubic metre: 'нм³', 'ст. м3', 'тыс. Nm3'. */
const CONDITIONS =
  /^((?:тыс|млн)\.?\s*|(?:thousand|million)\s+|10\^[36]\s*)?((?:ст|станд|норм|раб|std)\.?\s*|[нНnNsS])(?=[мm]\s?(?:3|³|\^3)|куб)/u

/**
 * The unit that a text names; null where it names none that is known, or may name two. A note in brackets and the
 * conditions of a volume are no part of the unit: they are kept.
 */
export function unitNamed(text: string | null): SpelledUnit | null {
  const whole = text?.trim() ?? ''
  if (text === null || whole.length > MOST_LETTERS) return null
  const plain = find(whole)
  if (plain) return { id: plain, conditions: '', note: '' }
  const note = NOTE.exec(whole)?.[0] ?? ''
  const unit = whole.slice(0, whole.length - note.length)
  const conditions = CONDITIONS.exec(unit)?.[2] ?? ''
  const id = find(conditions === '' ? unit : unit.replace(CONDITIONS, '$1'))
  return id ? { id, conditions, note } : null
}

/** A unit for people, with what was said of the one it stands for. */
export const unitText = (id: UnitId, { conditions, note }: Omit<SpelledUnit, 'id'>, language: Language): string =>
  wordsOf(language).units[id].replace(/[mм]³/, (metre) => conditions + metre) + note

/** A unit as a language writes it: 'м3' is 'm³' in English; one that is not known as it was spelled. */
export function unitForPeople(text: string, language: Language): string {
  const unit = unitNamed(text)
  return unit ? unitText(unit.id, unit, language) : text.trim()
}
