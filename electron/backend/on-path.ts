import { execFile } from 'node:child_process'
import { accessSync, constants, lstatSync, mkdirSync, readlinkSync, symlinkSync, unlinkSync, type Stats } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { MeterbookError, systemCode } from '../contract/errors.ts'
import { withoutSecrets } from './clean-environment.ts'
import type { CommandLine } from './command-line.ts'
import { hasFolder, withFolder, withoutFolder } from './path-list.ts'

/** The launcher on the user's PATH, by choice: a link (Linux, macOS), or its folder in the user's own PATH (Windows). */
export interface OnPath {
  launcher: string
  /** The link, or on Windows the folder. */
  place: string
  /** `taken`: something that is not our link lies at its place, and is left there. */
  state: 'added' | 'absent' | 'taken'
  /** A folder that a shell of now does not look in; null: it does. On Windows consoles that are open keep their old PATH. */
  missingFolder: string | null
}

/** What of this computer is asked for; tests give their own. */
export interface PathSystem {
  platform: NodeJS.Platform
  env: NodeJS.ProcessEnv
  home: string
  /** macOS: the folder that every shell looks in, where the user may write. */
  shared: string
  /** Windows: the user's own PATH as it is written down, and its replacement. They take the time that PowerShell takes to start. */
  userPath: { read(): Promise<string>; write(before: string, after: string): Promise<void> }
}

/**
 * @throws MeterbookError NO_COMMAND_LINE where no launcher stays: in the repository, and in a package that is unpacked
 * anew at each start
 */
export async function onPath(commandLine: CommandLine | null, system: PathSystem): Promise<OnPath> {
  // In the repository it is Node with an entry, which no link can name.
  if (commandLine === null || commandLine.args.length > 0) throw new MeterbookError('NO_COMMAND_LINE')
  const launcher = commandLine.program
  if (system.platform === 'win32') {
    const folder = path.win32.dirname(launcher)
    const isThere = hasFolder(await system.userPath.read(), folder)
    return { launcher, place: folder, state: isThere ? 'added' : 'absent', missingFolder: null }
  }
  const places = foldersOf(system).map((folder) => path.join(folder, 'meterbook'))
  const ours = places.find((place) => linkAt(place) === launcher)
  const place = ours ?? places[0] ?? ''
  const folder = path.dirname(place)
  const isLooked = (system.env['PATH'] ?? '').split(':').includes(folder)
  const state = ours !== undefined ? 'added' : lyingAt(place) ? 'taken' : 'absent'
  return { launcher, place, state, missingFolder: isLooked ? null : folder }
}

/** @throws MeterbookError as `onPath`; PATH_TAKEN, PATH_NOT_CHANGED. Done twice it changes nothing. */
export async function addToPath(commandLine: CommandLine | null, system: PathSystem): Promise<OnPath> {
  const { launcher, place, state } = await onPath(commandLine, system)
  if (state === 'taken') throw new MeterbookError('PATH_TAKEN', { file: place })
  if (state === 'absent') {
    await changing(place, async () => {
      if (system.platform === 'win32') return await changeUserPath(system, (list) => withFolder(list, place))
      mkdirSync(path.dirname(place), { recursive: true })
      symlinkSync(launcher, place)
    })
  }
  return onPath(commandLine, system)
}

/** Takes away what `addToPath` made and nothing else. @throws MeterbookError as `addToPath` */
export async function removeFromPath(commandLine: CommandLine | null, system: PathSystem): Promise<OnPath> {
  const { place, state } = await onPath(commandLine, system)
  if (state === 'added') {
    await changing(place, async () => {
      if (system.platform === 'win32') await changeUserPath(system, (list) => withoutFolder(list, place))
      else unlinkSync(place)
    })
  }
  return onPath(commandLine, system)
}

