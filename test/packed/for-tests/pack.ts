import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { runBuilder } from '../../../packaging/pack.ts'
import { releaseFacts } from '../../support/releases.ts'
import { freePort } from '../program.ts'
import { makeOffer, offerFile, offerText } from './offer.ts'

interface Build {
  afterPack?: string
  files: string[]
  directories: object
}

/** What is taken from the usual build as it is. */
const TAKEN = ['preload', 'renderer', 'main/fonts']

/**
 * Packs the program once more, for tests: as a release is packed, with the same fuses, but with a main bundle of its own (vite.config.ts).
 * What can be seen in no released program is seen in this one: a newer version that is offered, and a thread that crashes.
 * @param folder what lies there is replaced; afterwards it holds the build (`out`), the program (`packed`), and what it is offered
 * @param target words of electron-builder's command line
 * @param change what is otherwise in the configuration of package.json
 */
export async function packForTests(
  root: string,
  folder: string,
  target: readonly string[],
  change: (build: Build) => Build = (build) => build,
): Promise<void> {
  const usual = path.join(root, 'out')
  if (!existsSync(path.join(usual, 'renderer/index.html')))
    throw new Error('The program is not built: run npm run build before it is packed.')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const offer = makeOffer(await freePort())
  // The rest of a release's facts is the machine's own.
  const { feed, keys } = releaseFacts(`http://127.0.0.1:${offer.port}/releases/`)
  writeFileSync(path.join(folder, 'release.json'), JSON.stringify({ feed, keys }))

  const config = path.join(import.meta.dirname, 'vite.config.ts')
  const words = [path.join(root, 'node_modules/electron-vite/bin/electron-vite.js'), 'build', '-c', config, '--logLevel', 'error']
  await promisify(execFile)(process.execPath, words, { cwd: root, env: { ...process.env, METERBOOK_FOR_TESTS: folder } })
  for (const name of TAKEN) cpSync(path.join(usual, name), path.join(folder, 'out', name), { recursive: true })

  const { build } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { build: Build }
  // The command line is driven in the released program.
  const { afterPack: _commandLine, files, ...rest } = change(build)
  const own = { from: path.join(folder, 'out'), to: 'out' }
  const packed = {
    ...rest,
    directories: { ...rest.directories, output: path.join(folder, 'packed') },
    files: [own, 'package.json', ...files.filter((one) => !/^!?out\//.test(one))],
  }
  await runBuilder(root, target, packed, folder)
  writeFileSync(offerFile(folder), offerText(offer))
}
