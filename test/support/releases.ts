import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { programFileIn } from '../../electron/backend/program-file.ts'
import {
  makeManifest,
  MANIFEST,
  manifestText,
  NAMESPACE,
  SIGNATURE_ENDING,
  type Manifest,
} from '../../electron/backend/updates/manifest.ts'
import { createOffers } from '../../electron/backend/updates/offers.ts'
import type { Release } from '../../electron/backend/updates/release.ts'
import { makeKey, publicLine, signed } from '../../electron/exports/evidence/sshsig.ts'
import { DEFAULT_LIMITS, type Limits } from '../../electron/service/limits.ts'

/** A place of releases for tests: a real web server on this machine, keys made for the test, and a program that knows one of them. */

const KEY = makeKey()
export const STRANGER = makeKey()
export const REVOKED = makeKey()
export const NEXT = makeKey()

export const PACKAGE = Buffer.from('this is the package of version 0.3.0\n'.repeat(4_000))
export const NAME = 'meterbook-0.3.0-linux-x64.AppImage'
/** The tests' today. */
export const NOW_MS = Date.parse('2026-12-01T12:00:00Z')

export const digestOf = (bytes: Uint8Array): string => createHash('sha512').update(bytes).digest('base64')
export const sealedPackage = {
  platform: 'linux',
  arch: 'x64',
  kind: 'appimage',
  name: NAME,
  bytes: PACKAGE.length,
  sha512: digestOf(PACKAGE),
} as const satisfies Manifest['packages'][number]

/** A good manifest, but for what a test wants otherwise. */
export const manifest = (changes: Partial<Omit<Manifest, 'format' | 'product'>> = {}): Manifest =>
  makeManifest({
    version: '0.3.0',
    channel: 'stable',
    date: '2026-11-30',
    minimum: null,
    notes: { en: 'Updates that ask.\n<script>alert(1)</script>', ru: 'Обновления, которые спрашивают.' },
    packages: [sealedPackage],
    ...changes,
  })

export const signedBy = (text: string | Uint8Array, key = KEY, namespace: string = NAMESPACE): string =>
  signed(Buffer.from(text), key, namespace)

/** The files of a release, as they lie on the server, in a folder or in a ZIP. */
export type Files = Record<string, string | Uint8Array>
export function release(text: string | Uint8Array = manifestText(manifest()), signature: string | Uint8Array = signedBy(text)): Files {
  return { [MANIFEST.stable]: text, [`${MANIFEST.stable}${SIGNATURE_ENDING}`]: signature, [NAME]: PACKAGE }
}

export interface ReleaseServer {
  /** Ends with `/`. */
  address: string
  /** What was asked for, in order. */
  asked: string[]
  close: () => Promise<void>
}

/** Serves files, or answers as a listener says. @param onPort 0: any that is free */
export async function serveReleases(served: Files | RequestListener, onPort = 0): Promise<ReleaseServer> {
  const asked: string[] = []
  const answer: RequestListener =
    typeof served === 'function'
      ? served
      : (request, response) => {
          const file = served[decodeURIComponent((request.url ?? '').slice('/releases/'.length))]
          if (file === undefined) return response.writeHead(404).end('not here')
          response.writeHead(200).end(file)
        }
  const server: Server = createServer((request, response) => {
    asked.push(decodeURIComponent(request.url ?? ''))
    answer(request, response)
  })
  server.listen(onPort, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}/releases/`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export const releaseFacts = (feed: string, changes: Partial<Release> = {}): Release => ({
  feed,
  keys: [
    { publicKey: publicLine(KEY), revoked: false },
    { publicKey: publicLine(REVOKED), revoked: true },
    { publicKey: publicLine(NEXT), revoked: false },
  ],
  platform: 'linux',
  arch: 'x64',
  installedAs: 'appimage',
  ...changes,
})

/** A program of version 0.2.0 in a data folder of its own, which looks for releases at an address. */
export function programAt(
  feed: string,
  { version = '0.2.0', limits, proxy = 'none', ...changes }: Partial<Release> & { version?: string; limits?: Limits; proxy?: string } = {},
) {
  const dataFolder = mkdtempSync(path.join(os.tmpdir(), 'meterbook-updates-'))
  const file = programFileIn(dataFolder)
  const offers = createOffers({
    version,
    release: releaseFacts(feed, changes),
    dataFolder,
    file,
    way: () => ({ proxy: proxy, authority: '' }),
    nowMs: () => NOW_MS,
    ...(limits && { limits }),
  })
  return { dataFolder, file, offers, remove: () => rmSync(dataFolder, { recursive: true, force: true }) }
}
export type TestedProgram = ReturnType<typeof programAt>

/** For servers that hang: what waits for one waits no longer than this. */
export const IMPATIENT: Limits = { ...DEFAULT_LIMITS, idleMs: 300, headMs: 600, windowMs: 600 }

/** A folder with a release in it. */
export function folderOf(files: Files, within: string): string {
  const folder = path.join(within, 'brought')
  mkdirSync(folder)
  for (const [name, bytes] of Object.entries(files)) writeFileSync(path.join(folder, name), bytes)
  return folder
}
