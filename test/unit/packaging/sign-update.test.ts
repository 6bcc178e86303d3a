import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { readManifest } from '../../../electron/backend/updates/manifest.ts'
import { makeKey, publicLine } from '../../../electron/exports/evidence/sshsig.ts'
import { notesOf, packageOf } from '../../../packaging/release.ts'
import { digestOf, PACKAGE, programAt } from '../../support/releases.ts'

/** A release signed as a publisher does, taken as a program does. */
const root = path.resolve(import.meta.dirname, '../../..')
const NAMES = [
  'meterbook-0.3.0-linux-amd64.deb',
  'meterbook-0.3.0-linux-x86_64.AppImage',
  'meterbook-0.3.0-mac-universal.dmg',
  'meterbook-0.3.0-win-x64-portable.exe',
  'meterbook-0.3.0-win-x64-setup.exe',
]
let dist: string
const key = makeKey()

beforeEach(() => {
  dist = mkdtempSync(path.join(os.tmpdir(), 'meterbook-dist-'))
  onTestFinished(() => rmSync(dist, { recursive: true, force: true }))
  for (const name of [...NAMES, 'meterbook-0.2.0-win-x64-setup.exe', 'builder-debug.yml']) writeFileSync(path.join(dist, name), PACKAGE)
  for (const [name, notes] of Object.entries({ 'CHANGELOG.md': 'New things.', 'CHANGELOG-ru.md': 'Новое.' }))
    writeFileSync(path.join(dist, name), `# Changes\n\n## Unreleased\n\n- later\n\n## 0.3.0\n\n${notes}\n\n## 0.2.0\n\n- before\n`)
  writeFileSync(path.join(dist, 'key'), key)
  knows(publicLine(key))
})
const knows = (publicKey: string) => writeFileSync(path.join(dist, 'release.json'), JSON.stringify({ feed: '', keys: [{ publicKey }] }))

async function sign(...args: string[]): Promise<{ code: number; said: string }> {
  const usual = [
    '--version',
    '0.3.0',
    '--dist',
    dist,
    '--changes',
    dist,
    '--release',
    path.join(dist, 'release.json'),
    '--date',
    '2026-11-30',
  ]
  const script = path.join(root, 'packaging/sign-update.ts')
  return promisify(execFile)(process.execPath, [script, ...usual, ...args], { cwd: root }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    (error: { code: number; stderr: string }) => ({ code: error.code, said: error.stderr }),
  )
}
const read = (name: string) => readFileSync(path.join(dist, name))

