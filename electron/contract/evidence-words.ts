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
  'statement-changed',
  'signature-broken',
  'signature-missing',
  'signature-other',
  'signature-unstated',
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

/** The public keys that somebody has: one's own, null where none was made, and those that were said to be known. */
export interface KeysOfOne {
  publicKey: string | null
  known: readonly { publicKey: string }[]
}
export const NO_KEYS: KeysOfOne = { publicKey: null, known: [] }

/** Whose a key is, for somebody with these keys. */
export function keyOwner(publicKey: string, { publicKey: own, known }: KeysOfOne): KeyOwner {
  if (publicKey === own) return 'own'
  return known.some((one) => one.publicKey === publicKey) ? 'known' : 'unknown'
}

/** Why a signature or the book inside cannot be read: what a program may not say in its own words. */
export const FAULTS = [
  'no-signature',
  'other-purpose',
  'other-kind-of-key',
  'other-hash',
  'cut-off',
  'damaged-book',
  'no-book',
  'foreign-book',
] as const
export type Fault = (typeof FAULTS)[number]

/** All that is checked of a bundle, in the order in which it is told. What is on no line here was not compared. */
export const BUNDLE_CHECKS = [
  /** The ZIP's own bytes against the digest in its comment. */
  'zip',
  /** Each file against the sum that the manifests name. */
  'files',
  'signature',
  /** records.jsonl against the book inside. */
  'records-book',
  /** The CSV tables of records against records.jsonl. */
  'records-csv',
  /** The CSV tables of the context against context.jsonl. */
  'context-csv',
  /** Stations, channels, messages and meanings against the book inside. */
  'context-book',
  /** The days that were asked for, as stated, against those of the book inside. */
  'coverage',
  /** The numbers of report.json against those that the book inside makes. */
  'numbers',
  /** The records' hash that bag-info.txt and report.json state. */
  'hash',
  /** The hash of all records of the book inside, also beyond the span. */
  'book-hash',
  /** What choice.json, report.json, datapackage.json and bag-info.txt say of one and the same. */
  'statements',
  /** The clocks of gas days against those of the book inside. */
  'clocks',
  /** The pages of report.pdf. */
  'pages',
  /** Notes, thresholds and findings: the book inside has none of them. */
  'aside',
  /** README and the descriptions of columns. */
  'explanations',
] as const
export type BundleCheck = (typeof BUNDLE_CHECKS)[number]

/** `absent`: what it is about is not in the bundle, and need not be. */
export const CHECK_OUTCOMES = ['holds', 'differs', 'not-checked', 'absent'] as const
export type CheckOutcome = (typeof CHECK_OUTCOMES)[number]

/** Why something was not checked, or not wholly; of a signature that holds, by whose key. */
export const CHECK_REASONS = [
  'own-key',
  'known-key',
  'unknown-key',
  'unchecked-key',
  'removed',
  'repacked',
  'missing',
  'unreadable',
  'choice-changed',
  'other-version',
  'one-clock',
  'no-clock-in-book',
  'asked-clock',
  'not-in-book',
  'pages-unread',
  'pages-signed',
  'sums-only',
] as const
export type CheckReason = (typeof CHECK_REASONS)[number]

/** The verdict on a bundle. Only a signature by a key that one knows says more than that it agrees with itself. */
export const VERDICTS = ['changed', 'own-key', 'known-key', 'unknown-key', 'unchecked-key', 'unsigned'] as const
export type Verdict = (typeof VERDICTS)[number]

/** What is said of a signature; `holds` null: by a key of a kind that is not checked here. */
interface SaidOfSignature {
  holds: boolean | null
  owner: KeyOwner | null
}

/** By whose key a bundle is signed: the best known of those whose signature holds. */
function signedBy(signatures: readonly SaidOfSignature[]): Exclude<Verdict, 'changed'> {
  const owners = signatures.flatMap(({ holds, owner }) => (holds && owner ? [owner] : []))
  const best = KEY_OWNERS.find((owner) => owners.includes(owner))
  if (best) return `${best}-key`
  return signatures.some(({ holds }) => holds === null) ? 'unchecked-key' : 'unsigned'
}

/** The verdict on a bundle in which nothing was found changed, or something was. */
export const verdictOf = (isUnchanged: boolean, signatures: readonly SaidOfSignature[]): Verdict =>
  isUnchanged ? signedBy(signatures) : 'changed'

/** One check, and how it ended. */
export interface SaidOfCheck {
  check: BundleCheck
  outcome: CheckOutcome
  why: CheckReason | null
}

/** Whether something was found that differs from what a check compares it with. What could not be compared does not. */
export const isDiffering = (checks: readonly SaidOfCheck[], check: BundleCheck): boolean =>
  checks.some((one) => one.check === check && one.outcome === 'differs')

/** The checks with whose signature it is, where nothing is wrong with it: somebody may say just now that a key is known. */
export function withSigner(checks: readonly SaidOfCheck[], signatures: readonly SaidOfSignature[]): SaidOfCheck[] {
  const by = signedBy(signatures)
  const said = {
    check: 'signature',
    outcome: by === 'unsigned' ? 'absent' : by === 'unchecked-key' ? 'not-checked' : 'holds',
    why: by === 'unsigned' ? null : by,
  } as const
  return checks.map((one) => (one.check === 'signature' && one.outcome !== 'differs' ? said : one))
}
