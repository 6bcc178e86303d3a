import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { readLog } from '../../../electron/backend/logged/read-log.ts'
import { programFileIn } from '../../../electron/backend/program-file.ts'
import { manifestText } from '../../../electron/backend/updates/manifest.ts'
import { AUTHORITY_FILE, startInBetween } from '../../support/in-between.ts'
import {
  folderOf,
  manifest,
  NAME,
  PACKAGE,
  release,
  releaseFacts,
  serveReleases,
  signedBy,
  STRANGER,
  type Files,
} from '../../support/releases.ts'
import { meterbook } from './run-cli.ts'

/** New versions on the command line: asked for, taken from a stick, verified; nothing is ever installed. */

let folder: string
/** Signed today: the program's own clock judges its date. */
const text = manifestText(manifest({ version: '99.0.0', date: new Date().toISOString().slice(0, 10) }))
beforeAll(() => (folder = mkdtempSync(path.join(tmpdir(), 'meterbook-update-cli-'))))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The environment of a program that knows this place of releases, and a data folder of its own. */
async function placeOf(served: Files, feed?: string) {
  const server = await serveReleases(served)
  onTestFinished(server.close)
  const data = mkdtempSync(path.join(folder, 'data-'))
  const file = path.join(data, 'release.json')
  writeFileSync(file, JSON.stringify(releaseFacts(feed ?? server.address)))
  const run = (...args: string[]) => meterbook(['update', ...args], data, { METERBOOK_RELEASE: file })
  return { data, asked: server.asked, run }
}

/** A place of releases whose certificate is signed by an authority that only its company knows. */
async function privatePlace() {
  const server = await serveReleases(release(text))
  onTestFinished(server.close)
  const outside = await startInBetween(server.address, { tls: true })
  onTestFinished(outside.close)
  return { ...(await placeOf({}, `${outside.url}/releases/`)), asked: server.asked }
}

describe('--check', () => {
  test('a newer version: exit 1, its package, its notes, and nothing downloaded', async () => {
    const { run, asked, data } = await placeOf(release(text))
    const { code, stdout, stderr } = await run('--check')
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
    expect(stdout).toMatch(/^Version 99\.0\.0 of \d{4}-\d\d-\d\d is there; this is \d/)
    expect(stdout).toContain(`/releases/${NAME}`)
    expect(stdout).toContain('Nothing was downloaded.')
    expect(stdout).toContain('Updates that ask.')
    expect(asked).toHaveLength(2)
    expect(existsSync(path.join(data, 'updates', NAME))).toBe(false)
    const { exit, newer, ...rest } = JSON.parse((await run('--check', '--json')).stdout) as Record<string, unknown>
    expect({ exit, newer, place: rest['place'] }).toEqual({ exit: 1, newer: true, place: null })
  })

  test('nothing newer: exit 0', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
    const { run } = await placeOf(release(manifestText(manifest({ version, date: '2026-11-01' }))))
    expect(await run('--check')).toMatchObject({
      code: 0,
      stdout: `This is the newest version (${version}); the release says ${version}.\n`,
    })
  })

  test('refused: exit 5; silent: exit 4; switched off: exit 2, and nothing asked', async () => {
    const bad = await placeOf(release(text, signedBy(text, STRANGER)))
    const refused = await bad.run('--check')
    expect(refused.code).toBe(5)
    expect(refused.stderr).toMatch(/^The update was refused: it is signed with a key that this program does not know \(SHA256:/)
    const silent = await placeOf({})
    expect((await silent.run('--check')).code).toBe(4)
    const off = await placeOf(release(text))
    programFileIn(off.data).setPreferences({ updates: false })
    const { code, stderr } = await off.run('--check')
    expect(code).toBe(2)
    expect(stderr).toContain('Updates are switched off in the preferences: nothing was asked.')
    expect(off.asked).toEqual([])
  })

  test('a build that knows no key says so', async () => {
    const { code, stderr } = await meterbook(['update', '--check'], path.join(folder, 'keyless'))
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: 'This build knows no key that releases are signed with: nothing was asked, and nothing can be verified.\n',
    })
  })
})

