import childProcess from 'node:child_process'
import { EventEmitter } from 'node:events'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import path from 'node:path'
import { ORPCError } from '@orpc/client'
import { readLog } from '../../../electron/backend/logged/read-log.ts'
import { manifestText, type Manifest } from '../../../electron/backend/updates/manifest.ts'
import { manifest, NAME, PACKAGE, release, releaseFacts, sealedPackage, serveReleases } from '../releases.ts'
import { loadPage, nextClient, standIn, startedThreads, startProgram } from './page.ts'

/**
 * The program replaced by a newer one: an AppImage (`appimage`) or by the installer of Windows (`nsis`), as `argv` says.
 * `spoiled`: the installer is changed when all is ready and the backend has ended, so that the last step fails.
 */
const kind = process.argv[2] === 'nsis' ? 'nsis' : 'appimage'
const isSpoiled = process.argv[3] === 'spoiled'
const SETUP = 'meterbook-99.0.0-win-x64-setup.exe'
const data = process.env['METERBOOK_DATA'] ?? ''
mkdirSync(data, { recursive: true })
const packages: Manifest['packages'] = [sealedPackage, { ...sealedPackage, platform: 'win32', kind: 'nsis', name: SETUP }]
const text = manifestText(manifest({ version: '99.0.0', date: new Date().toISOString().slice(0, 10), packages }))
const server = await serveReleases({ ...release(text), [SETUP]: PACKAGE })
const file = path.join(data, 'release.json')
writeFileSync(file, JSON.stringify(releaseFacts(server.address, { installedAs: kind, platform: kind === 'nsis' ? 'win32' : 'linux' })))
const appImage = path.join(data, 'opt', 'Meterbook.AppImage')
Object.assign(process.env, { METERBOOK_RELEASE: file, APPIMAGE: appImage, APPDIR: path.join(data, 'mounted') })

/** What the program starts, with the bytes that it has at that moment. */
const spawned: { program: string; args: readonly string[]; isThePackage: boolean }[] = []
const spawn = (program: string, args: readonly string[] = []) => {
  standIn.record.push({ call: 'spawn', with: [path.basename(program)] })
  spawned.push({ program: path.relative(data, program), args, isThePackage: existsSync(program) && readFileSync(program).equals(PACKAGE) })
  return Object.assign(new EventEmitter(), { pid: 1, unref: () => undefined })
}
Object.assign(childProcess, { spawn })
syncBuiltinESMExports()

const window = await startProgram(process.cwd())
const client = await loadPage(window)
for (const thread of startedThreads) thread.once('exit', () => standIn.record.push({ call: 'thread ended', with: [] }))
const checked = await client.updates.check({ asked: true })
const askedAfterCheck = [...server.asked]
const saved = await client.updates.download({ version: '99.0.0' })
const ready = (await client.updates.state()).ready

// Where an AppImage cannot be replaced the window is told, and the program goes on.
const failure: unknown =
  kind === 'nsis'
    ? null
    : await client.updates
        .install({ version: '99.0.0' })
        .catch((error: unknown) => (error instanceof ORPCError ? error.data : String(error)))
const isAliveAfterFailure = (await client.program.info()).version !== ''
mkdirSync(path.dirname(appImage))
writeFileSync(appImage, 'the old program', { mode: 0o755 })

const ended = new Promise<void>((resolve) => standIn.app.once('quit', () => resolve()))
const taken = path.join(data, 'updates', 'installer', 'taken', 'pending', SETUP)
if (isSpoiled) for (const thread of startedThreads) thread.once('exit', () => writeFileSync(taken, 'something else'))
const again = isSpoiled ? nextClient() : null
await client.updates.install({ version: '99.0.0' })
// The program that goes on gives the page a new port.
const after = again && (await (await again).updates.state())
if (again) standIn.app.quit()
await ended
await server.close()

/** What the test reads, by way of JSON. */
export type SeenUpdate = typeof seen
const seen = {
  checked,
  askedAfterCheck,
  asked: server.asked.map((address) => path.posix.basename(address)),
  saved,
  ready,
  failure,
  isAliveAfterFailure,
  spawned,
  appImage: { isThePackage: readFileSync(appImage).equals(PACKAGE), mode: statSync(appImage).mode & 0o777 },
  appImagePath: appImage,
  name: NAME,
  order: standIn.record.map(({ call }) => call).filter((call) => ['thread ended', 'app.relaunch', 'spawn', 'app.exit'].includes(call)),
  relaunched: standIn.record.filter(({ call }) => call === 'app.relaunch').flatMap(({ with: args }) => args),
  dialogs: standIn.record.filter(({ call }) => call.startsWith('dialog.')).map(({ with: [shown] }) => shown),
  after,
  notInstalled: readLog(data).flatMap(({ who, what, facts }) => (what === 'update-not-installed' ? [{ who, ...facts }] : [])),
}
process.stdout.write(`\n${JSON.stringify(seen)}\n`)
