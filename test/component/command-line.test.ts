import { beforeEach, expect, test } from 'vitest'
import type { CommandLineState } from '../../electron/contract/command-line.ts'
import { USUAL_PREFERENCES } from '../../electron/contract/preferences.ts'
import { i18n } from '../../renderer/i18n/index.ts'
import { useProgram } from '../../renderer/stores/program.ts'
import CommandLineSection from '../../renderer/views/preferences/CommandLineSection.vue'
import { answer, asked, failing } from './support/fake-client.ts'
import { shown, texts } from './support/shown.ts'

/** What the window says of the command line, and that it changes PATH after a press and not before. */

const LINK = '/home/olga/.local/bin/meterbook'
const ABSENT: CommandLineState = {
  kind: 'installed',
  file: '/opt/Meterbook/resources/cli/meterbook',
  example: '/opt/Meterbook/resources/cli/meterbook status --book /b.meterbook',
  path: { as: 'link', place: LINK, state: 'absent', missingFolder: '/home/olga/.local/bin' },
}
const ADDED = { ...ABSENT, path: { as: 'link' as const, place: LINK, state: 'added' as const, missingFolder: '/home/olga/.local/bin' } }
let state: CommandLineState
beforeEach(() => answer({ commandLine: { state: () => state } }))

const section = (now: CommandLineState) => {
  state = now
  shown(CommandLineSection)
}
const button = (name: string) => [...document.querySelectorAll('button')].find((one) => one.textContent?.trim() === name)
const questions = () => asked.map(({ question }) => question).filter((question) => question.startsWith('commandLine.'))
const hints = () => texts('small').join(' · ')

test('put on PATH after a press; what was written is said, also after another language is chosen; taken off again', async () => {
  answer({ commandLine: { add: () => (state = ADDED), remove: () => (state = ABSENT) } })
  section(ABSENT)
  await expect.poll(hints).toContain(`The button makes the link ${LINK}, and nothing else`)
  expect(questions()).toEqual(['commandLine.state'])
  button('Put on PATH')?.click()
  await expect
    .poll(() => texts('[role=status]'))
    .toEqual([`The link ${LINK} to /opt/Meterbook/resources/cli/meterbook was made. Nothing else was changed.`])
  expect(texts('[role=note] pre')).toEqual(['export PATH="/home/olga/.local/bin:$PATH"'])
  useProgram().$patch({ preferences: { ...USUAL_PREFERENCES, language: 'ru' } })
  await expect.poll(() => texts('[role=status]').join()).toContain(`Создана ссылка ${LINK}`)
  useProgram().$patch({ preferences: { ...USUAL_PREFERENCES, language: 'en' } })
  await expect.poll(() => i18n.global.locale.value).toBe('en')
  button('Take off PATH')?.click()
  await expect.poll(() => texts('[role=status]')).toEqual([`The link ${LINK} was taken away. Nothing else was changed.`])
  expect(texts('[role=note] pre')).toEqual([])
})

test('what is not ours is left alone, and the button is not to be pressed', async () => {
  section({ ...ABSENT, path: { as: 'link', place: LINK, state: 'taken', missingFolder: null } })
  await expect.poll(hints).toContain(`something that this program did not make lies at ${LINK}`)
  expect(button('Put on PATH')?.disabled).toBe(true)
})

test('why PATH was not changed is said, and how it stands is asked anew', async () => {
  answer({ commandLine: { add: () => Promise.reject(failing('PATH_NOT_CHANGED', { file: LINK, reason: 'EACCES' })) } })
  section(ABSENT)
  await expect.poll(() => button('Put on PATH')).toBeTruthy()
  button('Put on PATH')?.click()
  await expect.poll(() => texts('[role=alert]').join()).toContain(`${LINK} could not be changed`)
  await expect.poll(() => questions()).toEqual(['commandLine.state', 'commandLine.add', 'commandLine.state'])
  await expect.poll(() => button('Put on PATH')?.disabled).toBe(false)
})

test.each([
  ['repository', 'This is the repository', ABSENT.example, 1],
  ['none', 'unpacked anew at each start', null, 0],
] as const)('where nothing can be put on PATH it says why: %s', async (kind, words, example, lines) => {
  section({ kind, file: kind === 'none' ? null : '/src/electron/entry.cjs', example, path: null })
  await expect.poll(hints).toContain(words)
  expect(button('Put on PATH')).toBeUndefined()
  expect(texts('pre')).toHaveLength(lines)
})
