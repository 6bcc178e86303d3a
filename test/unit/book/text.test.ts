import { describe, expect, test } from 'vitest'
import { fold, naturalKey } from '../../../electron/book/search/text.ts'
import { finderOf, typedWords } from '../../../electron/contract/folding.ts'

const sorted = (...names: string[]) => names.toSorted((a, b) => (naturalKey(a) < naturalKey(b) ? -1 : 1))

describe('natural order', () => {
  test('numbers sort by value, however long or padded', () => {
    expect(sorted('ГРП-10', 'ГРП-2', 'ГРП-1', 'ГРП-100', 'ГРП-020')).toEqual(['ГРП-1', 'ГРП-2', 'ГРП-10', 'ГРП-020', 'ГРП-100'])
    expect(sorted('№99999999999999999999999', '№100')).toEqual(['№100', '№99999999999999999999999'])
  })

  test('case does not matter, and ё stands beside е', () => {
    expect(sorted('жук', 'Ёлка', 'еж', 'ЕЛЬ')).toEqual(['еж', 'Ёлка', 'ЕЛЬ', 'жук'])
    expect(sorted('beta', 'Alpha', 'ГРС', 'грп')).toEqual(['Alpha', 'beta', 'грп', 'ГРС'])
  })

  test('a name sorts before longer names that begin with it', () => {
    expect(sorted('ШРП 1 а', 'ШРП 1', 'ШРП')).toEqual(['ШРП', 'ШРП 1', 'ШРП 1 а'])
  })
})

describe('folding', () => {
  test('any script, composed, with whitespace collapsed', () => {
    expect(fold('  ООО  «ЁЖИК»\t И К\u0306  ')).toBe('ооо «ежик» и к\u0306')
    expect(fold('И\u0306')).toBe('й')
    expect(fold('a\0b')).toBe('a b')
  })

  test('numbers and nested values have a text as well', () => {
    expect(fold(17)).toBe('17')
    expect(fold(null)).toBe('')
    expect(fold({ A: 1 })).toBe('{"a":1}')
  })

  test('each word occurs once', () => {
    expect(typedWords(' Грп  2 ГРП ')).toEqual(['грп', '2'])
    expect(typedWords('  ')).toEqual([])
  })
})

test('a filter in the window matches like the book: every word, any case, ё as е', () => {
  const names = ['ООО «Берёзка»', 'ООО «Заречье»', 'ИП Березин']
  expect(names.filter(finderOf('БЕРЕЗ'))).toEqual([names[0], names[2]])
  expect(names.filter(finderOf(' берёз  ооо '))).toEqual([names[0]])
  expect(names.filter(finderOf(' '))).toEqual(names)
})
