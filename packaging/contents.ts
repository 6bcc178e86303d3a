import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

/**
 * Bytes of a packed program's own parts. `asar`: the archive as a file; the others: of what it holds, and all of `resources` but for
 * what npm brings to one system alone.
 */
export interface Sizes {
  asar: number
  main: number
  renderer: number
  resources: number
}

export interface Contents {
  /** Every file below `resources` and within its archive, with its class of size, sorted; the same wherever it was packed. */
  lines: string[]
  sizes: Sizes
  /** What npm brings to the one system that packs: its Node and its keyring. A package made elsewhere has a stand-in, and none. */
  ofOneSystem: { names: string[]; bytes: number }
  /** SHA-256 of the archive. */
  asarHash: string
}

/** Files that the bundler cuts and names as it likes: their folders are listed as one. */
const CUT_BY_BUNDLER = /^((?:app\.asar|cli)\/out\/(?:main\/chunks|renderer\/assets))\/[^/]+\.(c?js|css|webp)$/

/** Node itself, whose size is its own, and the module of the system's keyring. */
const NODE = /^cli\/node(\.exe)?$/
const KEYRING = /\/@napi-rs\/keyring-[^/]+\//
const isOfOneSystem = ({ name }: Named) => NODE.test(name) || KEYRING.test(name)
/** The papers name both, and are longer on one system than on another. */
const PAPERS = /^(THIRD-PARTY-LICENSES\.txt|meterbook\.cdx\.json|(app\.asar|cli)\/out\/renderer\/licences\.json)$/
const hasNoClass = (name: string) => NODE.test(name) || PAPERS.test(name)

/** @param resources the folder of that name in a packed program */
export function contentsOf(resources: string): Contents {
  const archive = path.join(resources, 'app.asar')
  const inside = filesInArchive(archive).map(({ name, size }) => ({ name: `app.asar/${name}`, size }))
  const beside = filesBelow(resources).filter(({ name }) => name !== 'app.asar')
  const sizes = {
    asar: statSync(archive).size,
    main: sumOf(inside.filter(({ name }) => name.startsWith('app.asar/out/main/'))),
    renderer: sumOf(inside.filter(({ name }) => name.startsWith('app.asar/out/renderer/'))),
    resources: sumOf(filesBelow(resources).filter((file) => !isOfOneSystem(file))),
  }
  const all = [...inside, ...beside]
  return {
    lines: linesOf(all.filter(({ name }) => !KEYRING.test(name))),
    sizes,
    ofOneSystem: { names: all.filter(isOfOneSystem).map(({ name }) => name), bytes: sumOf(beside.filter(isOfOneSystem)) },
    asarHash: createHash('sha256').update(readFileSync(archive)).digest('hex'),
  }
}

interface Named {
  name: string
  size: number
}

const sumOf = (files: readonly Named[]) => files.reduce((sum, { size }) => sum + size, 0)

/** One line a file, one for all chunks of a folder: its name and, where that is ours, up to how many bytes it has, as a power of two. */
function linesOf(files: readonly Named[]): string[] {
  const sizes = new Map<string, number>()
  for (const { name, size } of files) {
    const listed = name.replace(CUT_BY_BUNDLER, '$1/*.$2')
    sizes.set(listed, (sizes.get(listed) ?? 0) + size)
  }
  return [...sizes].map(([name, size]) => (hasNoClass(name) ? name : `${name}  ≤ ${sizeClass(size)}`)).sort()
}

/** @param bytes 0 and more */
export function sizeClass(bytes: number): string {
  const class_ = Math.max(1, 2 ** Math.ceil(Math.log2(Math.max(bytes, 1) / 1024)))
  return class_ < 1024 ? `${class_} KiB` : `${class_ / 1024} MiB`
}

interface Node {
  size?: number
  unpacked?: boolean
  files?: Record<string, Node>
}

/** The files that lie in the archive itself: what is unpacked lies beside it. */
function filesInArchive(archive: string): Named[] {
  // Both are there with electron-builder, which brings them.
  const builder = createRequire(createRequire(import.meta.url).resolve('app-builder-lib/package.json'))
  const { getRawHeader } = builder('@electron/asar') as { getRawHeader(file: string): { header: Node } }
  const walk = (node: Node, name: string): Named[] => {
    if (node.files) return Object.entries(node.files).flatMap(([child, below]) => walk(below, name === '' ? child : `${name}/${child}`))
    return node.unpacked ? [] : [{ name, size: node.size ?? 0 }]
  }
  return walk(getRawHeader(archive).header, '')
}

function filesBelow(folder: string): Named[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => ({ name: path.relative(folder, file).replaceAll('\\', '/'), size: statSync(file).size }))
}
