import { withoutEnd } from './cut.ts'

/** What people call a book. */

/** A file name that the program made ends with a digest, so that no two accounts share it. */
const NAMED_BY_PROGRAM = /-[0-9a-f]{8}$/

/** A book's file name without its folder, of Windows or of any other system, and without its extension. */
export const bookFileName = (file: string): string => (file.split(/[\\/]/).at(-1) ?? file).replace(/\.meterbook$/, '')

/** A book's name: its file's, or its account where the program named the file after it. */
export function bookCalled(file: string, account: { url: string; email: string } | null): string {
  const stem = bookFileName(file)
  if (!account || !stem.startsWith(account.email) || !NAMED_BY_PROGRAM.test(stem)) return stem
  return /^https?:/.test(account.url) ? `${account.email} · ${new URL(account.url).host}` : account.email
}

/**
 * What a book is called in files that leave the house: by its file's name, without the folder, which names a person's account
 * of the computer, and without the e-mail of the account of the service, after which the program may have named it.
 */
export function bookInFiles({ file, identity }: { file: string; identity: { email: string | null } }): string {
  const stem = bookFileName(file)
  const plain = identity.email ? withoutEnd(stem.replaceAll(identity.email, '').replace(/^[-_. ]+/, ''), '-_. ') : stem
  return plain || 'Meterbook'
}
