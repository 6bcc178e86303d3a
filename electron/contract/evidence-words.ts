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

/** `as-written`: by Meterbook, untouched; `repacked`: by another program; `changed`: bytes of the ZIP itself differ. */
export const CONTAINERS = ['as-written', 'repacked', 'changed'] as const
export type Container = (typeof CONTAINERS)[number]

/** Whose key it is: one's own, one that was said to be known, or one never met. */
export const KEY_OWNERS = ['own', 'known', 'unknown'] as const
export type KeyOwner = (typeof KEY_OWNERS)[number]
