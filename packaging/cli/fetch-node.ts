import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { nodeFor, nodePackage, NODES, pinnedVersion } from './node-binary.ts'
import type { Target } from './program-heads.ts'

/**
 * `node packaging/cli/fetch-node.ts --into FOLDER darwin-x64 darwin-arm64`: lays the pinned Node of other systems into a folder
 * of its own, by its package of npm. A second `npm install` would take the machine's own away. What is here already is not fetched.
 */
const root = path.resolve(import.meta.dirname, '../..')
const { values, positionals } = parseArgs({ options: { into: { type: 'string' } }, allowPositionals: true })

try {
  if (values.into === undefined || positionals.length === 0) throw new Error('Usage: fetch-node.ts --into FOLDER PLATFORM-ARCH …')
  for (const name of positionals) fetchNode(targetOf(name), path.resolve(values.into))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

function targetOf(name: string): Target {
  const [, platform, arch] = /^(linux|darwin|win32)-(x64|arm64)$/.exec(name) ?? []
  if (platform === undefined) throw new Error(`${name} is no system: linux, darwin or win32, a hyphen, and x64 or arm64.`)
  return { platform, arch } as Target
}

/** @throws Error where the registry has no such package, its bytes are not those that it tells of, or it is no Node of that system */
function fetchNode(target: Target, folder: string): void {
  const name = nodePackage(target)
  process.env[NODES] = folder
  if (isHere(target)) return console.log(`${name} is here already.`)
  const wanted = `${name}@${pinnedVersion(root)}`
  mkdirSync(folder, { recursive: true })
  // In the same folder: one for temporary files belongs to all users of a machine, and may lie on another disk.
  const aside = mkdtempSync(path.join(folder, 'fetching-'))
  try {
    // No lock file knows it: a script of the package `node` installs it.
    const integrity = JSON.parse(npm(aside, 'view', wanted, 'dist.integrity', '--json')) as string
    const [packed] = JSON.parse(npm(aside, 'pack', wanted, '--ignore-scripts', '--json')) as { filename: string }[]
    const archive = path.basename(packed?.filename ?? '')
    const hash = createHash('sha512').update(readFileSync(path.join(aside, archive)))
    const found = `sha512-${hash.digest('base64')}`
    if (found !== integrity) throw new Error(`${wanted} has the checksum ${found}, and the registry tells of ${integrity}.`)
    execFileSync('tar', ['-xzf', archive], { cwd: aside, stdio: ['ignore', 'ignore', 'inherit'] })
    renameSync(path.join(aside, 'package'), path.join(aside, name))
    process.env[NODES] = aside
    nodeFor(root, target)
    rmSync(path.join(folder, name), { recursive: true, force: true })
    renameSync(path.join(aside, name), path.join(folder, name))
    console.log(`${wanted} is in ${folder}: ${integrity}`)
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}

function isHere(target: Target): boolean {
  try {
    nodeFor(root, target)
    return true
  } catch {
    return false
  }
}

/** On Windows npm is a script of the shell. */
function npm(folder: string, ...args: string[]): string {
  try {
    return execFileSync('npm', args, {
      cwd: folder,
      encoding: 'utf8',
      shell: process.platform === 'win32',
      stdio: ['ignore', 'pipe', 'inherit'],
    })
  } catch (error) {
    throw new Error(`The registry has not given ${args[1]}: npm says above why. Nothing was kept.`, { cause: error })
  }
}
