import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { FuseV1Options } from '@electron/fuses'
import { afterAll, expect, test } from 'vitest'
import { BARS, nodeStartMs, overBars } from '../../packed/bars.ts'
import { findForTests, makeOffer, offerFile, offerText, type ForTests } from '../../packed/for-tests/offer.ts'
import { sumOfTree } from '../../packed/memory.ts'
import { findInstalled, findPacked } from '../../packed/program.ts'
import { lineOf, runSteps, type Outcome, type Step } from '../../packed/run-steps.ts'
import { fuseOf, STEPS } from '../../packed/steps.ts'
import type { Files } from '../../support/releases.ts'

const dist = mkdtempSync(path.join(os.tmpdir(), 'packed-'))
afterAll(() => rmSync(dist, { recursive: true, force: true }))

test('every step is run, whatever became of the one before, and each is told as it ends', async () => {
  const steps: Step<string>[] = [
    { name: 'breaks', run: () => Promise.reject(new Error('no window')) },
    { name: 'is away', skip: (given) => `nothing for ${given}`, run: () => Promise.reject(new Error('was run')) },
    { name: 'measures', skip: () => null, run: () => Promise.resolve({ startMs: 7 }) },
    { name: 'is quiet', run: () => Promise.resolve() },
    { name: 'is too much', run: () => Promise.resolve({ memoryMiB: 90_000, startMs: 8 }) },
    { name: 'is to come', skip: () => null },
  ]
  const told: Outcome[] = []
  const outcomes = await runSteps(steps, 'you', (outcome) => told.push(outcome))
  expect(told).toEqual(outcomes)
  expect(outcomes).toMatchObject([
    { name: 'breaks', state: 'failed', reason: 'no window', measures: {} },
    { name: 'is away', state: 'skipped', reason: 'nothing for you' },
    { name: 'measures', state: 'passed', reason: null, measures: { startMs: 7 } },
    { name: 'is quiet', state: 'passed' },
    { name: 'is too much', state: 'failed', measures: { memoryMiB: 90_000, startMs: 8 } },
    { name: 'is to come', state: 'failed', reason: 'The reason to skip it is gone: write what it does.' },
  ])
  expect(outcomes.map((outcome) => lineOf({ ...outcome, ms: 1500 }))).toEqual([
    'FAILED    breaks                 1.5 s  no window',
    'SKIPPED   is away                1.5 s  nothing for you',
    'passed    measures               1.5 s  startMs 7',
    'passed    is quiet               1.5 s',
    expect.stringMatching(
      /^FAILED    is too much            1\.5 s  memoryMiB is 90000, and \d+ is its bar .*, memoryMiB 90000, startMs 8$/,
    ),
    'FAILED    is to come             1.5 s  The reason to skip it is gone: write what it does.',
  ])
})

test('memory is that of a program and all below it, in whatever order they are listed', () => {
  expect(sumOfTree('  30 20 100\n 20 10  10\r\n10 1 1\n40 1 9999\n\nPID PPID RSS\n', 10)).toBe(111 * 1024)
  expect(sumOfTree('', 10)).toBe(0)
})

test.each([
  ['linux', 'linux-unpacked/meterbook'],
  ['win32', 'win-unpacked/Meterbook.exe'],
  ['darwin', 'mac-universal/Meterbook.app/Contents/MacOS/Meterbook'],
] as const)('the program packed for %s is found under its name, and otherwise there is none', (platform, name) => {
  expect(findPacked(dist, platform)).toBeNull()
  mkdirSync(path.dirname(path.join(dist, name)), { recursive: true })
  writeFileSync(path.join(dist, name), '')
  expect(findPacked(dist, platform)?.executable).toBe(path.join(dist, name))
  expect(findPacked(dist, 'aix')).toBeNull()
})

test('what a deb has installed is started in its sandbox, a loose folder on Linux without', () => {
  const folder = path.join(dist, 'linux-unpacked')
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'meterbook'), '')
  expect(findInstalled(folder)).toMatchObject({ resources: path.join(folder, 'resources'), args: [] })
  expect(findPacked(dist, 'linux')?.args).toEqual(['--no-sandbox'])
  expect(findInstalled(path.join(dist, 'nowhere'))).toBeNull()
})

test('every fuse that package.json sets is one that the driver reads', () => {
  const { build } = JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../../../package.json'), 'utf8')) as {
    build: { electronFuses: Record<string, boolean> }
  }
  const names = Object.keys(build.electronFuses)
  expect(names.map((name) => FuseV1Options[fuseOf(name)].toLowerCase())).toEqual(names.map((name) => name.toLowerCase()))
  expect(() => fuseOf('newFuse')).toThrow('newFuse')
})

const givenWith = (forTests: ForTests | null) => ({
  packed: { executable: '', resources: path.join(dist, 'nowhere'), args: [] },
  dist,
  work: dist,
  pictures: dist,
  books: { first: '', second: '' },
  forTests,
  manifest: { build: { electronFuses: {} } },
})
const skippedOf = (forTests: ForTests | null) => STEPS.filter(({ skip }) => skip?.(givenWith(forTests))).map(({ name }) => name)

test('steps that wait for another part of the program are skipped by name', () => {
  expect(skippedOf(null)).toEqual(expect.arrayContaining(['crash of a thread', 'update offered', 'command line', 'export']))
})

test('beside a program that is packed for tests, a thread crashes and an update is offered: every step has what it does', () => {
  const folder = path.join(dist, 'for-tests')
  expect(findForTests(folder, 'linux')).toBeNull()
  mkdirSync(path.join(folder, 'packed/linux-unpacked'), { recursive: true })
  writeFileSync(path.join(folder, 'packed/linux-unpacked/meterbook'), '')
  expect(findForTests(folder, 'linux')).toBeNull()
  const offer = makeOffer(4711)
  writeFileSync(offerFile(folder), offerText(offer))
  const found = findForTests(folder, 'linux')
  expect(found).toMatchObject({ packed: { executable: path.join(folder, 'packed/linux-unpacked/meterbook') }, offer: { port: 4711 } })
  const bytes = (files: Files) => Object.entries(files).map(([name, file]) => [name, Buffer.from(file).toString('base64')])
  expect(bytes(found?.offer.files ?? {})).toEqual(bytes(offer.files))
  expect(skippedOf(found)).not.toContain('crash of a thread')
  expect(skippedOf(found)).not.toContain('update offered')
  expect(STEPS.filter(({ run }) => run === undefined)).toEqual([])
})

test('what is measured is held against one table, and what has no bar is only kept', async () => {
  const large = (names: readonly string[]) => overBars(Object.fromEntries(names.map((name) => [name, Number.MAX_SAFE_INTEGER])))
  const names = ['asarBytes', 'resourcesBytes', 'ofOneSystemBytes', 'windowInNodeStarts', 'stationsInNodeStarts', 'memoryMiB']
  const packages = ['meterbook-0.2.0-mac-universal.dmg bytes', 'meterbook-0.2.0-linux-amd64.deb bytes']
  expect(large([...names, ...packages])).toHaveLength(BARS.length)
  expect(large(['windowMs', 'stationsMs', 'rows'])).toEqual([])
  expect(overBars(Object.fromEntries([...names, ...packages].map((name) => [name, 1])))).toEqual([])
  expect(overBars({ meterMiB: 8 }, [{ of: /^meterMiB$/, most: 7, because: 'seven' }])).toEqual([
    'meterMiB is 8, and 7 is its bar (test/packed/bars.ts: seven).',
  ])
  expect(await nodeStartMs()).toBeGreaterThan(0)
})
