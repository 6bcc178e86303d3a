/** What was found changed in a bundle. */
export const CHANGE_KINDS = [
  'file-changed',
  'file-missing',
  'file-added',
  'file-unreadable',
  /** Larger than such a part of a bundle can be: it was not read, or not to its end. */
  'too-large',
  'record-changed',
  'record-missing',
  'record-added',
  'number-changed',
  'hash-changed',
  'signature-broken',
  'signature-missing',
  'signature-other',
  'container-changed',
] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

/**
 * What is known of the bytes of the ZIP itself, by the digest in its comment. It has no key: anybody can compute it, so none
 * of these says who wrote the file. `digest-fits`: the bytes are those that it names; `digest-differs`: they are not;
 * `repacked`: it names none, or a party's signature was added since.
 */
export const CONTAINERS = ['digest-fits', 'repacked', 'digest-differs'] as const
export type Container = (typeof CONTAINERS)[number]

/**
 * Why two programs would unpack different files from one ZIP: `end`: its end, found in two ways; `directory`: the list of
 * files, which the end describes otherwise; `gap`: bytes that belong to no file of the list; `header`: a file that is described
 * otherwise beside its data than in the list; `name`, `kind`, `packing`: a file whose name, kind or packing is not taken alike
 * by all; `data`: more data than the file has.
 */
export type Ambiguity = 'end' | 'directory' | 'gap' | 'header' | 'name' | 'kind' | 'packing' | 'data'

/** Whose key it is: one's own, one that was said to be known, or one never met. */
export const KEY_OWNERS = ['own', 'known', 'unknown'] as const
export type KeyOwner = (typeof KEY_OWNERS)[number]
