import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { OWN_FILE } from '../../book/file/private.ts'
import { clearUnfinished } from '../../book/file/unfinished.ts'
import { MeterbookError } from '../../contract/errors.ts'
import type { Channel, UpdateOff } from '../../contract/update-words.ts'
import { writeWhole } from '../../exports/file.ts'
import type { Limits } from '../../service/limits.ts'
import type { Way } from '../../service/dispatcher.ts'
import type { ProgramFile } from '../program-file.ts'
import { withBrought } from './brought.ts'
import { addressIn, fetchClaim, fetchPackage, type Claim } from './feed.ts'
import { judge, seenWith, type Judged } from './judge.ts'
import { MANIFEST, readManifest, SIGNATURE_ENDING, type Manifest, type Package } from './manifest.ts'
import { refused } from './refused.ts'
import type { Release } from './release.ts'
import { assertSigned } from './signature.ts'
import { assertSealed, plainBytes, sealed, updatesFolder } from './staged.ts'

export interface OfferParts {
  /** Of the running program. */
  version: string
  release: Release
  dataFolder: string
  file: Pick<ProgramFile, 'preferences' | 'updates' | 'setUpdates'>
  way: () => Way | Promise<Way>
  nowMs: () => number
  /** Tests wait for nothing. */
  limits?: Limits
}
/** What is being written or unpacked just now (unfinished.ts). */
const UNDER_WAY = /^\.?meterbook-(unpacked-)?\d+-/

interface Progress {
  signal?: AbortSignal | undefined
  tell?: (done: number, total: number) => void
}

/** What is in a release that somebody has, for people: nothing of it is compared with this program. */
export interface Inspected {
  manifest: Manifest
  files: { name: string; bytes: number; found: boolean }[]
}

/**
 * Releases, from the network or from a file, as far as they can be trusted: the signature first, then what the manifest means for
 * this program, then, when it is wanted, the package. What was found last is kept and examined anew each time it is asked for.
 */
