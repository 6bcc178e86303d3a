import { lstatSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { temporaryFolder } from '../../book/file/unfinished.ts'
import { CHANNELS } from '../../contract/update-words.ts'
import { BundleRefused } from '../../exports/evidence/bundle-refused.ts'
import { unzip } from '../../exports/evidence/zip-read.ts'
import { readRegular } from '../../files/regular-file.ts'
import type { Claim } from './feed.ts'
import { MANIFEST, MOST_MANIFEST_BYTES, SIGNATURE_ENDING } from './manifest.ts'
import { refused } from './refused.ts'

/** A release that somebody brought, for a computer without the internet: a folder, or a ZIP of one. */
export interface Brought extends Claim {
  /** Where a file of the release lies; null where it is not in it. */
  fileOf(name: string): string | null
}

const MANIFESTS: readonly string[] = CHANNELS.map((channel) => MANIFEST[channel])

/**
 * Opens a release, and removes what it unpacked into `folder` when `use` is done. Names in a ZIP say nothing of where anything
 * is written; a folder's files are read from that folder alone.
 * @throws MeterbookError UPDATE_REFUSED nothing-inside, bad-zip; the reason of `signal`
 */
export async function withBrought<T>(
  file: string,
  { folder, signal }: { folder: string; signal?: AbortSignal | undefined },
  use: (brought: Brought) => Promise<T>,
): Promise<T> {
  const found = lstatSync(file, { throwIfNoEntry: false })
  if (!found) throw refused('nothing-inside', path.basename(file))
  if (found.isDirectory()) {
    const names = new Set(await readdir(file))
    return use(await opened((name) => (names.has(name) ? path.join(file, name) : null)))
  }
  const unpacked = temporaryFolder('unpacked', folder)
  try {
    const files = await filesIn(file, unpacked, signal)
    return await use(await opened((name) => files.get(name) ?? null))
  } finally {
    await rm(unpacked, { recursive: true, force: true })
  }
}

/** Where each file of a ZIP was written, by its name without the folder that it was packed with. */
async function filesIn(file: string, folder: string, signal: AbortSignal | undefined): Promise<Map<string, string>> {
  try {
    const { files } = await unzip(file, folder, { signal })
    const manifests = files.filter(({ path: name }) => MANIFESTS.includes(path.posix.basename(name)))
    const [place] = manifests.map(({ path: name }) => path.posix.dirname(name))
    const beside = files.filter(({ path: name }) => path.posix.dirname(name) === place)
    return new Map(beside.flatMap(({ path: name, file: at }) => (at === null ? [] : [[path.posix.basename(name), at] as const])))
  } catch (error) {
    if (error instanceof BundleRefused) throw refused('bad-zip', path.basename(file), error)
    throw error
  }
}

async function opened(fileOf: Brought['fileOf']): Promise<Brought> {
  for (const name of MANIFESTS) {
    const [manifest, signature] = [fileOf(name), fileOf(`${name}${SIGNATURE_ENDING}`)]
    if (manifest && signature) return { manifest: await smallFile(manifest), signature: await smallFile(signature), fileOf }
  }
  throw refused('nothing-inside')
}

const smallFile = (file: string): Promise<Buffer> =>
  readRegular(file, { most: MOST_MANIFEST_BYTES, tooLarge: () => refused('not-a-manifest', path.basename(file)) })
