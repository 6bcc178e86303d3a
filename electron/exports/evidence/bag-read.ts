import { readFile } from 'node:fs/promises'
import { BAG_INFO, MANIFEST, TAG_MANIFEST } from './bag.ts'
import type { ChangeList } from './changes.ts'
import { BundleRefused, type UnzippedFile } from './zip-read.ts'

/** A bag that was unzipped: its files by their path in it, and what its manifests say of them. */
export interface ReadBag {
  files: Map<string, UnzippedFile>
  /** True where a file's bytes are those that the manifests name. */
  isSound: (path: string) => boolean
  /** Lines of bag-info.txt. */
  info: Map<string, string>
}

const LINE = /^([0-9a-f]{64})  (\S.*)$/
/** Further signatures may be put beside the bag's own. */
const PARTYS = /^tagmanifest-sha256\.txt(\.[^/]+)?\.sig$/
export const isSignature = (path: string): boolean => PARTYS.test(path)

/**
 * Compares the files of a bag with its manifests and names what differs.
 * @throws BundleRefused where it is no bag at all.
 */
export async function readBag(unzipped: readonly UnzippedFile[], list: ChangeList): Promise<ReadBag> {
  const root = rootOf(unzipped)
  const files = new Map<string, UnzippedFile>()
  for (const file of unzipped) {
    const path = file.path.startsWith(root) ? file.path.slice(root.length) : file.path
    if (!file.path.startsWith(root) || files.has(path)) list.add('file-added', file.path)
    else files.set(path, file)
  }
  const [payload, tags] = [await sumsIn(files, MANIFEST, list), await sumsIn(files, TAG_MANIFEST, list)]
  const stated = new Map([...payload, ...tags])
  for (const [path, sum] of stated) {
    const file = files.get(path)
    if (!file) list.add('file-missing', path)
    else if (file.sum === null) list.add('file-unreadable', path)
    else if (file.sum !== sum) list.add('file-changed', path, { expected: sum, found: file.sum })
  }
  for (const path of [TAG_MANIFEST, MANIFEST]) if (!files.has(path) && !stated.has(path)) list.add('file-missing', path)
  for (const path of files.keys())
    if (!stated.has(path) && path !== TAG_MANIFEST && !isSignature(path)) list.add('file-added', path)
  const info = await infoIn(files)
  return { files, info, isSound: (path) => stated.has(path) && files.get(path)?.sum === stated.get(path) }
}

/** The folder that the bag lies in, as the beginning of a path. */
function rootOf(unzipped: readonly UnzippedFile[]): string {
  for (const name of [TAG_MANIFEST, MANIFEST, 'bagit.txt', 'bag-info.txt']) {
    const found = unzipped.find(({ path }) => path === name || path.endsWith(`/${name}`))
    if (found) return found.path.slice(0, -name.length)
  }
  throw new BundleRefused('not-bundle')
}

const MOST_MANIFEST_BYTES = 1024 * 1024
/** The choice and the report name each station, which may be tens of thousands. */
export const MOST_STATIONS_BYTES = 256 * 1024 * 1024

/** What a text file of the bag says; null where it is not there, is larger than `most` or cannot be read. */
export async function textOf(
  files: ReadonlyMap<string, UnzippedFile>,
  path: string,
  most = MOST_MANIFEST_BYTES,
): Promise<string | null> {
  const found = files.get(path)
  if (!found?.file || found.bytes > most) return null
  return readFile(found.file, 'utf8')
}

async function sumsIn(
  files: ReadonlyMap<string, UnzippedFile>,
  path: string,
  list: ChangeList,
): Promise<Map<string, string>> {
  const sums = new Map<string, string>()
  const text = await textOf(files, path)
  if (text === null) {
    if (files.has(path)) list.add('file-unreadable', path)
    return sums
  }
  for (const [at, line] of text.split('\n').entries()) {
    if (line === '') continue
    const [, sum = '', name = ''] = LINE.exec(line) ?? []
    if (sum === '') list.add('file-changed', path, { line: at + 1, found: line })
    else sums.set(name, sum)
  }
  return sums
}

async function infoIn(files: ReadonlyMap<string, UnzippedFile>): Promise<Map<string, string>> {
  const lines = (await textOf(files, BAG_INFO))?.split('\n') ?? []
  return new Map(
    lines.flatMap((line) => {
      const at = line.indexOf(': ')
      return at < 0 ? [] : [[line.slice(0, at), line.slice(at + 2)] as const]
    }),
  )
}
