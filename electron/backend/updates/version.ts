/** A version as semver.org 2.0.0 has it, without build metadata: releases are told apart by what is compared alone. */
export interface Version {
  numbers: readonly [number, number, number]
  /** '' for a release; `beta.2` for one that comes before it. */
  prerelease: readonly (number | string)[]
}

const NUMBER = '(?:0|[1-9]\\d{0,8})'
const PART = `(?:${NUMBER}|\\d*[a-z-][0-9a-z-]*)`
const SHAPE = new RegExp(`^(${NUMBER})\\.(${NUMBER})\\.(${NUMBER})(?:-(${PART}(?:\\.${PART})*))?$`, 'i')
const MOST_LETTERS = 64

/** Null for a text that is no version, or one that nobody needs. */
export function parseVersion(text: string): Version | null {
  const found = text.length <= MOST_LETTERS ? SHAPE.exec(text) : null
  if (!found) return null
  const [, major, minor, patch, prerelease] = found
  return {
    numbers: [Number(major), Number(minor), Number(patch)],
    prerelease: prerelease === undefined ? [] : prerelease.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part)),
  }
}

/** Negative where `a` comes before `b`. */
export function compareVersions(a: Version, b: Version): number {
  for (const at of [0, 1, 2] as const) {
    const difference = a.numbers[at] - b.numbers[at]
    if (difference !== 0) return difference
  }
  // A release comes after all that led to it.
  if (a.prerelease.length === 0 || b.prerelease.length === 0) return b.prerelease.length - a.prerelease.length
  for (let at = 0; at < Math.max(a.prerelease.length, b.prerelease.length); at++) {
    const difference = compareParts(a.prerelease[at], b.prerelease[at])
    if (difference !== 0) return difference
  }
  return 0
}

/** Numbers come before words; of two that are alike so far the shorter comes first. */
function compareParts(a: number | string | undefined, b: number | string | undefined): number {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? -1 : 1
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (typeof a === 'number') return -1
  if (typeof b === 'number') return 1
  return a === b ? 0 : a < b ? -1 : 1
}