describe('an authority of its own', () => {
  test('is refused before anything is asked, with a sentence that says what to do', async () => {
    const { run, asked } = await privatePlace()
    const { code, stderr } = await run('--check')
    expect(code).toBe(4)
    expect(stderr).toContain('its certificate is not trusted on this computer')
    expect(stderr).toContain(
      "If it has an authority of its own, add its certificate to this computer's, or name its file with --authority.",
    )
    expect(asked).toEqual([])
  })

  test('is taken with --authority, which goes before the preference', async () => {
    const { run, asked, data } = await privatePlace()
    expect(await run('--check', '--authority', AUTHORITY_FILE)).toMatchObject({ code: 1, stderr: '' })
    expect(asked).toHaveLength(2)
    programFileIn(data).setPreferences({ authority: path.join(data, 'gone.pem') })
    expect((await run('--check', '--authority', AUTHORITY_FILE)).code).toBe(1)
    expect(asked).toHaveLength(4)
  })

  test('is taken with the preference alone', async () => {
    const { run, asked, data } = await privatePlace()
    programFileIn(data).setPreferences({ authority: AUTHORITY_FILE })
    expect(await run('--check')).toMatchObject({ code: 1, stderr: '' })
    expect(asked).toHaveLength(2)
  })

  test('a file that holds none is refused, with either; nothing is asked', async () => {
    const { run, asked, data } = await privatePlace()
    const gone = path.join(data, 'gone.pem')
    const named = await run('--check', '--authority', gone)
    programFileIn(data).setPreferences({ authority: gone })
    for (const { code, stderr } of [named, await run('--check')]) {
      expect(code).toBe(2)
      expect(stderr).toContain(`${gone} holds no certificates that can be used: it is not there, or cannot be read.`)
    }
    expect(asked).toEqual([])
  })

  test('goes with --check alone', async () => {
    const { run } = await privatePlace()
    for (const wish of ['--from', '--verify']) {
      const { code, stderr } = await run(wish, 'x', '--authority', AUTHORITY_FILE)
      expect(code).toBe(2)
      expect(stderr).toContain('--authority goes with --check')
    }
  })
})

test('--from takes a release without any network and says where its package lies', async () => {
  const { run, data, asked } = await placeOf({}, 'https://releases.example.invalid/')
  const from = folderOf(release(text), data)
  const { code, stdout } = await run('--from', from)
  expect(code).toBe(1)
  const place = path.join(data, 'updates', NAME)
  expect(stdout).toContain(`Package  ${place}, 148.0 kB, verified. Nothing was installed.`)
  expect(readFileSync(place).equals(PACKAGE)).toBe(true)
  expect(asked).toEqual([])
})

test('--verify tells what of a release holds, and finds what was changed', async () => {
  const { run, data } = await placeOf({}, 'https://releases.example.invalid/')
  const from = folderOf(release(text), data)
  const good = await run('--verify', from)
  expect(good.code).toBe(0)
  expect(good.stdout).toContain('Release 99.0.0 (stable)')
  expect(good.stdout).toMatch(new RegExp(`holds +${NAME}`))
  writeFileSync(path.join(from, NAME), Buffer.alloc(PACKAGE.length))
  const { code, stdout } = await run('--verify', from, '--json')
  expect(code).toBe(5)
  expect(JSON.parse(stdout)).toMatchObject({ failure: { code: 'UPDATE_REFUSED', data: { reason: 'digest' } }, exit: 5 })
})

test('how each run ended is in the log, a refused one with its reason', async () => {
  const ends = (data: string) =>
    readLog(data)
      .filter(({ what }) => what === 'ended')
      .map(({ level, facts: { ms: _, ...facts } }) => ({ level, ...facts }))
  const command = 'update'
  const good = await placeOf(release(text))
  await good.run('--check')
  expect(readLog(good.data).map(({ what }) => what)).toEqual(['ended', 'update-checked', 'started'])
  const bad = await placeOf(release(text, signedBy(text, STRANGER)))
  await bad.run('--check')
  await bad.run('--from', folderOf({ 'readme.txt': 'hello' }, bad.data))
  await bad.run('--verify', path.join(bad.data, 'planted-name.zip'))
  const refused = { level: 'warn', command, exit: 5, code: 'UPDATE_REFUSED' }
  expect(ends(bad.data)).toEqual([
    { ...refused, reason: 'nothing-inside' },
    { ...refused, reason: 'nothing-inside' },
    { ...refused, reason: 'other-key' },
  ])
  const silent = await placeOf({})
  await silent.run('--check')
  programFileIn(silent.data).setPreferences({ updates: false })
  await silent.run('--check')
  expect(ends(silent.data)).toEqual([
    { level: 'warn', command, exit: 2, code: 'UPDATES_OFF', reason: 'switched-off' },
    { level: 'warn', command, exit: 4, code: 'UPDATE_UNAVAILABLE', reason: 'status' },
  ])
})

test('one wish at a time', async () => {
  expect((await meterbook(['update'], path.join(folder, 'none'))).code).toBe(2)
  expect((await meterbook(['update', '--check', '--from', 'x'], path.join(folder, 'none'))).code).toBe(2)
})
