import { readFile } from 'node:fs/promises'
import { BAG_INFO, MANIFEST, TAG_MANIFEST } from './bag.ts'
import { BundleRefused } from './bundle-refused.ts'
import type { ChangeList } from './changes.ts'
import { importedSum, PATHS } from './paths.ts'
import type { UnzippedFile } from './zip-read.ts'

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
  // A file by cable is called by its sum: other bytes cannot pass for it, whatever a manifest says.
  for (const [path, { sum }] of files) {
    const called = importedSum(path)
    if (called !== null && sum !== null && sum !== called && !list.has(path))
      list.add('file-changed', path, { expected: called, found: sum })
  }
  for (const path of [TAG_MANIFEST, MANIFEST]) if (!files.has(path) && !stated.has(path)) list.add('file-missing', path)
  for (const path of files.keys()) if (!stated.has(path) && path !== TAG_MANIFEST && !isSignature(path)) list.add('file-added', path)
  const info = await infoIn(files, list)
  return { files, info, isSound: (path) => stated.has(path) && files.get(path)?.sum === stated.get(path) }
}

/** The folder that the bag lies in, as the beginning of a path. */
function rootOf(unzipped: readonly UnzippedFile[]): string {
  for (const name of [TAG_MANIFEST, MANIFEST, 'bagit.txt', BAG_INFO]) {
    const found = unzipped.find(({ path }) => path === name || path.endsWith(`/${name}`))
    if (found) return found.path.slice(0, -name.length)
  }
  throw new BundleRefused('not-bundle')
}

/** The largest part that is held in memory, bytes. A manifest names some thirty files. */
const MOST_TEXT_BYTES = 256 * 1024
const MB = 1024 * 1024
/** The choice and the report name each station, of which there are MOST_STATIONS at most: some 120 and 250 bytes for each. */
const MOST_BYTES: Readonly<Record<string, number>> = {
  [PATHS.choice]: 8 * MB,
  [PATHS.report]: 16 * MB,
  [PATHS.pdf]: 128 * MB,
  [PATHS.context]: 256 * MB,
}

/** Whether a part is there, can be read and is no larger than such a part can be. */
export function isReadable(files: ReadonlyMap<string, UnzippedFile>, path: string): boolean {
  const found = files.get(path)
  return found !== undefined && found.file !== null && found.bytes <= mostBytes(path)
}
const mostBytes = (path: string): number => MOST_BYTES[path] ?? MOST_TEXT_BYTES

/** What a text file of the bag says; null where it is not there, is larger than such a part can be or cannot be read. */
export async function textOf(files: ReadonlyMap<string, UnzippedFile>, path: string): Promise<string | null> {
  const file = files.get(path)?.file
  return file && isReadable(files, path) ? readFile(file, 'utf8') : null
}

/** Names a part that cannot be read: too large, or broken where nothing else was said of it. */
export function addUnreadable(files: ReadonlyMap<string, UnzippedFile>, path: string, list: ChangeList): void {
  const bytes = files.get(path)?.bytes ?? 0
  if (bytes > mostBytes(path)) list.add('too-large', path, { found: `${bytes} B` })
  else if (!list.has(path)) list.add('file-unreadable', path)
}

async function sumsIn(files: ReadonlyMap<string, UnzippedFile>, path: string, list: ChangeList): Promise<Map<string, string>> {
  const sums = new Map<string, string>()
  const text = await textOf(files, path)
  if (text === null) {
    if (files.has(path)) addUnreadable(files, path, list)
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

async function infoIn(files: ReadonlyMap<string, UnzippedFile>, list: ChangeList): Promise<Map<string, string>> {
  const text = await textOf(files, BAG_INFO)
  if (text === null && files.has(BAG_INFO)) addUnreadable(files, BAG_INFO, list)
  const lines = text?.split('\n') ?? []
  return new Map(
    lines.flatMap((line) => {
      const at = line.indexOf(': ')
      return at < 0 ? [] : [[line.slice(0, at), line.slice(at + 2)] as const]
    }),
  )
}
