import { existsSync } from 'node:fs'
import path from 'node:path'
import { accountKey } from '../contract/account-key.ts'
import { replay, type VaultState } from './vault-entries.ts'

/** The vault of a data folder, the same for every host. */
export const vaultFileOf = (dataFolder: string): string => path.join(dataFolder, 'meterbook.vault')

/** The vaults of earlier versions, the desktop's and the others': taken into the one when it is opened with a key that reads them. */
export const formerVaultsOf = (dataFolder: string): string[] => ['desktop.vault', 'local.vault'].map((name) => path.join(dataFolder, name))

/** A vault as it lies there, for a program that writes nothing into it. */
export interface VaultLook {
  /** There is a vault, whoever can read it. */
  isThere: boolean
  /** It can be read with the key. */
  isOpen: boolean
  accounts(): { url: string; email: string }[]
  password(account: { url: string; email: string }): string | null
}

/**
 * Reads the vault and those of earlier versions without taking them: a program that has them open goes on. What cannot be read
 * with these keys is as good as empty.
 */
export function lookInVault(dataFolder: string, keys: readonly Uint8Array[]): VaultLook {
  const state: VaultState = new Map()
  const files = [vaultFileOf(dataFolder), ...formerVaultsOf(dataFolder)].filter((file) => existsSync(file))
  let isOpen = false
  for (const file of files) {
    for (const key of keys) {
      const found: VaultState = new Map()
      if (read(file, key, found) === 'unreadable') continue
      isOpen = true
      takeIn(state, found)
      break
    }
  }
  return {
    isThere: files.length > 0,
    isOpen,
    accounts: () => [...state.values()].filter(({ password }) => password !== null).map(({ account }) => account),
    password: (account) => state.get(accountKey(account))?.password ?? null,
  }
}

/** Whether this key opens the vault, or one of an earlier version where there is no other. */
export function readsVault(dataFolder: string, key: Uint8Array): boolean {
  const own = vaultFileOf(dataFolder)
  const files = existsSync(own) ? [own] : formerVaultsOf(dataFolder).filter((file) => existsSync(file))
  return files.some((file) => read(file, key, new Map()) !== 'unreadable')
}

/** Adds what the state does not have; what it has stays. */
export function takeIn(state: VaultState, found: VaultState): void {
  for (const [id, secrets] of found) {
    const own = state.get(id)
    if (!own) state.set(id, secrets)
    else state.set(id, { ...own, password: own.password ?? secrets.password, lanes: own.lanes.length > 0 ? own.lanes : secrets.lanes })
  }
}

function read(file: string, key: Uint8Array, state: VaultState): 'unreadable' | 'damaged' | null {
  try {
    return replay(file, key, state)
  } catch {
    return 'unreadable'
  }
}
