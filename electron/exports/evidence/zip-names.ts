import { isDeviceName } from '../../contract/device-names.ts'
import { BundleRefused } from './bundle-refused.ts'

const MOST_PATH_BYTES = 1024
/** The longest part of a path that a file system holds; unzip cuts a longer one, so that two become the same. */
const MOST_PART_BYTES = 255

/**
 * Characters that name something else in Windows (`a:b` is a stream of `a`), that unzip takes off (`a;1` becomes `a`), or
 * that are not seen.
 */
const READ_DIFFERENTLY = /[<>:"|?*;\p{C}\p{Zl}\p{Zp}]/u

/**
 * The path of an entry, from the bytes of its name; a folder's ends with `/`.
 * @throws BundleRefused: bad-path where it leads out of the folder, name where programs unpack it under different names.
 */
export function pathOf(bytes: Buffer, isUtf8: boolean): string {
  const path = decoded(bytes, isUtf8)
  const parts = path.replace(/\/$/, '').split('/')
  const leadsOut = path.startsWith('/') || /^[a-z]:/i.test(path) || path.includes('\\') || parts.includes('..')
  if (leadsOut) throw new BundleRefused('bad-path', { entry: path })
  if (bytes.length > MOST_PATH_BYTES || parts.some(isReadDifferently)) throw new BundleRefused('name', { entry: path })
  return path
}

/** Without the flag for UTF-8, letters outside ASCII are of whatever code page a program assumes. */
function decoded(bytes: Buffer, isUtf8: boolean): string {
  const shown = bytes.toString('utf8')
  const isAscii = bytes.every((byte) => byte < 0x80)
  if (!isAscii && !(isUtf8 && Buffer.from(shown).equals(bytes))) throw new BundleRefused('name', { entry: shown })
  return shown
}

const isReadDifferently = (part: string): boolean =>
  part === '' ||
  part === '.' ||
  /[. ]$/.test(part) ||
  Buffer.byteLength(part) > MOST_PART_BYTES ||
  isDeviceName(part) ||
  READ_DIFFERENTLY.test(part)

/** One name for all that some file system takes for the same: letters of either case, composed or not. */
const folded = (path: string): string =>
  path.replace(/\/$/, '').normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFKC')

/**
 * No two paths may name one place in any file system, and none a place inside a file.
 * @throws BundleRefused: name.
 */
export function assertApart(paths: readonly string[]): void {
  const entries = new Map(paths.map((path) => [folded(path), path]))
  const folders = new Set([...entries.keys()].flatMap((name) => [...name.matchAll(/\//g)].map(({ index }) => name.slice(0, index))))
  for (const path of paths) {
    const name = folded(path)
    const isInTheWay = folders.has(name) && !path.endsWith('/')
    if (entries.get(name) !== path || isInTheWay) throw new BundleRefused('name', { entry: path })
  }
  if (entries.size < paths.length) throw new BundleRefused('name')
}