async function changing(file: string, change: () => Promise<void>): Promise<void> {
  try {
    await change()
  } catch (error) {
    throw new MeterbookError('PATH_NOT_CHANGED', { file, reason: systemCode(error) }, { cause: error })
  }
}

async function changeUserPath({ userPath }: PathSystem, change: (list: string) => string): Promise<void> {
  const before = await userPath.read()
  const after = change(before)
  await userPath.write(before, after)
  if ((await userPath.read()) !== after) throw new Error('The registry has not taken the new PATH.')
}

/** The folders in which a link may lie, the one for a new link first. */
function foldersOf({ platform, home, shared }: PathSystem): string[] {
  const own = path.join(home, '.local', 'bin')
  if (platform !== 'darwin') return [own]
  return canWrite(shared) ? [shared, own] : [own, shared]
}

function canWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Null also where its folder is none: that is said when something is to be put there. */
function lyingAt(place: string): Stats | null {
  try {
    return lstatSync(place)
  } catch {
    return null
  }
}

function linkAt(place: string): string | null {
  if (!lyingAt(place)?.isSymbolicLink()) return null
  return path.resolve(path.dirname(place), readlinkSync(place))
}

/** This computer. */
export const thisSystem = (home: string): PathSystem => ({
  platform: process.platform,
  env: process.env,
  home,
  shared: '/usr/local/bin',
  userPath: {
    read: async () => Buffer.from((await powershell(READ)).trim(), 'base64').toString('utf8'),
    write: async (before, after) => void (await powershell(WRITE, { METERBOOK_BEFORE: base64(before), METERBOOK_AFTER: base64(after) })),
  },
})

/**
 * The registry through PowerShell, with texts as Base64 both ways: setx cuts at 1024 letters, and reg.exe answers in the
 * console's code page, in which a Cyrillic folder is not what it was. Not expanded: `%USERPROFILE%` stays written so.
 */
const OPEN =
  `$ErrorActionPreference = 'Stop'; $key = [Microsoft.Win32.Registry]::CurrentUser.CreateSubKey('Environment'); ` +
  `$old = [string]$key.GetValue('Path', '', [Microsoft.Win32.RegistryValueOptions]::DoNotExpandEnvironmentNames); `
const READ = `${OPEN}[Convert]::ToBase64String([Text.Encoding]::UTF8.GetBytes($old))`
/** Replaces the value if it is what was read, keeps its kind, and lets running programs know by a variable that comes and goes. */
const WRITE =
  `${OPEN}function Given($name) { [Text.Encoding]::UTF8.GetString([Convert]::FromBase64String([string][Environment]::GetEnvironmentVariable($name))) }; ` +
  `if ($old -cne (Given 'METERBOOK_BEFORE')) { throw 'changed meanwhile' }; ` +
  `$kind = [Microsoft.Win32.RegistryValueKind]::ExpandString; if ($key.GetValueNames() -contains 'Path') { $kind = $key.GetValueKind('Path') }; ` +
  `$key.SetValue('Path', (Given 'METERBOOK_AFTER'), $kind); $key.Close(); ` +
  `[Environment]::SetEnvironmentVariable('METERBOOK_TOLD', '1', 'User'); [Environment]::SetEnvironmentVariable('METERBOOK_TOLD', $null, 'User')`
const base64 = (text: string) => Buffer.from(text, 'utf8').toString('base64')

async function powershell(script: string, given: Record<string, string> = {}): Promise<string> {
  const { SystemRoot = 'C:\\Windows' } = process.env
  const program = path.win32.join(SystemRoot, 'System32\\WindowsPowerShell\\v1.0\\powershell.exe')
  const args = ['-NoProfile', '-NonInteractive', '-EncodedCommand', Buffer.from(script, 'utf16le').toString('base64')]
  const { stdout } = await promisify(execFile)(program, args, {
    encoding: 'latin1',
    windowsHide: true,
    env: { ...withoutSecrets(process.env), ...given },
  })
  return stdout
}
