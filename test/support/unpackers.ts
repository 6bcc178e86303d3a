import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, lstatSync, mkdtempSync, openSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { buffer } from 'node:stream/consumers'
import yauzl from 'yauzl'
import { ended } from './child.ts'

/** Programs that unpack ZIPs, each in its own way: by the directory at the end, or header by header from the start. */

/** Files by their path; the value is the SHA-256 of what is in them, or what they are instead of a file. */
export type Tree = ReadonlyMap<string, string>

export interface Unpacker {
  name: string
  isHere: boolean
  /** What lies there afterwards, whatever the program says of it. */
  unpack: (file: string) => Promise<Tree>
}

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

function treeOf(folder: string): Tree {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return new Map(
    names.flatMap((name): [string, string][] => {
      const path = join(folder, name)
      // A name that is no UTF-8 is not found under what it is read as.
      const stat = lstatSync(path, { throwIfNoEntry: false })
      if (stat?.isDirectory()) return []
      if (!stat) return [[relative(folder, path), 'a name in another encoding']]
      const what = stat.isSymbolicLink() ? `link to ${readlinkSync(path)}` : stat.isFile() ? sha256(readFileSync(path)) : 'no file'
      return [[relative(folder, path), what]]
    }),
  )
}

/** A program that is told the file, and has it as its standard input as well. */
function program(name: string, command: string, args: (file: string, folder: string) => string[]): Unpacker {
  return {
    name,
    isHere: spawnSync(command, ['--help'], { stdio: 'ignore' }).error === undefined,
    async unpack(file) {
      // One folder deeper: a name that leads out of it leads into this one.
      const outer = mkdtempSync(join(tmpdir(), 'meterbook-unpacked-'))
      const folder = mkdtempSync(join(outer, 'in-'))
      const input = openSync(file, 'r')
      try {
        const env = { ...process.env, LC_ALL: 'C.UTF-8' }
        await ended(spawn(command, args(file, folder), { cwd: folder, env, stdio: [input, 'ignore', 'ignore'] }))
        return treeOf(folder)
      } finally {
        closeSync(input)
        rmSync(outer, { recursive: true, force: true })
      }
    },
  }
}

/** The library that Meterbook read bundles with before, as it used it: the first of a name, and no folders. */
const formerReader: Unpacker = {
  name: 'yauzl',
  isHere: true,
  async unpack(file) {
    const tree = new Map<string, string>()
    try {
      const zip = await yauzl.openPromise(file, { strictFileNames: true })
      for await (const entry of zip.eachEntry()) {
        if (entry.fileName.endsWith('/') || tree.has(entry.fileName)) continue
        const bytes = await zip
          .openReadStreamPromise(entry)
          .then(buffer)
          .catch(() => null)
        tree.set(entry.fileName, bytes === null ? 'unreadable' : sha256(bytes))
      }
    } catch {
      return new Map()
    }
    return tree
  },
}

export const UNPACKERS: readonly Unpacker[] = [
  formerReader,
  program('unzip', 'unzip', (file, folder) => ['-o', '-q', file, '-d', folder]),
  program('python', 'python3', (file, folder) => ['-m', 'zipfile', '-e', file, folder]),
  // From standard input jar reads header by header.
  program('jar', 'jar', () => ['x']),
  program('7z', '7z', (file, folder) => ['x', '-y', '-bd', `-o${folder}`, file]),
  program('bsdtar', 'bsdtar', () => ['-xf', '-']),
]
for (const { name, isHere } of UNPACKERS)
  if (!isHere) process.stderr.write(`skipped: no ${name} on this machine, what it unpacks is not shown\n`)
