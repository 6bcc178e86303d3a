/** What the comment of a bundle's ZIP says; `head -c -64 FILE | sha256sum` checks it. It finds damage, and proves nothing: anybody can compute it. */
const SAYS = 'Meterbook evidence. SHA-256 of all bytes before this digest: '
export const DIGEST_LENGTH = 64
export const DIGEST_PLACE = '0'.repeat(DIGEST_LENGTH)
export const ZIP_COMMENT = SAYS + DIGEST_PLACE

/** The digest that a comment names; null where it is no comment of ours. */
export function digestIn(comment: string): string | null {
  const digest = comment.startsWith(SAYS) ? comment.slice(SAYS.length) : ''
  return /^[0-9a-f]{64}$/.test(digest) ? digest : null
}

/** True where a comment was ours, whatever has become of its digest. */
export const isOurs = (comment: string): boolean => /evidence|SHA-256/.test(comment)
