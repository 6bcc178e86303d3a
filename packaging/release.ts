import { createHash } from 'node:crypto'
import { createReadStream, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { stringify } from 'yaml'
import { PACKAGE_KINDS, type PackageKind } from '../electron/contract/update-words.ts'
import { ENDING, type Manifest, type Package } from '../electron/backend/updates/manifest.ts'

/** What a release is made of: its packages in a folder of electron-builder's, and its notes in the lists of changes. */

const PLATFORM: Record<PackageKind, Package['platform']> = {
  nsis: 'win32',
  portable: 'win32',
  appimage: 'linux',
  deb: 'linux',
  dmg: 'darwin',
}

/** Which package a file is, by the names that electron-builder gives; null for what is none of this version. */
export function packageOf(name: string, version: string): Pick<Package, 'platform' | 'arch' | 'kind' | 'name'> | null {
  // `0.3.0` is no beginning of `0.3.0-beta.1`: behind a version stands what the package is for, or its ending.
  const stem = `(?:^|[-_ ])${RegExp.escape(version)}[-_ .]`
  if (!new RegExp(`${stem}(?:linux|mac|win|x\\d|amd|arm|aarch|universal|setup|portable|exe|appimage|deb|dmg)`, 'i').test(name)) return null
  const ending = path.extname(name).toLowerCase()
  const fitting = PACKAGE_KINDS.filter((kind) => ENDING[kind].toLowerCase() === ending)
  // Both of Windows end alike: the installer says that it is one.
  const kind = fitting.length > 1 ? (/setup/i.test(name) ? 'nsis' : 'portable') : fitting[0]
  if (kind === undefined) return null
  return { platform: PLATFORM[kind], arch: archOf(name), kind, name }
}

const archOf = (name: string): Package['arch'] => (/universal/i.test(name) ? 'universal' : /arm64|aarch64/i.test(name) ? 'arm64' : 'x64')

/** All packages of a version in a folder, with their sizes and digests, in the order of their names. @throws Error where there is none */
export async function packagesIn(folder: string, version: string): Promise<Package[]> {
  const found = readdirSync(folder)
    .toSorted()
    .flatMap((name) => packageOf(name, version) ?? [])
  if (found.length === 0) throw new Error(`There is no package of ${version} in ${folder}. Run npm run dist first.`)
  return Promise.all(
    found.map(async (one) => {
      const file = path.join(folder, one.name)
      const hash = createHash('sha512')
      await pipeline(createReadStream(file), hash)
      return { ...one, bytes: statSync(file).size, sha512: hash.digest('base64') }
    }),
  )
}

/** The section of a version in a list of changes, without its heading. @throws Error where there is none, or an empty one */
export function notesOf(changes: string, version: string, file: string): string {
  const sections = changes.split(/^## /m).slice(1)
  const section = sections.find((one) => one.split(/\s/, 1)[0] === version)
  const notes = section?.slice(section.indexOf('\n') + 1).trim() ?? ''
  if (notes === '') throw new Error(`${file} has no section "## ${version}" with anything in it. Write down what is new.`)
  return notes
}

/**
 * The files that electron-updater's generic provider reads, for tools that know these. The program itself believes none of them:
 * they are not signed.
 */
export function listsForOthers({ version, channel, date, packages }: Manifest): { name: string; text: string }[] {
  const stem = channel === 'beta' ? 'beta' : 'latest'
  const of = (kind: PackageKind, name: string) => {
    const files = packages.filter((one) => one.kind === kind).map(({ name: url, sha512, bytes: size }) => ({ url, sha512, size }))
    const [first] = files
    if (!first) return []
    const text = stringify(
      { version, files, path: first.url, sha512: first.sha512, releaseDate: `${date}T00:00:00.000Z` },
      { lineWidth: 0 },
    )
    return [{ name, text }]
  }
  return [...of('nsis', `${stem}.yml`), ...of('appimage', `${stem}-linux.yml`)]
}
