import { withoutEnd } from './cut.ts'

/** Who signs in where. */
interface AccountName {
  /** The service's address. */
  url: string
  /** The sign-in name. */
  email: string
}

/**
 * The one notion of an account: two that have the same key are one account, with one book and one entry in the vault.
 * Addresses differ neither by case of the host nor by a slash at the end; sign-in names not by case, as the service
 * compares them.
 */
export function accountKey({ url, email }: AccountName): string {
  return `${serviceAddress(url)}\n${email.trim().normalize('NFC').toLowerCase()}`
}

/** The one spelling of a service's address. */
export function serviceAddress(url: string): string {
  const address = URL.canParse(url) ? new URL(url).href : url
  return withoutEnd(address, '/')
}

/** Two accounts of one service see the same stations under the same keys. */
export const isSameService = (a: string, b: string): boolean => serviceAddress(a) === serviceAddress(b)

export function isSameAccount(a: AccountName, b: AccountName): boolean {
  return accountKey(a) === accountKey(b)
}
