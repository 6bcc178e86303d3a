import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { CARRIED, SAID_FOR } from './carried.ts'
import { byName, type Part } from './part.ts'

interface Manifest {
  name: string
  version: string
  license?: string | { type: string }
  licenses?: { type: string }[]
}

/** Files of a package that must travel with its code. */
const LEGAL = /^(licen[cs]e|unlicense|copying|notice|copyright)/i

/** The package that a bundled module belongs to: its folder below the last `node_modules`, or null for the program's own. */
export function packageFolderOf(moduleId: string): string | null {
  // A bundler's own marks: a NUL before what it made itself, a question after what is read another way.
  const file = moduleId.replace(/^\0/, '').replace(/\?.*$/, '').replaceAll('\\', '/')
  return /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? null
}

/**
 * The parts that the folders of these packages hold, each version once, with what they carry inside.
 * @param locked the lock file's checksum by folder, relative to the project
 */
export function readParts(root: string, folders: Iterable<string>, locked: Record<string, { integrity?: string }>): Part[] {
  const parts = new Map<string, Part>()
  for (const folder of folders) {
    const integrity = locked[path.relative(root, folder).replaceAll('\\', '/')]?.integrity
    for (const part of partsIn(root, folder)) {
      parts.set(`${part.name}@${part.version}`, { ...part, ...(part.kind === 'package' && integrity && { integrity }) })
    }
  }
  return [...parts.values()].sort(byName)
}

function partsIn(root: string, folder: string): Part[] {
  const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Manifest
  const said = SAID_FOR[manifest.name]
  const own: Part = {
    name: manifest.name,
    version: manifest.version,
    licence: said?.licence ?? licenceOf(manifest),
    text: legalTexts(folder) ?? said?.text?.(root) ?? null,
    kind: 'package',
  }
  const carried = CARRIED[manifest.name]
  if (!carried) return [own]
  const { name, licence, version, text } = carried
  return [own, { name, version: version(folder), licence, text: text(folder, root), kind: 'inside', broughtBy: manifest.name }]
}

function licenceOf({ license, licenses }: Manifest): string | null {
  if (typeof license === 'string') return license
  if (license) return license.type
  return licenses && licenses.length > 0 ? licenses.map(({ type }) => type).join(' OR ') : null
}

/** The package's licence and notices, one after the other, and those of what it was made from (`licenses/`). */
function legalTexts(folder: string): string | null {
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && LEGAL.test(entry.name))
    .map(({ name }) => name)
    .sort()
  const more = path.join(folder, 'licenses')
  if (existsSync(more))
    files.push(
      ...readdirSync(more)
        .sort()
        .map((name) => path.join('licenses', name)),
    )
  if (files.length === 0) return null
  return files.map((name) => `${readFileSync(path.join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim()}\n`).join('\n')
}
