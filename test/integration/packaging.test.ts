import { execFile, type ExecFileException } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'

/** The installer's configuration, and what a packed program holds. No Electron binary is needed: its place is filled with dummies. */
const root = path.resolve(import.meta.dirname, '../..')
const require = createRequire(path.join(root, 'node_modules/app-builder-lib/package.json'))
const { build: config } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  build: Record<string, unknown>
}
const work = mkdtempSync(path.join(os.tmpdir(), 'packaging-'))

afterAll(() => rmSync(work, { recursive: true, force: true }))

test('the configuration follows the schema of electron-builder', () => {
  const Ajv = require('ajv') as new (options: object) => {
    compile(schema: object): Validate
    errorsText(errors: unknown): string
  }
  interface Validate {
    (data: unknown): boolean
    errors: unknown
  }
  const ajv = new Ajv({ allErrors: true, strict: false, validateFormats: false })
  const validate = ajv.compile(require('app-builder-lib/scheme.json') as object)
  const isValid = validate(config)
  expect(isValid, ajv.errorsText(validate.errors)).toBe(true)
})

test('every fuse that weakens the program is off', () => {
  expect(config['electronFuses']).toEqual({
    runAsNode: false,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
  })
})

// Electron's own files are dummies, so only the part before the executable is touched can be seen for Windows.
/** Both are packed alike: every run packs one, `npm run test:long` each. */
const SYSTEMS = [
  { system: 'linux', arch: 'x64', unpacked: 'linux-unpacked', ours: ['linux-x64.node', 'linuxmusl-x64.node'] },
  { system: 'win', arch: 'x64', unpacked: 'win-unpacked', ours: ['win32-x64.node'] },
]

test.each(process.env['METERBOOK_LONG'] === '1' ? SYSTEMS : SYSTEMS.slice(0, 1))(
  'the $system program holds its own SQLite, the bundle, and nothing of the others',
  async ({ system, arch, unpacked, ours }) => {
    const output = path.join(work, system)
    const resources = path.join(output, unpacked, 'resources')
    const packed = await pack(system, arch, output)
    expect(existsSync(path.join(resources, 'app.asar')), packed).toBe(true)
    const prebuilds = path.join(resources, 'app.asar.unpacked/node_modules/better-sqlite3/prebuilds')
    for (const name of ours) expect(existsSync(path.join(prebuilds, name)), name).toBe(true)

    const { listPackage } = require('@electron/asar') as { listPackage(archive: string, options: object): string[] }
    const files = listPackage(path.join(resources, 'app.asar'), { isPack: false }).map((file) => file.replaceAll('\\', '/'))
    for (const needed of [
      'main/main.js',
      'main/worker.js',
      'main/analyst.js',
      'main/backups.js',
      'main/evidence.js',
      'main/imports.js',
      'main/log.js',
      'main/paper.js',
      'main/sharing.js',
      'main/works.js',
      'main/fonts/Roboto-Regular.ttf',
      'main/fonts/Roboto-Medium.ttf',
      'main/cli.js',
      'main/web.js',
      'preload/preload.cjs',
      'renderer/index.html',
    ]) {
      expect(files).toContain(`/out/${needed}`)
    }
    const natives = files.filter((file) => file.endsWith('.node')).map((file) => path.posix.basename(file))
    expect(natives.filter((name) => name.includes(arch)).toSorted()).toEqual(ours.toSorted())
    const strangers = files.filter((file) => /better-sqlite3\/(deps|src)\/|\/node_modules\/(vue|echarts|zod|electron)\//.test(file))
    expect(strangers).toEqual([])
    // No sources and no tests: what the packer was not told to take is not looked at either.
    const places = new Set(files.map((file) => file.split('/')[1]))
    expect([...places].toSorted()).toEqual(['node_modules', 'out', 'package.json'])
    // Only what package.json calls a dependency travels; everything else is in the bundle.
    const modules = new Set(files.flatMap((file) => /^\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? []))
    expect([...modules].filter((name) => !['better-sqlite3', 'node-addon-api', 'bindings'].includes(name))).toEqual([])
  },
)

/** Packs into `output` as far as dummies go; what electron-builder said is returned for the message. */
async function pack(system: string, arch: string, output: string): Promise<string> {
  const dist = path.join(work, `electron-${system}`)
  mkdirSync(path.join(dist, 'resources'), { recursive: true })
  const { version } = require('electron/package.json') as { version: string }
  for (const name of ['electron', 'electron.exe', 'LICENSE', 'LICENSES.chromium.html', 'resources/default.txt']) {
    writeFileSync(path.join(dist, name), 'dummy')
    chmodSync(path.join(dist, name), 0o755)
  }
  writeFileSync(path.join(dist, 'version'), version)
  const file = path.join(work, `${system}.json`)
  // A dummy has no fuses to set.
  const { electronFuses: _fuses, ...rest } = config
  writeFileSync(file, JSON.stringify({ ...rest, electronDist: dist, directories: { ...(rest['directories'] as object), output } }))
  const program = path.join(root, 'node_modules/electron-builder/cli.js')
  const args = [program, `--${system}`, 'dir', `--${arch}`, '--config', file, '--publish', 'never']
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: root })
    return stdout + stderr
  } catch (error) {
    const { code, signal, stdout, message } = error as ExecFileException
    return `${stdout}${message}\ncode ${code}, signal ${signal}`
  }
}
