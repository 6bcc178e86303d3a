import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { programFileIn } from '../../../electron/backend/program-file.ts'
import { USUAL_PREFERENCES, type Preferences } from '../../../electron/contract/preferences.ts'

/** Every preference, each as nobody has it who has chosen nothing. */
const CHOSEN: Preferences = {
  language: 'ru',
  theme: 'dark',
  numberFormat: 'plain',
  timeZone: 'Asia/Yekaterinburg',
  contractHour: 0,
  pressureUnit: 'MPa',
  differentialPressureUnit: 'Pa',
  volumeUnit: 'm3',
  counterUnit: 'm3',
  flowUnit: 'm3h',
  temperatureUnit: 'kelvin',
  lanes: 2,
  proxy: 'http://proxy.example:3128',
  authority: '/company-ca.pem',
  crashDumps: true,
  notifications: false,
  keepFresh: false,
  meteredLine: true,
  lakeFolder: '/lake',
  updates: false,
  earlyVersions: true,
  backups: false,
  backupsFolder: '/stick',
  backupsEvery: 'week',
  backupsKept: 1,
  backupsWeeks: 0,
  backupsMostGb: 1,
  noteAuthor: 'Olga',
}

test('every preference is there after a restart, also those that were chosen one after the other', () => {
  const data = mkdtempSync(path.join(tmpdir(), 'meterbook-preferences-'))
  onTestFinished(() => rmSync(data, { recursive: true, force: true }))
  expect(programFileIn(data).preferences()).toEqual(USUAL_PREFERENCES)
  for (const [name, value] of Object.entries(CHOSEN)) programFileIn(data).setPreferences({ [name]: value })
  expect(programFileIn(data).preferences()).toEqual(CHOSEN)
  for (const [name, usual] of Object.entries(USUAL_PREFERENCES)) expect(CHOSEN, name).not.toHaveProperty(name, usual)
})
