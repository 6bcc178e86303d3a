import { expect, test } from 'vitest'
import { namesOf } from '../../../electron/exports/names.ts'
import archiveEn from '../../../renderer/i18n/en/archive.ts'
import channelEn from '../../../renderer/i18n/en/channel.ts'
import viewEn from '../../../renderer/i18n/en/view.ts'
import archiveRu from '../../../renderer/i18n/ru/archive.ts'
import channelRu from '../../../renderer/i18n/ru/channel.ts'
import viewRu from '../../../renderer/i18n/ru/view.ts'

/** A file calls things what the window calls them. */
test.each([
  ['en', archiveEn, viewEn, channelEn],
  ['ru', archiveRu, viewRu, channelRu],
] as const)('archives, views and channels have the window’s names: %s', (language, archives, views, channels) => {
  const names = namesOf(language)
  for (const [code, name] of Object.entries(archives)) expect(names.archive(code, 'directory')).toBe(name)
  for (const [code, name] of Object.entries(views)) expect(names.view(code)).toBe(name)
  for (const [code, name] of Object.entries(channels))
    expect(names.channel({ channelVarname: code, channelName: null, unitName: null })).toBe(`${name} (${code})`)
})

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
