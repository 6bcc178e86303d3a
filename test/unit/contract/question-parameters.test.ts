import { expect, test } from 'vitest'
import { namesOf, parametersIn, saysSomething, valueOf } from '../../../electron/contract/question-parameters.ts'

test.each([
  ['SELECT :a, :b, :a', ['a', 'b']],
  ["SELECT ':a' || :b", ['b']],
  ["SELECT 'it''s :a' || :b", ['b']],
  ['SELECT ":a", `:b`, [:c], :d', ['d']],
  ['SELECT "say "":a""" , :b', ['b']],
  ['SELECT 1 -- :a\n, :b', ['b']],
  ['SELECT /* :a\n /* :b */ :c', ['c']],
  ["SELECT 'open :a", []],
  ['SELECT /* open :a', []],
  ['SELECT x:y, a$b, :станция', ['y', 'станция']],
  ['SELECT :a::b', ['a::b']],
  ['SELECT ?1, @b, $c', []],
  ['SELECT : a', []],
  ['', []],
])('the names in %s', (sql, names) => expect(namesOf(sql)).toEqual(names))

test('other kinds of parameters are found as they are written', () => {
  expect(parametersIn('SELECT ?, ?12, @b, $c, :d, #e')).toEqual(['?', '?12', '@b', '$c', ':d', '#e'])
})

test('a text of blanks, comments and semicolons says nothing', () => {
  for (const nothing of ['', ' \n', '-- x', '/* x */;;', ';']) expect(saysSomething(nothing)).toBe(false)
  for (const something of ['1', '/* x */ SELECT', "'"]) expect(saysSomething(something)).toBe(true)
})

test('days are the beginning and the end of gas days, by their clock', () => {
  const gas = { zone: 'Europe/Moscow', contractHour: 10 }
  expect(valueOf('from', '2026-01-01', gas)).toBe(Date.UTC(2026, 0, 1, 7) / 1000)
  expect(valueOf('to', ' 2026-01-01 ', gas)).toBe(Date.UTC(2026, 0, 2, 7) / 1000)
  expect(valueOf('to', '2026-02-30', gas)).toBeUndefined()
  expect(valueOf('from', 'yesterday', gas)).toBeUndefined()
  expect(valueOf('from', '1700000000', gas)).toBe(1_700_000_000)
})

test('what is typed is a number where no digit is lost, else a text', () => {
  const gas = { zone: 'UTC', contractHour: 10 }
  expect(
    ['12', '-1.5', '0.25', '007', '+7', '1e5', '', ' x ', '9007199254740993', '2026-01-01'].map((text) => valueOf('station', text, gas)),
  ).toEqual([12, -1.5, 0.25, '007', '+7', '1e5', '', ' x ', '9007199254740993', '2026-01-01'])
})
