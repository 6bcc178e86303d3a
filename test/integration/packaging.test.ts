import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { Spec, Validation } from '@cyclonedx/cyclonedx-library'
import { NtExecutable, NtExecutableResource, Resource } from 'resedit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contentsOf, type Contents } from '../../packaging/contents.ts'
import { differences, RENEW } from '../../packaging/lists.ts'
import { packAroundDummies, SYSTEMS } from '../../packaging/pack.ts'
import { licenceFaults } from '../../packaging/licences/licence-check.ts'
import { PAPERS } from '../../packaging/licences/papers.ts'
import type { Part } from '../../packaging/licences/part.ts'
import { withOtherMain } from '../packed/steps.ts'
import { packForMac } from '../support/mac-dummies.ts'

/** The installer's configuration, and what a packed program holds. No Electron binary is needed: its place is filled with dummies. */
const root = path.resolve(import.meta.dirname, '../..')
const require = createRequire(path.join(root, 'node_modules/app-builder-lib/package.json'))
const { build: config } = readJson('package.json') as { build: Record<string, unknown> }
const isLong = process.env['METERBOOK_LONG'] === '1'
const work = mkdtempSync(path.join(os.tmpdir(), 'packaging-'))
const folder = () => mkdtempSync(path.join(work, 'pack-'))

afterAll(() => rmSync(work, { recursive: true, force: true }))

function readJson(name: string): unknown {
  return JSON.parse(readFileSync(path.join(root, name), 'utf8'))
}

test('the configuration follows the schema of electron-builder', () => {
  const Ajv = require('ajv') as new (options: object) => {
    compile(schema: object): Validate
    errorsText(errors: unknown): string
  }
  interface Validate {
    (data: unknown): boolean
    errors: unknown
  }
  const ajv = new Ajv({ allErrors: true, strict: false, validateFormats: false })
  const validate = ajv.compile(require('app-builder-lib/scheme.json') as object)
  const isValid = validate(config)
  expect(isValid, ajv.errorsText(validate.errors)).toBe(true)
})

test('every fuse that weakens the program is off', () => {
  expect(config['electronFuses']).toEqual({
    runAsNode: false,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
  })
})

test('removing the program from Windows leaves the books, and it is installed for one user', () => {
  expect(config).toMatchObject({ nsis: { perMachine: false, allowElevation: false, deleteAppDataOnUninstall: false } })
})

test('a Mac without a certificate gets a signature all the same: without one, Apple’s processors start nothing', () => {
  expect(config).toMatchObject({ mac: { identity: '-', hardenedRuntime: false } })
})

