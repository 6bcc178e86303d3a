import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import { programFileIn } from '../../../electron/backend/program-file.ts'
import { manifestText, type Manifest } from '../../../electron/backend/updates/manifest.ts'
import { UPDATE_FAULTS } from '../../../electron/contract/update-words.ts'
import { attacks, type Attack } from '../../support/attacks.ts'
import { BAD_CLAIMS, signatureFile } from '../../support/bad-releases.ts'
import {
  folderOf,
  manifest,
  NAME,
  NOW_MS,
  PACKAGE,
  release,
  releaseFacts,
  sealedPackage,
  serveReleases,
  signedBy,
  STRANGER,
  type Files,
  type TestedProgram,
} from '../../support/releases.ts'
import { zipBytes } from '../../support/zip-bytes.ts'
import { meterbook } from './run-cli.ts'

/** What must not be taken for a new version, through the command: a program that was built with a test's key, 0.2.0 for Linux. */

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'meterbook-update-attacks-'))
  vi.useFakeTimers({ toFake: ['Date'], now: NOW_MS })
})
afterAll(() => {
  vi.useRealTimers()
  rmSync(folder, { recursive: true, force: true })
})

type Facts = Parameters<typeof releaseFacts>[1]

/** A program with a data folder of its own, and what its command says. */
function programOf(feed: string, facts: Facts = {}) {
  const place = mkdtempSync(path.join(folder, 'place-'))
  const data = path.join(place, 'data')
  mkdirSync(data)
  const file = path.join(data, 'release.json')
  writeFileSync(file, JSON.stringify(releaseFacts(feed, facts)))
  return {
    place,
    data,
    memory: programFileIn(data),
    waiting: () => (existsSync(path.join(data, 'updates')) ? readdirSync(path.join(data, 'updates')) : []),
    run: (...args: string[]) => meterbook(['update', ...args], data, { METERBOOK_RELEASE: file }),
  }
}
type Tried = ReturnType<typeof programOf>

/** It is refused with one sentence, nothing waits to be installed, and no version counts as seen. */
async function isRefused({ run, memory, waiting, data }: Tried, args: readonly string[], exit: number): Promise<void> {
  const { seen } = memory.updates()
  const { code, stdout, stderr } = await run(...args)
  expect([code, stdout]).toEqual([exit, ''])
  expect(stderr).toMatch(/^.+ Nothing was (installed, and this program is as it was|changed)\.[^\n]*\n$/u)
  expect(stderr).not.toContain(data)
  expect(waiting()).toEqual([])
  expect(memory.updates().seen).toEqual(seen)
}
const exitOf = (says: string): number => ((UPDATE_FAULTS as readonly string[]).includes(says) ? 5 : 4)

attacks(
  12,
  'what a place of releases says',
  BAD_CLAIMS.filter(({ limits }) => limits === undefined).map(({ what, says, served, program = {}, before }): Attack => ({
    name: what,
    async run() {
      const server = await serveReleases(served)
      try {
        const tried = programOf(server.address, program)
        before?.({ file: tried.memory } as TestedProgram)
        await isRefused(tried, ['--check'], exitOf(says))
        expect(server.asked.filter((address) => !address.includes('meterbook-update'))).toEqual([])
      } finally {
        await server.close()
      }
    },
  })),
)

/** Of a release that lies in a folder: taken, and where nothing but its signature and its words are wrong also verified. */
const brought = (name: string, files: Files | ((tried: Tried) => string), isVerified = true, before?: (tried: Tried) => void): Attack => ({
  name,
  async run() {
    const tried = programOf('')
    before?.(tried)
    const from = typeof files === 'function' ? files(tried) : folderOf(files, tried.place)
    await isRefused(tried, ['--from', from], 5)
    if (isVerified) await isRefused(tried, ['--verify', from], 5)
  },
})
attacks(
  12,
  'what a stick says',
  BAD_CLAIMS.flatMap(({ what, says, served, program, before }) =>
    typeof served === 'function' || program !== undefined || says === 'status'
      ? []
      : [brought(what, served, false, ({ memory }) => before?.({ file: memory } as TestedProgram))],
  ),
)

/** There a link needs rights that tests do not have, and names are fewer. */
const isWindows = process.platform === 'win32'

/** A release whose package is called so, and lies there where it can. */
const packaged = (changes: Record<string, unknown>): Files => {
  const text = `${JSON.stringify({ ...manifest(), packages: [{ ...sealedPackage, ...changes }] }, null, 2)}\n`
  const { name } = changes
  const isPossible = !isWindows && typeof name === 'string' && /^[^/\0]{3,200}$/u.test(name) && !(name in release())
  return { ...release(text), ...(isPossible && { [name]: PACKAGE }) }
}
const version = (text: string, changes: Partial<Manifest> = {}): Files =>
  release(`${JSON.stringify({ ...manifest(), ...changes, version: text }, null, 2)}\n`)
const GOOD = manifestText(manifest())

attacks(12, 'names of packages', [
  ...Object.entries({
    'a control character': 'a\u0001.AppImage',
    'a line feed': 'a\n.AppImage',
    NUL: 'a\0.AppImage',
    'a mark of direction': 'a\u202E.AppImage',
    'out of the folder': '../x.AppImage',
    'two dots': '..',
    'an absolute name': '/etc/x.AppImage',
    'a drive of Windows': 'C:x.AppImage',
    'an option': '-rf.AppImage',
    'nothing but the ending': '.AppImage',
    'a dot at the end': 'x.AppImage.',
    'a space at the end': 'x.AppImage ',
    '5,000 letters': `${'x'.repeat(5000)}.AppImage`,
    'a device of Windows': 'CON',
    'that of the manifest': 'meterbook-update.json',
    'that of the signature': signatureFile,
    'a percent sign': '%2e%2e%2fx.AppImage',
  }).map(([what, name]) => brought(what, packaged({ name }))),
  brought('a number', packaged({ name: 5 })),
])

