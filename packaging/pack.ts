import { execFile, type ExecFileException } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { NtExecutable, NtExecutableResource, Resource } from 'resedit'

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
  const dist = path.join(work, 'electron')
  const output = path.join(work, 'packed')
  mkdirSync(path.join(dist, 'resources'), { recursive: true })
  for (const name of ['electron', 'LICENSE', 'LICENSES.chromium.html', 'resources/default.txt']) {
    writeFileSync(path.join(dist, name), 'dummy')
    chmodSync(path.join(dist, name), 0o755)
  }
  // The checksum of the archive, the icon and the version are written into this one.
  writeFileSync(path.join(dist, 'electron.exe'), emptyExecutable())
  const { version } = readJson(path.join(root, 'node_modules/electron/package.json')) as { version: string }
  writeFileSync(path.join(dist, 'version'), version)
  const { build } = readJson(path.join(root, 'package.json')) as { build: Config }
  // A dummy has no fuses to set.
  const { electronFuses: _fuses, ...rest } = build
  const config = {
    ...rest,
    electronDist: dist,
    directories: { ...rest.directories, output },
  }
  const file = path.join(work, 'config.json')
  writeFileSync(file, JSON.stringify(config))
  const args = [
    path.join(root, 'node_modules/electron-builder/cli.js'),
    `--${system}`,
    'dir',
    '--x64',
    '--config',
    file,
    '--publish',
    'never',
  ]
  // Another system's Node is not on this machine either.
  const node = path.join(work, 'node.exe')
  writeFileSync(node, emptyExecutable())
  const env = system === 'win' && process.platform !== 'win32' ? { ...process.env, METERBOOK_NODE_BINARY: node } : process.env
  await promisify(execFile)(process.execPath, args, { cwd: root, env }).catch((error: ExecFileException) => {
    throw new Error(`electron-builder has not packed the program for ${system}: ${error.stdout ?? ''}${error.message}`, { cause: error })
  })
  return path.join(output, folder, 'resources')
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
