import { expect, test } from 'vitest'
import { diffOf } from '../../../../../electron/analysis/answers/settings/diff.ts'
import type { Verbatim } from '../../../../../electron/contract/records.ts'

const item = (channelName: string, channelDataValue: Verbatim = '1', unitName: Verbatim = null) => ({
  channelName,
  channelDataValue,
  unitName,
})

test('changed, added, removed and unchanged items, in the order of the newer snapshot, removed ones last', () => {
  const before = [item('Модель'), item('Контрактный час', '10', 'ч'), item('APN')]
  const after = [item('Пломба'), item('Контрактный час', '8', 'ч'), item('Модель')]
  expect(diffOf(before, after).map(({ channelName, change }) => [channelName, change])).toEqual([
    ['Пломба', 'added'],
    ['Контрактный час', 'changed'],
    ['Модель', 'same'],
    ['APN', 'removed'],
  ])
})

test('a number differs from its text, and a unit from none', () => {
  expect(diffOf([item('a', 1)], [item('a', '1')])[0]?.change).toBe('changed')
  expect(diffOf([item('a', '1', null)], [item('a', '1', '')])[0]?.change).toBe('changed')
})

test('items of one name are matched in their order', () => {
  const changes = diffOf([item('SIM', '1'), item('SIM', '2')], [item('SIM', '1'), item('SIM', '3'), item('SIM', '4')])
  expect(changes.map(({ change }) => change)).toEqual(['same', 'changed', 'added'])
})
