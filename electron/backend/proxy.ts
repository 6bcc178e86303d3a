import { z } from 'zod'
import type { Preferences } from '../contract/preferences.ts'
import type { Way } from '../service/dispatcher.ts'
import type { ProgramFile } from './program-file.ts'
import type { Vault, VaultAccount } from './vault.ts'

/** Under which the vault keeps the name and password of the proxy: no service has such an address. */
const ENTRY: VaultAccount = { url: 'proxy', email: 'proxy' }
const secretSchema = z.object({ address: z.string(), credentials: z.string() })
type Secret = z.infer<typeof secretSchema>

/** Scheme, name and password, host: whatever is before the last @, also where the scheme was left out. */
const WITH_CREDENTIALS = /^([a-z][a-z0-9+.-]*:\/\/)?(.*)@([^@]*)$/i

/** A vault, or what a program sees of it that only looks. */
type Passwords = Pick<Vault, 'password'>

function secretIn(vault: Passwords): Secret | null {
  const kept = vault.password(ENTRY)
  return kept === null ? null : secretSchema.parse(JSON.parse(kept))
}
/** The secret of the address that the preferences name; one of another address is never given to it. */
function secretOf(address: string, vault: Passwords): Secret | null {
  const kept = secretIn(vault)
  return kept?.address === address ? kept : null
}

/**
 * How a service is reached as the preferences say, with the proxy's name and password, for the connection alone. Where they name
 * no proxy, the environment's counts.
 */
export function wayOf({ proxy: address, authority }: Pick<Preferences, 'proxy' | 'authority'>, vault: Passwords): Way {
  const kept = secretOf(address, vault)
  const whole = kept ? address.replace(/^([a-z][a-z0-9+.-]*:\/\/)?/i, (scheme) => `${scheme}${kept.credentials}@`) : address
  return { proxy: whole === '' ? 'environment' : whole, authority }
}

/**
 * The proxy of the preferences. Its name and password lie in the vault, never in `program.json`; without a vault they are
 * held until the program ends. What an earlier version has written there in clear is moved at once.
 */
export function proxyOf({ file, vault }: { file: ProgramFile; vault: Vault }) {
  /**
   * Takes the proxy that a user typed and strips name and password, which go into the vault; those of another address
   * are forgotten.
   */
  function take(typed: string): string {
    const [, scheme = '', credentials, host = ''] = WITH_CREDENTIALS.exec(typed) ?? []
    if (credentials === undefined) {
      if (secretIn(vault)?.address !== typed) vault.setPassword(ENTRY, null)
      return typed
    }
    const address = scheme + host
    vault.setPassword(ENTRY, JSON.stringify({ address, credentials } satisfies Secret))
    return address
  }

  const { proxy } = file.preferences()
  if (WITH_CREDENTIALS.test(proxy)) file.setPreferences({ proxy: take(proxy) })

  return {
    take,
    /** How a service is reached (wayOf), by what the preferences say at this moment. */
    way: (): Way => wayOf(file.preferences(), vault),
    /** Whose name is given to the proxy, and whether it is known after the next start; null where none is given. */
    account(): { user: string; remembered: boolean } | null {
      const kept = secretOf(file.preferences().proxy, vault)
      return kept && { user: kept.credentials.replace(/:.*$/s, ''), remembered: vault.remembers }
    },
  }
}
export type Proxy = ReturnType<typeof proxyOf>