describe('sign-update', () => {
  test('every package of the version, its notes in both languages, for both channels', async () => {
    expect(await sign('--key', path.join(dist, 'key'), '--minimum', '0.1.0')).toMatchObject({ code: 0 })
    const manifest = readManifest(read('meterbook-update.json'))
    expect(manifest).toMatchObject({
      version: '0.3.0',
      channel: 'stable',
      date: '2026-11-30',
      minimum: '0.1.0',
      notes: { en: 'New things.', ru: 'Новое.' },
    })
    expect(manifest.packages.map(({ platform, arch, kind }) => `${platform} ${arch} ${kind}`)).toEqual([
      'linux x64 deb',
      'linux x64 appimage',
      'darwin universal dmg',
      'win32 x64 portable',
      'win32 x64 nsis',
    ])
    expect(read('meterbook-update-beta.json').equals(read('meterbook-update.json'))).toBe(true)
    expect(parse(read('latest.yml').toString())).toMatchObject({
      version: '0.3.0',
      path: 'meterbook-0.3.0-win-x64-setup.exe',
      files: [{ url: 'meterbook-0.3.0-win-x64-setup.exe', size: PACKAGE.length, sha512: digestOf(PACKAGE) }],
    })
    expect(parse(read('latest-linux.yml').toString())).toMatchObject({ path: 'meterbook-0.3.0-linux-x86_64.AppImage' })
    const program = programAt('', { keys: [{ publicKey: publicLine(key), revoked: false }] })
    onTestFinished(program.remove)
    expect((await program.offers.inspect(dist)).files.every(({ found }) => found)).toBe(true)
    expect((await program.offers.bring(dist)).file?.name).toBe('meterbook-0.3.0-linux-x86_64.AppImage')
  })

  test('an early version is for those who asked for one', async () => {
    expect(await sign('--key', path.join(dist, 'key'), '--channel', 'beta')).toMatchObject({ code: 0 })
    expect(readdirSync(dist).filter((name) => name.startsWith('meterbook-update') || name.endsWith('.yml'))).toEqual([
      'beta-linux.yml',
      'beta.yml',
      'builder-debug.yml',
      'meterbook-update-beta.json',
      'meterbook-update-beta.json.sig',
    ])
  })

  test.each<[string, RegExp, () => string[]]>([
    ['a key that programs do not know', /would refuse/, () => (writeFileSync(path.join(dist, 'key'), makeKey()), [])],
    ['no package of the version', /no package of 0\.9\.0/, () => (writeNotes('0.9.0'), ['--version', '0.9.0'])],
    ['no notes', /CHANGELOG\.md has no section "## 0\.4\.0"/, () => ['--version', '0.4.0']],
    ['no notes in Russian', /CHANGELOG-ru\.md has no section/, () => (writeFileSync(path.join(dist, 'CHANGELOG-ru.md'), '# x\n'), [])],
    ['an unknown channel', /Usage/, () => ['--channel', 'nightly']],
  ])('%s: nothing is written', async (_what, says, prepare) => {
    const args = prepare()
    const { code, said } = await sign('--key', path.join(dist, 'key'), ...args)
    expect(code).toBe(1)
    expect(said).toMatch(says)
    expect(readdirSync(dist).filter((name) => name.startsWith('meterbook-update'))).toEqual([])
  })
  const writeNotes = (version: string) => {
    for (const name of ['CHANGELOG.md', 'CHANGELOG-ru.md']) writeFileSync(path.join(dist, name), `## ${version}\n\nx\n`)
  }

  const hasOpenSsh = spawnSync('ssh-keygen', ['-?']).error === undefined
  test.skipIf(!hasOpenSsh)('a key of OpenSSH signs, and stock OpenSSH verifies what the program signed', async () => {
    const file = path.join(dist, 'id')
    expect(spawnSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', file]).status).toBe(0)
    const line = readFileSync(`${file}.pub`, 'utf8').split(' ').slice(0, 2).join(' ')
    knows(line)
    expect(await sign('--key', file)).toMatchObject({ code: 0 })
    const program = programAt('', { keys: [{ publicKey: line, revoked: false }] })
    onTestFinished(program.remove)
    expect((await program.offers.inspect(dist)).manifest.version).toBe('0.3.0')

    knows(publicLine(key))
    expect(await sign('--key', path.join(dist, 'key'))).toMatchObject({ code: 0 })
    writeFileSync(path.join(dist, 'signers'), `meterbook namespaces="meterbook-update" ${publicLine(key)}\n`)
    const place = [
      '-f',
      path.join(dist, 'signers'),
      '-I',
      'meterbook',
      '-n',
      'meterbook-update',
      '-s',
      path.join(dist, 'meterbook-update.json.sig'),
    ]
    expect(spawnSync('ssh-keygen', ['-Y', 'verify', ...place], { input: read('meterbook-update.json') }).status).toBe(0)
  })
})

test('packages are known by the names that electron-builder gives', () => {
  expect(packageOf('meterbook-0.3.0-linux-arm64.AppImage', '0.3.0')).toMatchObject({ arch: 'arm64', kind: 'appimage' })
  expect(packageOf('meterbook-0.3.0-win-x64-setup.exe.blockmap', '0.3.0')).toBeNull()
  expect(packageOf('meterbook-0.3.0-win-x64-setup.exe', '0.3.1')).toBeNull()
  expect(packageOf('meterbook-0.3.0-beta.1-win-x64-setup.exe', '0.3.0')).toBeNull()
  expect(packageOf('meterbook-10.3.0-win-x64-setup.exe', '0.3.0')).toBeNull()
  expect(packageOf('Meterbook Setup 0.3.0.exe', '0.3.0')).toMatchObject({ kind: 'nsis' })
})

test('the notes of a version end where the next begin', () => {
  expect(notesOf('# C\n\n## 2.0.0 (2027)\n\n### Added\n\n- a\n\n## 1.0.0\n\n- b\n', '2.0.0', 'C')).toBe('### Added\n\n- a')
  expect(() => notesOf('## 2.0.0\n\n## 1.0.0\n', '2.0.0', 'C')).toThrow(/no section/)
})