/** Both are packed alike: every run packs one, `npm run test:long` each. */
describe.each(isLong ? SYSTEMS : SYSTEMS.slice(0, 1))('the packed program for $system', (system) => {
  let resources: string
  let contents: Contents
  beforeAll(async () => {
    resources = await packAroundDummies(root, system, folder())
    contents = contentsOf(resources)
  })

  test('holds the files that are written down, within its budget', () => {
    expect(differences(root, system, contents), RENEW).toEqual([])
  })

  test('has the same list and budget wherever it is made: with another Node, and with no keyring', () => {
    const other = path.join(folder(), 'resources')
    cpSync(resources, other, { recursive: true })
    const node = path.join(other, system.system === 'win' ? 'cli/node.exe' : 'cli/node')
    writeFileSync(node, Buffer.alloc(statSync(node).size > 1e6 ? 512 : 90e6))
    for (const place of ['cli', 'app.asar.unpacked']) {
      const scope = path.join(other, place, 'node_modules/@napi-rs')
      const keyrings = existsSync(scope) ? readdirSync(scope).filter((name) => name.startsWith('keyring-')) : []
      for (const name of keyrings) rmSync(path.join(scope, name), { recursive: true })
    }
    const elsewhere = contentsOf(other)
    expect(elsewhere.ofOneSystem.bytes).not.toBe(contents.ofOneSystem.bytes)
    expect(elsewhere).toEqual({ ...contents, ofOneSystem: elsewhere.ofOneSystem })
    expect(differences(root, system, elsewhere)).toEqual([])
  })

  test('holds its own SQLite, every program and thread, and nothing of the others', () => {
    const files = contents.lines.map((line) => line.replace(/ {2}≤.*/, ''))
    for (const needed of [
      'main/main',
      'main/worker',
      'main/analyst',
      'main/assistant',
      'main/evidence',
      'main/imports',
      'main/log',
      'main/paper',
      'main/sharing',
      'main/backups',
      'main/works',
      'main/fonts/Roboto-Regular.ttf',
      'main/fonts/Roboto-Medium.ttf',
      'main/fonts/noto-sans-georgian-georgian-400-normal.woff',
      'main/fonts/noto-sans-armenian-armenian-400-normal.woff',
      'main/cli',
      'main/web',
      'preload/preload',
      'renderer/index.html',
      PAPERS.window,
    ]) {
      // Programs and threads, whatever the kind of their modules.
      expect(files.map((file) => (needed.includes('.') ? file : file.replace(/\.c?js$/, '')))).toContain(`app.asar/out/${needed}`)
    }
    const natives = files.filter((file) => file.endsWith('.node'))
    const own = system.system === 'win' ? 'win32-x64.node' : 'linux-x64.node'
    const home = `node_modules/better-sqlite3/prebuilds/${own}`
    expect(natives).toEqual([`app.asar.unpacked/${home}`, `cli/${home}`])
    expect(files).toContain(system.system === 'win' ? 'cli/meterbook.cmd' : 'cli/meterbook')
    // No sources and no tests: what the packer was not told to take is not looked at either.
    const places = new Set(files.flatMap((file) => /^app\.asar\/([^/]+)/.exec(file)?.[1] ?? []))
    expect([...places].toSorted()).toEqual(['node_modules', 'out', 'package.json'])
  })

  test('every package that is packed is on the list of licences', () => {
    const parts = readJson(path.join('out', PAPERS.window)) as Part[]
    const packed = [...contents.lines, ...contents.ofOneSystem.names].flatMap(
      (line) => /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(line)?.[1] ?? [],
    )
    const listed = new Set(parts.map(({ name }) => name))
    expect(packed.length).toBeGreaterThan(0)
    expect(packed.filter((name) => !listed.has(name))).toEqual([])
  })

  test.runIf(system.system === 'win')('Windows’ program knows its archive’s checksum, so that a changed archive does not start', () => {
    const executable = NtExecutable.from(readFileSync(path.join(resources, '../Meterbook.exe')))
    const { entries } = NtExecutableResource.from(executable)
    const integrity = entries.find(({ type, id }) => type === 'INTEGRITY' && id === 'ELECTRONASAR')
    const { getRawHeader } = require('@electron/asar') as { getRawHeader(file: string): { headerString: string } }
    const { headerString } = getRawHeader(path.join(resources, 'app.asar'))
    const value = createHash('sha256').update(headerString).digest('hex')
    expect(JSON.parse(Buffer.from(integrity?.bin ?? new ArrayBuffer(0)).toString())).toEqual([
      { file: 'resources\\app.asar', alg: 'SHA256', value },
    ])
    expect(Resource.IconGroupEntry.fromEntries(entries)[0]?.icons).toHaveLength(7)
  })

  test('the byte that the driver changes is one of the program’s first file', () => {
    const archive = path.join(resources, 'app.asar')
    const [before, changed] = [readFileSync(archive), withOtherMain(archive)]
    const other = path.join(folder(), 'app.asar')
    writeFileSync(other, changed)
    const { extractFile } = require('@electron/asar') as { extractFile(archive: string, file: string): Buffer }
    const { main } = JSON.parse(extractFile(archive, 'package.json').toString()) as { main: string }
    const [was, is] = [extractFile(archive, main), extractFile(other, main)]
    expect([before.filter((byte, at) => byte !== changed[at]).length, was.filter((byte, at) => byte !== is[at]).length]).toEqual([1, 1])
  })

  test.runIf(isLong)('packed twice it is the same to the byte', async () => {
    const again = contentsOf(await packAroundDummies(root, system, folder()))
    console.log(`${system.system}: app.asar ${contents.asarHash}, ${contents.sizes.asar} bytes, twice`)
    expect(again).toEqual(contents)
  })
})

