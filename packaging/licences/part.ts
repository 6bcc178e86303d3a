/** A foreign part of the packed program, with all that its licence asks to be handed on. */
export interface Part {
  name: string
  version: string
  /** SPDX expression; null: it says none. */
  licence: string | null
  /** Licence and notices in full; null: there are none in the package. */
  text: string | null
  /** Where it comes from: a package of npm, or what such a package carries within itself. */
  kind: 'package' | 'inside'
  /** Of `kind` 'inside': the package that brings it. */
  broughtBy?: string
  /** The lock file's checksum of the package, as Subresource Integrity (`sha512-…`). */
  integrity?: string
}

/** In the order of names, whatever the machine's language; a name's versions one after the other. */
export function byName(a: Part, b: Part): number {
  const [one, other] = [`${a.name} ${a.version}`, `${b.name} ${b.version}`]
  return one < other ? -1 : one > other ? 1 : 0
}
