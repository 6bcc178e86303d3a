import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const projectRoot = path.resolve(import.meta.dirname, '../..')

/** A Chromium that tests can start, and how it must be started. */
export interface Chromium {
  executablePath: string
  args: string[]
  env: Record<string, string>
  /** As the program itself says, for example `Chromium 153.0.8010.0`. */
  version: string
}

/**
 * The browser for end-to-end tests: `CHROMIUM_PATH`, else on 64-bit Linux the one pinned in package.json (the same
 * for everyone, no apt package needed), else an installed Chrome, Edge or Chromium.
 * @throws Error with one sentence that says what to install, when there is none.
 */
export async function findChromium(): Promise<Chromium> {
  const named = process.env['CHROMIUM_PATH']
  if (named) return installed(named)
  if (process.platform === 'linux' && process.arch === 'x64') {
    try {
      return await pinned()
    } catch (error) {
      const other = installedPaths()[0]
      if (!other) throw error
      console.warn(`The pinned Chromium does not start here (${String(error)}); using ${other}.`)
      return installed(other)
    }
  }
  const found = installedPaths()[0]
  if (!found) throw new Error('No browser for the end-to-end tests: install Chrome, Edge or Chromium, or set CHROMIUM_PATH.')
  return installed(found)
}

async function installed(executablePath: string): Promise<Chromium> {
  if (!existsSync(executablePath)) throw new Error(`There is no browser at ${executablePath} (CHROMIUM_PATH).`)
  // On Windows a GUI program prints nothing; the tests' report then shows the path alone.
  const version = process.platform === 'win32' ? executablePath : await versionOf(executablePath, {})
  const isRoot = process.getuid?.() === 0
  return { executablePath, args: isRoot ? ['--no-sandbox'] : [], env: {}, version }
}

function installedPaths(): string[] {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter)
  const onPath = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge']
  const programs = [process.env['PROGRAMFILES'], process.env['PROGRAMFILES(X86)'], process.env['LOCALAPPDATA']]
  const candidates =
    process.platform === 'darwin'
      ? ['Google Chrome', 'Microsoft Edge', 'Chromium'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`)
      : process.platform === 'win32'
        ? programs.flatMap((folder) =>
            folder ? [`${folder}\\Google\\Chrome\\Application\\chrome.exe`, `${folder}\\Microsoft\\Edge\\Application\\msedge.exe`] : [],
          )
        : onPath.flatMap((name) => folders.map((folder) => path.join(folder, name)))
  return candidates.filter((file) => existsSync(file))
}

/**
 * Unpacks `@sparticuz/chromium` once into node_modules/.cache. The package unpacks to the temporary folder and takes
 * whatever lies there under the right name, so it gets a folder of its own, moved into place when whole.
 */
async function pinned(): Promise<Chromium> {
  const manifest = path.join(projectRoot, 'node_modules/@sparticuz/chromium/package.json')
  const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { version: string }
  const home = path.join(projectRoot, 'node_modules/.cache/chromium', version)
  if (!existsSync(home)) await unpack(home)
  const executablePath = path.join(home, 'chromium')
  const env: Record<string, string> = {}
  // A machine without any font still draws text.
  if (!existsSync('/etc/fonts/fonts.conf')) env['FONTCONFIG_FILE'] = path.join(home, 'fonts.conf')
  const said = await versionOf(executablePath, env).catch(() => {
    // Slim images lack libnss3: the package brings its own copy of such libraries.
    env['LD_LIBRARY_PATH'] = path.join(home, 'al2023/lib')
    return versionOf(executablePath, env)
  })
  const major = version.split('.')[0]
  if (!said.includes(` ${major}.`)) throw new Error(`${executablePath} says '${said}', expected version ${major}.`)
  // The package's own arguments switch web security off and run in a single process, which tests must not. Its
  // `--no-zygote` costs 0.13 s of processor time for every new page, which then loads the whole program anew.
  return { executablePath, args: ['--no-sandbox', '--disable-gpu'], env, version: said }
}

async function unpack(home: string): Promise<void> {
  const partial = `${home}.${process.pid}`
  await mkdir(partial, { recursive: true })
  const script = `
    import chromium, { inflate } from '@sparticuz/chromium'
    await chromium.executablePath()
    await inflate(${JSON.stringify(path.join(projectRoot, 'node_modules/@sparticuz/chromium/bin/al2023.tar.br'))})`
  await run(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: projectRoot,
    env: { ...process.env, TMPDIR: partial },
  })
  await writeFile(
    path.join(partial, 'fonts.conf'),
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${home}/fonts/fonts</dir><cachedir>${home}/font-cache</cachedir></fontconfig>\n`,
  )
  await rename(partial, home).catch(async (error: unknown) => {
    await rm(partial, { recursive: true, force: true })
    if (!existsSync(home)) throw error
  })
}

async function versionOf(executablePath: string, env: Record<string, string>): Promise<string> {
  const { stdout } = await run(executablePath, ['--version'], { env: { ...process.env, ...env } })
  return stdout.trim()
}