const canTellFiles = process.platform !== 'win32' && existsSync('/usr/bin/file')
if (isLong && !canTellFiles) console.warn('SKIPPED: no `file` on this machine, which joining a Mac’s program needs.')
test.runIf(isLong && canTellFiles)('a Mac’s program is one for both processors: one archive, and SQLite for each', async () => {
  const resources = path.join(await packForMac(root, folder()), 'Contents/Resources')
  const { lines } = contentsOf(resources)
  const files = lines.map((line) => line.replace(/ {2}≤.*/, ''))
  const homes = ['app.asar.unpacked', 'cli'].map((place) => `${place}/node_modules/better-sqlite3/prebuilds`)
  expect(files.filter((file) => file.endsWith('.node'))).toEqual(
    homes.flatMap((home) => [`${home}/darwin-arm64.node`, `${home}/darwin-x64.node`]),
  )
  // The Node of both processors in one program, and the command line beside it.
  expect(readFileSync(path.join(resources, 'cli/node')).readUInt32BE(0)).toBe(0xcafebabe)
  expect(files).toEqual(expect.arrayContaining(['cli/node', 'cli/meterbook', 'cli/LICENSE.node.txt', 'cli/out/main/cli.cjs']))
  expect(files.filter((file) => /^app.*\.asar$/.test(file))).toEqual([])
  expect(files).toEqual(
    expect.arrayContaining(['meterbook.icns', 'icon.icns', 'THIRD-PARTY-LICENSES.txt', 'app.asar/out/renderer/index.html']),
  )
})

describe('the papers that travel with the program', () => {
  const parts = readJson(path.join('out', PAPERS.window)) as Part[]
  const sbom = readFileSync(path.join(root, 'out', PAPERS.sbom), 'utf8')

  test('every part may be handed on, and its licence is there in full', () => {
    expect(parts.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['electron', 'better-sqlite3', 'SQLite', 'Roboto', 'vue-router', 'zod']),
    )
    expect(licenceFaults(parts)).toEqual([])
    const text = readFileSync(path.join(root, 'out', PAPERS.licences), 'utf8')
    expect(parts.filter((part) => !text.includes(part.text?.trim() ?? ''))).toEqual([])
  })

  test('the SBOM is CycloneDX 1.6 by its schema', async () => {
    expect(await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(sbom)).toBeNull()
  })

  test('the SBOM has every part with licence and checksum, and nothing that differs from one build to the next', () => {
    interface Component {
      name: string
      group?: string
      version: string
      purl: string
      licenses: object[]
      hashes?: { alg: string; content: string }[]
    }
    const { components, ...head } = JSON.parse(sbom) as { components: Component[] }
    const named = components.map(({ group, name, version }) => `${group ? `${group}/` : ''}${name}@${version}`)
    expect(named.toSorted()).toEqual(parts.map(({ name, version }) => `${name}@${version}`).toSorted())
    expect(JSON.stringify(head)).not.toMatch(/timestamp|serialNumber/)
    const unsummed = components.filter(({ purl, hashes }) => purl.startsWith('pkg:npm/') && hashes?.[0]?.content.length !== 128)
    expect(unsummed).toEqual([])
    expect(components.filter(({ licenses }) => licenses.length !== 1)).toEqual([])
  })
})
