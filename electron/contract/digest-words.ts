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

/** What a download brought, in the order in which it is told, and the kinds of lines that each number counts. */
export const BROUGHT_KINDS = {
  settings: ['setting'],
  corrected: ['corrected'],
  findings: ['silent', 'limit', 'began', 'judged'],
  devices: ['device'],
} as const satisfies Record<string, readonly DigestKind[]> as Record<
  'settings' | 'corrected' | 'findings' | 'devices',
  readonly DigestKind[]
>
export type BroughtFigure = keyof typeof BROUGHT_KINDS
export const BROUGHT_FIGURES = Object.keys(BROUGHT_KINDS) as BroughtFigure[]

/** Lines of a kind that a digest has at most; the others are counted. */
export const MOST_LINES = 200
/** Verifications and batteries are told of so many days before they end. */
export const AHEAD_DAYS = 60