attacks(12, 'versions', [
  brought('one of before by its spelling', version('0.2.0-rc.1'), false),
  ...[
    '0.3.0-',
    '00.3.0',
    '0.3.0 ',
    '０.3.0',
    '0.3.0\n',
    '0.3.0-..',
    '-1.0.0',
    '0x1.0.0',
    '1e3.0.0',
    '0.3.0-01',
    '',
    '0.3.0+build',
    `9.${'9'.repeat(5000)}.0`,
  ].map((text) => brought(`spelled ${JSON.stringify(text).slice(0, 20)}`, version(text))),
  brought('an older one with a later date', version('0.1.0', { date: '2026-12-01' }), false),
  brought('an early one, as if for all', version('0.4.0-beta.1'), false),
])

attacks(12, 'signatures', [
  brought('a second one behind the right one', release(GOOD, signedBy(GOOD) + signedBy(GOOD, STRANGER))),
  brought('a second one before the right one', release(GOOD, signedBy(GOOD, STRANGER) + signedBy(GOOD))),
  brought('the right one twice', release(GOOD, signedBy(GOOD).repeat(2))),
  brought('words before it', release(GOOD, `hello\n${signedBy(GOOD)}`)),
  brought('over other line ends', release(GOOD, signedBy(GOOD.replaceAll('\n', '\r\n')))),
  brought('over the package', release(GOOD, signedBy(PACKAGE))),
  brought('over itself', release(GOOD, signedBy(signedBy(GOOD)))),
  brought('words behind it', release(GOOD, `${signedBy(GOOD)}${'A'.repeat(100_000)}`)),
  brought('of 5 MB', release(GOOD, signedBy(GOOD).padEnd(5_000_000, 'A'))),
])

const zipped = (entries: { name: string; content: Buffer; method?: 0 | 8 }[]) => (tried: Tried) => {
  const file = path.join(tried.place, 'stick.zip')
  writeFileSync(file, zipBytes(entries))
  return file
}
const entriesOf = (files: Files) => Object.entries(files).map(([name, content]) => ({ name, content: Buffer.from(content) }))
const linked = (name: string) => (tried: Tried) => {
  const from = folderOf(release(), tried.place)
  const elsewhere = path.join(tried.place, 'elsewhere')
  writeFileSync(elsewhere, readFileSync(path.join(from, name)))
  rmSync(path.join(from, name))
  symlinkSync(elsewhere, path.join(from, name))
  return from
}

attacks(12, 'packages and files', [
  brought('another package of the same size', { ...release(), [NAME]: Buffer.alloc(PACKAGE.length, 'x') }),
  brought('a cut package', { ...release(), [NAME]: PACKAGE.subarray(0, 1000) }),
  brought('a package with a byte more', { ...release(), [NAME]: Buffer.concat([PACKAGE, Buffer.from('x')]) }),
  brought('a size that lies', packaged({ bytes: PACKAGE.length + 1 })),
  ...(isWindows ? [] : [brought('a package that is a link', linked(NAME))]),
  brought('a package that is a folder', (tried) => {
    const from = folderOf(release(), tried.place)
    rmSync(path.join(from, NAME))
    mkdirSync(path.join(from, NAME))
    return from
  }),
  brought('a name that leads out of a ZIP', zipped([...entriesOf(release()), { name: '../../evil', content: PACKAGE }])),
  brought('one name twice in a ZIP', zipped([...entriesOf(release()), { name: NAME, content: Buffer.from('x') }])),
  brought(
    'a ZIP that unpacks to 200 MB',
    zipped([...entriesOf(release()), { name: 'zeros', content: Buffer.alloc(200 << 20), method: 8 }]),
  ),
  brought('a manifest of 50 MB', { ...release(), 'meterbook-update.json': 'x'.repeat(50 << 20) }),
])

if (!isWindows)
  attacks(12, 'links where packages are put', [
    {
      name: 'a link where the package is put',
      async run() {
        const { run, data, place } = programOf('')
        const [victim, updates] = [path.join(place, 'victim'), path.join(data, 'updates')]
        writeFileSync(victim, 'mine')
        mkdirSync(updates, { mode: 0o700 })
        symlinkSync(victim, path.join(updates, NAME))
        expect((await run('--from', folderOf(release(), place))).code).toBe(1)
        expect(readFileSync(victim, 'utf8')).toBe('mine')
        expect(readFileSync(path.join(updates, NAME))).toEqual(PACKAGE)
      },
    },
    {
      name: 'a link where the folder of packages is',
      async run() {
        const { run, data, place } = programOf('')
        const elsewhere = path.join(place, 'elsewhere')
        mkdirSync(elsewhere)
        symlinkSync(elsewhere, path.join(data, 'updates'))
        writeFileSync(path.join(elsewhere, 'mine'), 'mine')
        const { code, stderr } = await run('--from', folderOf(release(), place))
        expect([code, stderr]).toEqual([5, expect.stringContaining('lies a link, or no file')])
        expect(readdirSync(elsewhere)).toEqual(['mine'])
      },
    },
  ])
