import { expect, test } from 'vitest'
import { namesOf } from '../../../electron/exports/names.ts'

test('what we have no name for is called by the directory, else by its code', () => {
  const names = namesOf('ru')
  expect([names.archive('half', 'Получасовой'), names.archive('half'), names.archive('constructor')]).toEqual([
    'Получасовой',
    'half',
    'constructor',
  ])
  const channel = (channelVarname: string, channelName: string | null, unitName: string | null) =>
    names.channel({ channelVarname, channelName, unitName })
  expect(channel('Q', 'Расход', 'м³/ч')).toBe('Расход (Q), м³/ч')
  expect(channel('X', null, null)).toBe('X')
  expect(channel('toString', null, 'кПа')).toBe('toString, кПа')
})
