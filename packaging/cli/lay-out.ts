import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { nodeFor } from './node-binary.ts'
import type { Target } from './program-heads.ts'

/** Programs of the build that the command line does not start: Electron's own, its desk, and those of the repository. */
const NOT_TAKEN = ['main.cjs', 'worker.cjs', 'web.cjs', 'start.cjs', 'try-demo.cjs']

/**
 * Lays the command line of an installed program out: Node, the launcher, the build without Electron's part, the window for
 * `meterbook serve`, and SQLite for the one system. electron-builder's hook and a test call the same.
 * @param root the project, built (`npm run build`)
 * @param folder where it goes (`resources/cli`); what lies there is replaced
 * @throws Error with a sentence where there is no Node for the system, or one for another, and where nothing is built
 */
export function layOutCommandLine(root: string, folder: string, target: Target): void {
  const { program, licence } = nodeFor(root, target)
  const isWindows = target.platform === 'win32'
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const take = (from: string, to: string) => cpSync(path.join(root, from), path.join(folder, to), { recursive: true })

  const node = isWindows ? 'node.exe' : 'node'
  cpSync(program, path.join(folder, node))
  chmodSync(path.join(folder, node), 0o755)
  cpSync(licence, path.join(folder, 'LICENSE.node.txt'))
  const launcher = isWindows ? 'meterbook.cmd' : 'meterbook'
  take(`packaging/cli/${launcher}`, launcher)
  chmodSync(path.join(folder, launcher), 0o755)

  const built = readdirSync(path.join(root, 'out/main')).filter((name) => !NOT_TAKEN.includes(name))
  if (!built.includes('cli.cjs')) throw new Error('The command line is not built: run npm run build before it is packed.')
  for (const name of built) take(`out/main/${name}`, `out/main/${name}`)
  take('out/renderer', 'out/renderer')

  const sqlite = 'node_modules/better-sqlite3'
  for (const name of ['package.json', 'LICENSE', 'lib']) take(`${sqlite}/${name}`, `${sqlite}/${name}`)
  for (const name of prebuiltFor(target)) take(`${sqlite}/prebuilds/${name}`, `${sqlite}/prebuilds/${name}`)

  for (const module of keyringFor(root, target)) {
    for (const name of readdirSync(path.join(root, module))) {
      if (/^(package\.json|index\.js|LICENSE.*|.*\.node)$/.test(name)) take(`${module}/${name}`, `${module}/${name}`)
    }
  }

  const { name, version, license } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as Record<string, string>
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify({ name, version, license, private: true }, null, 2)}\n`)
}

/** A Mac's program is put together from two, whose files must be the same: each has both. */
const prebuiltFor = ({ platform, arch }: Target): string[] =>
  (platform === 'darwin' ? ['x64', 'arm64'] : [arch]).map((one) => `${platform}-${one}.node`)

/** The system's keyring, as far as npm has installed it here: it brings that of the machine alone, and without it nothing is remembered. */
function keyringFor(root: string, { platform }: Target): string[] {
  const scope = 'node_modules/@napi-rs'
  const own = readdirSync(path.join(root, scope)).filter((name) => name.startsWith(`keyring-${platform}-`))
  return ['keyring', ...own].map((name) => `${scope}/${name}`)
}
