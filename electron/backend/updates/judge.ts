import { DAY_MS } from '../../contract/time/units.ts'
import type { Channel } from '../../contract/update-words.ts'
import { targetOf, type Manifest, type Package } from './manifest.ts'
import { refused } from './refused.ts'
import type { Release } from './release.ts'
import { compareVersions, parseVersion, type Version } from './version.ts'

/** The highest version that this program was ever shown in a good manifest, of each channel. */
export type Seen = Partial<Record<Channel, string>>

export interface Situation {
  /** Of the running program. */
  version: string
  release: Release
  /** The channel that the user follows. */
  channel: Channel
  seen: Seen
  nowMs: number
}

export interface Judged {
  manifest: Manifest
  /** Null where this is the running version: there is nothing to do. */
  isNewer: boolean
  /** The package for this installation; null where no release has one for its kind. */
  file: Package | null
}

/** Before it there was no release. */
const FIRST_DAY = '2026-01-01'
/** A clock that is wrong by a time zone or a day is no reason to doubt a release. */
const MOST_AHEAD_MS = 2 * DAY_MS

/**
 * What a manifest whose signature holds means for this program. That it was signed does not make it the one to follow: an old
 * one was signed as well.
 * @throws MeterbookError UPDATE_REFUSED
 */
export function judge(manifest: Manifest, { version, release, channel, seen, nowMs }: Situation): Judged {
  const there = read(manifest.version)
  const here = read(version)
  // What is tested early is offered to those who asked for it, and to nobody by a word in a file.
  if (channel === 'stable' && (manifest.channel !== 'stable' || there.prerelease.length > 0))
    throw refused('other-channel', manifest.version)
  if (manifest.date < FIRST_DAY) throw refused('absurd-date', manifest.date)
  if (Date.parse(manifest.date) > nowMs + MOST_AHEAD_MS) throw refused('future-date', manifest.date)
  const highest = seen[channel]
  if (highest !== undefined && compareVersions(there, read(highest)) < 0) throw refused('replayed', `${manifest.version} < ${highest}`)
  const difference = compareVersions(there, here)
  // Who comes back from early versions has a newer program than the channel: that is no attack, and no update.
  if (difference < 0 && !(channel === 'stable' && here.prerelease.length > 0)) throw refused('older', `${manifest.version} < ${version}`)
  if (difference <= 0) return { manifest, isNewer: false, file: null }
  if (manifest.minimum !== null && compareVersions(here, read(manifest.minimum)) < 0) throw refused('too-far', manifest.minimum)
  return { manifest, isNewer: true, file: packageFor(manifest, release) }
}

/** @throws UPDATE_REFUSED no-package for an installation that a package could be for. */
function packageFor({ packages }: Manifest, { platform, arch, installedAs }: Release): Package | null {
  if (installedAs === 'source' || installedAs === 'folder') return null
  const targets = [arch, 'universal'].map((one) => targetOf({ platform, arch: one, kind: installedAs }))
  const found = packages.find((one) => targets.includes(targetOf(one)))
  if (!found) throw refused('no-package', targets[0])
  return found
}

/** The highest of what was seen before and what is seen now. */
export function seenWith(seen: Seen, channel: Channel, version: string): Seen {
  const before = seen[channel]
  const isHigher = before === undefined || compareVersions(read(version), read(before)) > 0
  return isHigher ? { ...seen, [channel]: version } : seen
}

const ZERO: Version = { numbers: [0, 0, 0], prerelease: [] }
/** What a damaged `program.json` has in place of a version forbids nothing. */
const read = (text: string): Version => parseVersion(text) ?? ZERO
