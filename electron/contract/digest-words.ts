/** Free of zod, for the window too. */

/** What a digest tells of, in the order in which it does: what somebody has to act on first. */
export const DIGEST_KINDS = [
  'download',
  'silent',
  'limit',
  'began',
  'setting',
  'corrected',
  'late',
  'device',
  'verification',
  'battery',
  'back',
  'ended',
  'note',
  'judged',
] as const
export type DigestKind = (typeof DIGEST_KINDS)[number]

/** Lines of a kind that a digest has at most; the others are counted. */
export const MOST_LINES = 200
/** Verifications and batteries are told of so many days before they end. */
export const AHEAD_DAYS = 60
