import { spawn } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { withoutSecrets } from '../backend/clean-environment.ts'
import { temporaryFolder } from '../book/file/unfinished.ts'

/**
 * Opens an address that holds a secret in the system's browser. Every user of the machine can read the arguments of a
 * program, so the opener gets the name of a file that leads there: 0600, in a folder of its own, 0700.
 */
export interface Opener {
  open(): void
  /** Removes the file. Call when the address was used, and at the end. */
  forget(): void
}

export interface OpenerOptions {
  address: string
  env: NodeJS.ProcessEnv
  platform?: NodeJS.Platform
}

export function createOpener({ address, env, platform = process.platform }: OpenerOptions): Opener {
  let folder: string | null = null
  return {
    open() {
      folder ??= temporaryFolder('open', placeFor(platform))
      const file = path.join(folder, 'open.html')
      writeFileSync(file, redirect(address), { mode: 0o600 })
      const [program, ...args] = command(platform, pathToFileURL(file).href)
      // Where there is no such program, the printed address is enough.
      spawn(program, args, { stdio: 'ignore', detached: true, env: withoutSecrets(env) })
        .on('error', () => undefined)
        .unref()
    },
    forget() {
      if (folder !== null) rmSync(folder, { recursive: true, force: true })
      folder = null
    },
  }
}

/** Browsers that come as snaps have a /tmp of their own and see no hidden folder, but see the user's own. */
const placeFor = (platform: NodeJS.Platform): string => (platform === 'linux' && existsSync('/snap') ? os.homedir() : os.tmpdir())

function command(platform: NodeJS.Platform, url: string): [program: string, ...args: string[]] {
  if (platform === 'darwin') return ['open', url]
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', url]
  return ['xdg-open', url]
}

/** @param address made by us: it holds nothing that HTML would have to escape */
const redirect = (address: string): string =>
  `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>Meterbook</title>` +
  `<meta http-equiv="refresh" content="0;url=${address}"><a href="${address}">Meterbook</a>\n`
