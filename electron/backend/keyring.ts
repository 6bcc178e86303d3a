import { createRequire } from 'node:module'
import type { AsyncEntry } from '@napi-rs/keyring'

/** The operating system's keyring, as far as the vault's key needs it. */
export interface Keyring {
  /** Null: it holds none under this name. Throws Error where it cannot be asked (locked, refused, no answer). */
  get(name: string): Promise<string | null>
  /** Throws Error where it does not keep it. */
  set(name: string, secret: string): Promise<void>
}

/** Under which all of our entries stand in the keyring. */
const SERVICE = 'Meterbook'
/** A locked keyring asks its user; where nobody sits there (a scheduler) the answer never comes. */
const PATIENCE_MS = 20_000
/** Switches the keyring off, as for a test or where it asks its user each time. */
export const KEYRING_VARIABLE = 'METERBOOK_KEYRING'

/**
 * The keyring of this system: Credential Manager, Keychain, or what offers the Secret Service on D-Bus (GNOME, KDE). Null
 * where there is none, or it is switched off. Its native module is loaded here and nowhere else, when it is first needed; one
 * that cannot be loaded is no keyring.
 *
 * On Linux the Secret Service is asked for by name: left to itself the module falls back on the kernel's keyring, which
 * forgets everything at the next start of the machine.
 */
export function systemKeyring(env: NodeJS.ProcessEnv = process.env): Keyring | null {
  if (env[KEYRING_VARIABLE] === 'off') return null
  // What cannot be reached here is tried at each question, so that its reason is in the error.
  try {
    const { AsyncEntry: Entry } = createRequire(import.meta.url)('@napi-rs/keyring') as { AsyncEntry: typeof AsyncEntry }
    const entry = (name: string) => new Entry(SERVICE, name, { linux: { store: 'secret-service' } })
    // Without a bus, or a keyring on it, this fails at once: nobody is asked anything.
    entry('probe')
    return {
      get: async (name) => (await entry(name).getPassword(AbortSignal.timeout(PATIENCE_MS))) ?? null,
      set: (name, secret) => entry(name).setPassword(secret, AbortSignal.timeout(PATIENCE_MS)),
    }
  } catch {
    return null
  }
}
