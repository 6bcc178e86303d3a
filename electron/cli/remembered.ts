import { existsSync } from 'node:fs'
import { DEMO_URL } from '../backend/book-path.ts'
import { systemKeyring } from '../backend/keyring.ts'
import { programFileIn } from '../backend/program-file.ts'
import { wayOf } from '../backend/proxy.ts'
import { recentBooks } from '../backend/used-books.ts'
import { findVaultKey, type KeyPlace } from '../backend/vault-key.ts'
import { lookInVault, type VaultLook } from '../backend/vault-look.ts'
import { glanceAt } from '../book/file/glance.ts'
import { isSameAccount } from '../contract/account-key.ts'
import { MeterbookError } from '../contract/errors.ts'
import type { Way } from '../service/dispatcher.ts'
import { UsageError } from './usage-error.ts'

/** What was remembered in the window, found by a command that names no password. */

/** An account as a sync needs it. */
export interface SyncAccount {
  url: string
  email: string
  allowUnencrypted: boolean
  /** A file of certificates that are trusted besides the computer's; '': none. */
  authority: string
}

/**
 * Whose account a sync is of that names neither service nor e-mail: that of its book; else the one that is known here, by its
 * e-mail where there are several. `demo`: the book is the demo service's.
 * @throws MeterbookError BOOK_MISSING; UsageError where it cannot be told
 */
export function rememberedAccount({
  book,
  email,
  dataFolder,
}: {
  book?: string
  email?: string
  dataFolder: string
}): SyncAccount | 'demo' {
  const known = knownHere(dataFolder)
  if (book !== undefined) {
    if (!existsSync(book)) throw new MeterbookError('BOOK_MISSING', { file: book })
    const { url, email: owner } = glanceAt(book)?.identity ?? { url: null, email: null }
    if (url === DEMO_URL) return 'demo'
    if (url === null || owner === null)
      throw new UsageError('The book belongs to no account yet. Name it once with --url URL and --email E.')
    if (email !== undefined && !isSameAccount({ url, email: owner }, { url, email }))
      throw new MeterbookError('OTHER_ACCOUNT', { file: book, email: owner })
    const { authority } = programFileIn(dataFolder).preferences()
    return known.find((one) => isSameAccount(one, { url, email: owner })) ?? { url, email: owner, allowUnencrypted: false, authority }
  }
  const asked = email === undefined ? known : known.filter((one) => isSameAccount(one, { url: one.url, email }))
  const [only, second] = asked
  if (!only) {
    throw new UsageError(
      email === undefined
        ? 'Name the service with --url URL, or use --demo: no account is known here yet.'
        : 'No book of this account is known here. Name its service once with --url URL and --email E.',
    )
  }
  if (second) throw new UsageError('Several accounts are known here. Name the book with --book FILE, or the account with --account E.')
  return only
}

/** The accounts of the books that were open here or lie in the usual folder, each once, the newest first. */
export function knownHere(dataFolder: string): SyncAccount[] {
  const file = programFileIn(dataFolder)
  const [used, { authority }] = [file.books(), file.preferences()]
  const found: SyncAccount[] = []
  for (const { file, exists } of recentBooks(used, dataFolder)) {
    const { url, email } = (exists && glanceAt(file)?.identity) || { url: null, email: null }
    if (url === null || email === null || url === DEMO_URL) continue
    if (found.some((one) => isSameAccount(one, { url, email }))) continue
    const { account } = used.find((one) => one.account && isSameAccount(one.account, { url, email })) ?? { account: null }
    found.push({ url, email, allowUnencrypted: account?.allowUnencrypted ?? false, authority })
  }
  return found
}

type VaultHere = VaultLook & { keyPlace: KeyPlace | null }
/** Opens the vault when a secret of it is wanted. */
export type AskVault = () => Promise<VaultHere>

/** The vault, read beside whoever has it open, and where its key was found. */
export async function vaultHere(dataFolder: string, env: NodeJS.ProcessEnv): Promise<VaultHere> {
  const found = await findVaultKey(dataFolder, env, systemKeyring(env))
  return { ...lookInVault(dataFolder, found ? [found.key, ...found.others] : []), keyPlace: found?.place ?? null }
}

/** The vault for a command that may want several of its secrets: looked into with the first of them, and once. */
export function vaultOnce(dataFolder: string, env: NodeJS.ProcessEnv): AskVault {
  let looked: Promise<VaultHere> | null = null
  return () => (looked ??= vaultHere(dataFolder, env))
}

/**
 * How a command reaches a service: as the window does, by the preferences and with the proxy's name and password of the vault. One
 * that cannot be opened gives none: a proxy that wants them says so.
 * @param authority a file of certificates in place of the one that the preferences name
 */
export async function wayHere(dataFolder: string, authority: string | undefined, ask: AskVault): Promise<Way> {
  const preferences = programFileIn(dataFolder).preferences()
  const named = { ...preferences, authority: authority ?? preferences.authority }
  // A locked keyring is waited for: without a proxy there is nothing to ask it for.
  return wayOf(named, named.proxy === '' ? { password: () => null } : await ask())
}

/**
 * The password of a sync that works by itself: METERBOOK_PASSWORD, else the one that the vault remembers.
 * @throws MeterbookError NOT_REMEMBERED, with why
 */
export async function rememberedPassword(account: SyncAccount, ask: AskVault, env: NodeJS.ProcessEnv): Promise<string> {
  const given = env['METERBOOK_PASSWORD']
  if (given) return given
  const vault = await ask()
  const password = vault.password(account)
  if (password !== null) return password
  const reason = !vault.isThere || vault.isOpen ? 'nothing-kept' : vault.keyPlace === null ? 'no-key' : 'other-key'
  throw new MeterbookError('NOT_REMEMBERED', { email: account.email, reason })
}
