import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { diagnosticsOf } from '../../../electron/backend/logged/diagnostics.ts'
import { aboutText, programFacts } from '../../../electron/backend/logged/program-facts.ts'
import { openBook } from '../../../electron/book/index.ts'
import { USUAL_PREFERENCES } from '../../../electron/contract/preferences.ts'
import { leaksIn, PLANTED } from '../../support/planted.ts'

/** What is copied for a bug report: of use, the same as the diagnostics say, and nobody's name, path or secret. */

const folders: string[] = []
afterEach(() => {
  vi.unstubAllEnvs()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** A program whose folders, names, proxy, environment and time zone are all somebody's. */
function planted() {
  const folder = mkdtempSync(path.join(os.tmpdir(), `${PLANTED.folder}-`))
  folders.push(folder)
  const dataFolder = path.join(folder, PLANTED.folder)
  mkdirSync(dataFolder)
  vi.stubEnv('METERBOOK_VAULT_KEY', PLANTED.vaultKey)
  vi.stubEnv('HTTPS_PROXY', `http://${PLANTED.proxyUser}:${PLANTED.proxyPassword}@${PLANTED.proxyHost}:3128`)
  vi.stubEnv('METERBOOK_DATA', dataFolder)
  const book = openBook(path.join(dataFolder, `${PLANTED.bookName}.meterbook`), {
    mode: 'write',
    now: () => 0,
    account: { url: `https://${PLANTED.proxyHost}`, email: PLANTED.email },
  })
  const host = {
    kind: 'web' as const,
    version: '1.2.3',
    dataFolder,
    systemLocale: PLANTED.author,
    systemTimeZone: PLANTED.address,
  }
  const preferences = {
    ...USUAL_PREFERENCES,
    backupsFolder: path.join(folder, PLANTED.backupsFolder),
    proxy: `http://${PLANTED.proxyHost}:1`,
  }
  return {
    parts: { host, preferences, book, keyPlace: 'environment' as const },
    words: [dataFolder, folder, os.homedir(), os.userInfo().username],
  }
}

test('no planted word is in what is copied, and it says what helps', () => {
  const { parts, words } = planted()
  const text = aboutText(programFacts(parts))
  parts.book.close()
  // `root` is also a word of systems; a path with it is not.
  expect(
    leaksIn(
      'about',
      text,
      words.filter((word) => word !== 'root'),
    ),
  ).toEqual([])
  expect(text).toMatch(/^Meterbook 1\.2\.3 \(build from sources\), web\n/)
  expect(text).toContain(`Node.js ${process.versions.node}, SQLite 3.`)
  expect(text).toContain('data chosen, book data-folder, backups elsewhere, log data-folder, key environment')
  expect(text).toContain('proxy true')
  expect(text).toContain('vaultKey true')
})

test('it says what the diagnostics say', () => {
  const { parts } = planted()
  const [program] = diagnosticsOf(parts)
  const facts = programFacts(parts)
  parts.book.close()
  expect(program?.name).toBe('program.json')
  expect(JSON.parse(program?.text ?? '')).toEqual(JSON.parse(JSON.stringify(facts)))
})

test('a word that was planted is found where it slips out', () => {
  expect(leaksIn('about', `book ${PLANTED.bookName}`)).not.toEqual([])
})
