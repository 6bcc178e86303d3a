import { execFile, type ExecFileException } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { NtExecutable, NtExecutableResource, Resource } from 'resedit'
import { layStandIns, NODES } from './cli/node-binary.ts'

/** The systems whose contents are listed; a Mac's program is put together from two and is looked at where it is packed. */
export const SYSTEMS = [
  { system: 'linux', folder: 'linux-unpacked', list: 'linux.txt' },
  { system: 'win', folder: 'win-unpacked', list: 'windows.txt' },
] as const
export type System = (typeof SYSTEMS)[number]

/**
 * Packs the built program for 64-bit Intel as a release does, into a folder and around dummies in place of Electron's own files: all
 * that is the program's is as in a release, and neither Electron's binary nor a network is needed.
 * @param work an empty folder
 * @returns the packed program's `resources`
 * @throws with what electron-builder said, when it packed none
 */
export async function packAroundDummies(root: string, { system, folder }: System, work: string): Promise<string> {
  const output = path.join(work, 'packed')
  const { build } = readJson(path.join(root, 'package.json')) as { build: Config }
  const config = { ...withDummies(root, build, work), directories: { ...build.directories, output } }
  await runBuilder(root, [`--${system}`, 'dir', '--x64'], config, work)
  return path.join(output, folder, 'resources')
}

/** A configuration of the packer around dummies in place of Electron's files for Linux and Windows. @param work where they are laid */
export function withDummies<C extends object>(root: string, build: C & { electronFuses?: unknown }, work: string) {
  const dist = path.join(work, 'electron')
  mkdirSync(path.join(dist, 'resources'), { recursive: true })
  for (const name of ['electron', 'LICENSE', 'LICENSES.chromium.html', 'resources/default.txt']) {
    writeFileSync(path.join(dist, name), 'dummy')
    chmodSync(path.join(dist, name), 0o755)
  }
  // The checksum of the archive, the icon and the version are written into this one.
  writeFileSync(path.join(dist, 'electron.exe'), emptyExecutable())
  const { version } = readJson(path.join(root, 'node_modules/electron/package.json')) as { version: string }
  writeFileSync(path.join(dist, 'version'), version)
  // A dummy has no fuses to set.
  const { electronFuses: _fuses, ...rest } = build
  return { ...rest, electronDist: dist }
}

/**
 * Runs electron-builder with a configuration of its own. A system whose Node is not on this machine gets a stand-in for it.
 * @param target words of its command line, `--linux dir --x64`
 * @param work where the configuration and the stand-ins are laid
 * @throws with what it said, when it packed nothing
 */
export async function runBuilder(root: string, target: readonly string[], config: object, work: string): Promise<void> {
  const file = path.join(work, 'config.json')
  writeFileSync(file, JSON.stringify(config))
  const nodes = path.join(work, 'nodes')
  layStandIns(root, nodes)
  const args = [path.join(root, 'node_modules/electron-builder/cli.js'), ...target, '--config', file, '--publish', 'never']
  const env = { ...process.env, [NODES]: nodes }
  await promisify(execFile)(process.execPath, args, { cwd: root, env }).catch((error: ExecFileException) => {
    throw new Error(`electron-builder has not packed the program (${target.join(' ')}): ${error.stdout ?? ''}${error.message}`, {
      cause: error,
    })
  })
}

/** The smallest file that is a program for Windows and says its version, as electron-builder wants it. */
function emptyExecutable(): Buffer {
  const executable = NtExecutable.createEmpty(false, false)
  const resource = NtExecutableResource.from(executable)
  const version = Resource.VersionInfo.createEmpty()
  version.setStringValues({ lang: 0x0409, codepage: 1200 }, { ProductName: 'dummy' })
  version.outputToResourceEntries(resource.entries)
  resource.outputResource(executable)
  return Buffer.from(executable.generate())
}

interface Config {
  electronFuses: unknown
  directories: object
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))