export function createOffers({ version, release, dataFolder, file, way, nowMs, limits }: OfferParts) {
  const folder = () => updatesFolder(dataFolder)
  const followed = (): Channel => (file.preferences().earlyVersions ? 'beta' : 'stable')
  const feed = async () => ({ address: release.feed, way: await way(), limits })
  const place = ({ name }: Package): string => path.join(folder(), name)
  const keptFiles = (channel: Channel) =>
    [MANIFEST[channel], `${MANIFEST[channel]}${SIGNATURE_ENDING}`].map((name) => path.join(folder(), name))

  function isOff(): UpdateOff | null {
    if (release.feed === '' || release.keys.every(({ revoked }) => revoked)) return 'no-key'
    return file.preferences().updates ? null : 'switched-off'
  }

  /** Before each request: where updates are off the place of releases is asked for nothing. @throws UPDATES_OFF */
  function assertOn(): void {
    const reason = isOff()
    if (reason !== null) throw new MeterbookError('UPDATES_OFF', { reason })
  }

  /** @throws UPDATES_OFF no-key */
  function assertKeys(): void {
    if (release.keys.every(({ revoked }) => revoked)) throw new MeterbookError('UPDATES_OFF', { reason: 'no-key' })
  }

  /** @throws UPDATE_REFUSED */
  function examined({ manifest, signature }: Claim, channel: Channel): Judged {
    assertSigned(manifest, signature, release.keys)
    return judge(readManifest(manifest), { version, release, channel, seen: file.updates().seen, nowMs: nowMs() })
  }

  /** Examines a claim, and remembers it where it is a step ahead. */
  async function taken(claim: Claim, channel: Channel, before: (judged: Judged) => Promise<void> = async () => undefined): Promise<Judged> {
    const judged = examined(claim, channel)
    await before(judged)
    const { seen } = file.updates()
    file.setUpdates({ seen: seenWith(seen, channel, judged.manifest.version) })
    if (judged.isNewer) await keep(claim, channel, judged)
    else await forget()
    return judged
  }

  async function keep({ manifest, signature }: Claim, channel: Channel, { file: wanted }: Judged): Promise<void> {
    const [manifestFile = '', signatureFile = ''] = keptFiles(channel)
    await forget(wanted?.name)
    for (const [target, bytes] of [
      [manifestFile, manifest],
      [signatureFile, signature],
    ] as const) {
      writeFileSync(`${target}.new`, bytes, { mode: OWN_FILE, flag: 'wx' })
      renameSync(`${target}.new`, target)
    }
  }

  /** Removes what waits here, but for the package that is still wanted; an installer that still runs stays where it is. */
  async function forget(wanted?: string): Promise<void> {
    clearUnfinished(folder())
    const done = (await readdir(folder())).filter((name) => name !== wanted && !UNDER_WAY.test(name))
    for (const name of done) await rm(path.join(folder(), name), { recursive: true, force: true }).catch(() => undefined)
  }

  return {
    feed: release.feed,
    isOff,
    assertOn,

    /** Asks the place of releases. @throws UPDATES_OFF, UPDATE_UNAVAILABLE, UPDATE_REFUSED, CANCELLED */
    async ask(signal?: AbortSignal): Promise<Judged> {
      assertOn()
      const channel = followed()
      return taken(await fetchClaim(await feed(), channel, signal), channel)
    },

    /** What was found last and is still ahead of this program; null where nothing is, or what was kept is not what it was. */
    kept(): Judged | null {
      if (release.keys.length === 0) return null
      const channel = followed()
      try {
        const [manifest, signature] = keptFiles(channel).map((name) => readFileSync(name))
        const judged = manifest && signature ? examined({ manifest, signature }, channel) : null
        return judged?.isNewer ? judged : null
      } catch {
        return null
      }
    },

    /** Takes a release from a folder or ZIP, with its package. @throws UPDATES_OFF no-key, UPDATE_REFUSED, CANCELLED, those of writing a file */
    async bring(from: string, { signal, tell }: Progress = {}): Promise<Judged> {
      assertKeys()
      return withBrought(from, { folder: folder(), signal }, (brought) =>
        taken(brought, followed(), async ({ file: wanted }) => {
          if (wanted === null) return
          const found = brought.fileOf(wanted.name)
          if (found === null) throw refused('package-missing', wanted.name)
          await write(plainBytes(found), wanted, place(wanted), { signal, tell })
        }),
      )
    },

    /** What is in a release, and that all of it is as it was signed. @throws as `bring` */
    async inspect(from: string, signal?: AbortSignal): Promise<Inspected> {
      assertKeys()
      return withBrought(from, { folder: folder(), signal }, async (brought) => {
        assertSigned(brought.manifest, brought.signature, release.keys)
        const manifest = readManifest(brought.manifest)
        const files: Inspected['files'] = []
        for (const one of manifest.packages) {
          const found = brought.fileOf(one.name)
          if (found !== null) await assertSealed(found, one)
          files.push({ name: one.name, bytes: one.bytes, found: found !== null })
        }
        return { manifest, files }
      })
    },

    place,
    /** Where the package is fetched from, by this program or by hand. */
    addressOf: ({ name }: Package): string => addressIn(release.feed, name),
    /** The package, from the network into a file. @throws UPDATES_OFF, UPDATE_UNAVAILABLE, UPDATE_REFUSED, CANCELLED, those of writing a file */
    async fetch(wanted: Package, target: string, progress: Progress = {}): Promise<void> {
      assertOn()
      await write(fetchPackage(await feed(), wanted.name, progress.signal), wanted, target, progress)
    },
    /** The package that lies here, verified while it is copied. @throws as `fetch` */
    copy: (wanted: Package, target: string, progress: Progress = {}): Promise<void> =>
      write(plainBytes(place(wanted)), wanted, target, progress),
    removeKept: (wanted: Package): void => rmSync(place(wanted), { force: true }),
  }

  async function write(content: AsyncIterable<Buffer>, wanted: Package, target: string, { signal, tell }: Progress): Promise<void> {
    const isOwn = path.dirname(target) === folder()
    await writeWhole(target, Readable.from(sealed(content, wanted, tell), { objectMode: false }), signal, { isOwn })
  }
}
export type Offers = ReturnType<typeof createOffers>
