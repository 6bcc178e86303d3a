import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { runBuilder } from '../../packaging/pack.ts'

/**
 * A Mac's program, packed around dummies on any system: electron-builder packs the halves for Intel's and Apple's processors, and
 * `@electron/universal` joins them. It wants a Mac for its tool that joins machine code: Electron's dummies are joined already, and for
 * Node, which has one program for each processor, `lipo.ts` stands in.
 */
const HELPERS = ['Electron Helper', 'Electron Helper (Renderer)', 'Electron Helper (GPU)', 'Electron Helper (Plugin)']

/** The head of a program for both processors, with empty code. */
function universalProgram(): Buffer {
  const program = Buffer.alloc(8192 + 32)
  program.writeUInt32BE(0xcafebabe)
  program.writeUInt32BE(2, 4)
  for (const [at, [processor, offset]] of (
    [
      [0x01000007, 4096],
      [0x0100000c, 8192],
    ] as const
  ).entries()) {
    for (const [field, value] of [processor, 0, offset, 32, 12].entries()) program.writeUInt32BE(value, 8 + 20 * at + 4 * field)
    program.writeUInt32LE(0xfeedfacf, offset)
    program.writeUInt32LE(processor, offset + 4)
    program.writeUInt32LE(2, offset + 12)
  }
  return program
}

function writeApp(folder: string, name: string): void {
  const contents = path.join(folder, `${name}.app/Contents`)
  mkdirSync(path.join(contents, 'MacOS'), { recursive: true })
  writeFileSync(path.join(contents, 'MacOS', name), universalProgram(), { mode: 0o755 })
  const facts = {
    CFBundleExecutable: name,
    CFBundleIdentifier: `dummy.${name.replaceAll(/\W/g, '')}`,
    CFBundleName: name,
    CFBundlePackageType: 'APPL',
  }
  const body = Object.entries(facts).map(([key, value]) => `<key>${key}</key><string>${value}</string>`)
  writeFileSync(path.join(contents, 'Info.plist'), `<?xml version="1.0"?><plist version="1.0"><dict>${body.join('')}</dict></plist>`)
}

/** @returns the folder of the joined program */
export async function packForMac(root: string, work: string): Promise<string> {
  const dist = path.join(work, 'electron-mac')
  writeApp(dist, 'Electron')
  mkdirSync(path.join(dist, 'Electron.app/Contents/Resources'), { recursive: true })
  for (const name of ['LICENSE', 'LICENSES.chromium.html']) writeFileSync(path.join(dist, name), 'dummy')
  for (const name of HELPERS) writeApp(path.join(dist, 'Electron.app/Contents/Frameworks'), name)
  const readJson = (name: string): unknown => JSON.parse(readFileSync(path.join(root, name), 'utf8'))
  writeFileSync(path.join(dist, 'version'), (readJson('node_modules/electron/package.json') as { version: string }).version)
  const { build } = readJson('package.json') as { build: { electronFuses: unknown; mac: { mergeASARs: boolean; x64ArchFiles: string } } }
  const { electronFuses: _fuses, ...rest } = build
  const half = async (arch: 'x64' | 'arm64') => {
    const output = path.join(work, `mac-${arch}`)
    const config = {
      ...rest,
      mac: { ...build.mac, identity: null, target: 'dir' },
      electronDist: dist,
      directories: { buildResources: 'resources', output },
    }
    await runBuilder(root, ['--mac', 'dir', `--${arch}`], config, work)
    return path.join(output, arch === 'x64' ? 'mac' : 'mac-arm64', 'Meterbook.app')
  }
  const joined = path.join(work, 'mac-joined/Meterbook.app')
  const tools = path.join(work, 'tools')
  mkdirSync(tools)
  const lipo = path.join(import.meta.dirname, 'lipo.ts')
  writeFileSync(path.join(tools, 'lipo'), `#!/bin/sh\nexec '${process.execPath}' '${lipo}' "$@"\n`, { mode: 0o755 })
  await join(tools, {
    x64AppPath: await half('x64'),
    arm64AppPath: await half('arm64'),
    outAppPath: joined,
    force: true,
    mergeASARs: build.mac.mergeASARs,
    x64ArchFiles: build.mac.x64ArchFiles,
  })
  return joined
}

/** @param tools a folder of programs that come before the system's */
async function join(tools: string, options: object): Promise<void> {
  const here = createRequire(import.meta.url)
  const { makeUniversalApp } = createRequire(here.resolve('app-builder-lib/package.json'))('@electron/universal') as {
    makeUniversalApp(given: object): Promise<void>
  }
  const platform = Object.getOwnPropertyDescriptor(process, 'platform')
  const { PATH } = process.env
  Object.defineProperty(process, 'platform', { value: 'darwin', configurable: true })
  process.env['PATH'] = `${tools}${path.delimiter}${PATH}`
  try {
    await makeUniversalApp(options)
  } finally {
    process.env['PATH'] = PATH
    if (platform) Object.defineProperty(process, 'platform', platform)
  }
}
