import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'
import { FONT_FILES } from '../../electron/exports/forms/pdf/font-files.ts'
import { nodePackagesHere } from '../cli/node-binary.ts'
import type { Part } from './part.ts'
import { packageFolderOf, readParts } from './read-parts.ts'
import { sbomOf, type Program } from './sbom.ts'

/** Made by the build, relative to `out`: the first is for the window, the others travel beside the program (`extraResources`). */
export const PAPERS = {
  window: 'renderer/licences.json',
  licences: 'papers/THIRD-PARTY-LICENSES.txt',
  sbom: 'papers/meterbook.cdx.json',
} as const

interface Manifest extends Program {
  dependencies: Record<string, string>
}

/**
 * Writes down which packages each of the builds really took in (what was shaken off is no part of the program), and at the end of
 * the last one the papers that their licences ask for.
 * @returns a plugin for every build, and one for the last
 */
export function papers(root: string): { watch: () => Plugin; write: Plugin } {
  const folders = new Set<string>()
  return {
    watch: () => ({
      name: 'packages-of-the-build',
      apply: 'build',
      generateBundle(_options, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue
          for (const id of chunk.moduleIds) {
            const folder = packageFolderOf(id)
            if (folder !== null) folders.add(folder)
          }
        }
      },
    }),
    write: {
      name: 'papers-of-the-program',
      apply: 'build',
      closeBundle: () => writePapers(root, path.join(root, 'out'), folders),
    },
  }
}

/** @param folders of the packages that are bundled; what package.json depends on and Electron itself are packed beside them */
function writePapers(root: string, out: string, folders: ReadonlySet<string>): void {
  const manifest = readJson(path.join(root, 'package.json')) as Manifest
  const { packages } = readJson(path.join(root, 'package-lock.json')) as { packages: Record<string, { integrity?: string }> }
  const beside = [...Object.keys(manifest.dependencies), 'electron'].map((name) => path.join(root, 'node_modules', name))
  const fonts = Object.values(FONT_FILES).flatMap(({ regular }) => packageFolderOf(path.join(root, 'node_modules', regular)) ?? [])
  const parts = readParts(root, [...folders, ...fonts, ...beside, ...ofThisSystem(root)], { ...packages, ...checksumsOfNodes(root) })
  const write = (name: string, text: string) => {
    mkdirSync(path.dirname(path.join(out, name)), { recursive: true })
    writeFileSync(path.join(out, name), text)
  }
  write(PAPERS.window, JSON.stringify(parts))
  write(PAPERS.licences, licencesText(manifest, parts))
  write(PAPERS.sbom, sbomOf(manifest, parts))
}

/** What npm installs for the one system that packs: the keyring's module, and the Nodes that the command line runs on. */
function ofThisSystem(root: string): string[] {
  const scope = path.join(root, 'node_modules/@napi-rs')
  const keyrings = existsSync(scope) ? readdirSync(scope).filter((name) => name.startsWith('keyring-')) : []
  return [...keyrings.map((name) => path.join(scope, name)), ...nodePackagesHere(root)]
}

/** No lock file knows the Node of a system, which a script installs: its program is summed up here. */
function checksumsOfNodes(root: string): Record<string, { integrity: string }> {
  return Object.fromEntries(
    nodePackagesHere(root).map((folder) => {
      const bin = path.join(folder, 'bin')
      const [program] = existsSync(bin) ? readdirSync(bin).filter((file) => /^node(\.exe)?$/.test(file)) : []
      const bytes = program === undefined ? '' : readFileSync(path.join(bin, program))
      const name = path.relative(root, folder).replaceAll('\\', '/')
      return [name, { integrity: `sha512-${createHash('sha512').update(bytes).digest('base64')}` }]
    }),
  )
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

/** All licences as one text: first which parts there are, then each in full. */
function licencesText({ version }: Program, parts: readonly Part[]): string {
  const titleOf = ({ name, version: own, licence, broughtBy }: Part) =>
    `${name} ${own}${broughtBy === undefined ? '' : ` (in ${broughtBy})`} · ${licence ?? 'no licence named'}`
  const line = '='.repeat(100)
  return [
    `What Meterbook ${version} is made of, and under which licences. Meterbook itself is under the MIT licence.`,
    'Electron brings Chromium and Node.js: their licences are in LICENSES.chromium.html beside the program.',
    '',
    ...parts.map(titleOf),
    ...parts.flatMap((part) => ['', line, titleOf(part), line, '', (part.text ?? 'The package holds no licence text.').trimEnd()]),
    '',
  ].join('\n')
}
