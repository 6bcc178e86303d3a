import { existsSync, rmSync } from 'node:fs'
import path from 'node:path'
import { takeLock, type Lock } from '../book/file/lock.ts'
import { makeOwnFolder } from '../book/file/private.ts'
import { accountKey } from '../contract/account-key.ts'
import type { Failure } from '../contract/common.ts'
import type { TokenStore } from '../service/tokens.ts'
import { asideOf, dropAside, setAside } from '../book/file/set-aside.ts'
import { apply, replay, type Entry, type VaultState } from './vault-entries.ts'
import { JournalWriter } from './vault-journal.ts'
import { takeIn } from './vault-look.ts'

/** Whose secret it is: a service's base URL and the email that signs in there. */
export interface VaultAccount {
  url: string
  email: string
}

/** Passwords and token chains. Without a key, or when its file cannot be used, they live until the process ends. */
export interface Vault {
  /** True while secrets are kept on disk, encrypted. */
  readonly remembers: boolean
  /** VAULT_UNAVAILABLE with `reason` (`unreadable`, `damaged`, `in-use`, `disk`) when something was lost or cannot be kept; null when all is well. */
  readonly failure: Failure | null
  /** Accounts with a password or a lane, the latest added first. */
  accounts(): VaultAccount[]
  password(account: VaultAccount): string | null
  /** Null forgets the password alone. */
  setPassword(account: VaultAccount, password: string | null): void
  /** The account's lanes: `save` is durable against the end of the process when it returns. */
  tokens(account: VaultAccount): TokenStore
  /** Forgets the password and every lane. */
  forget(account: VaultAccount): void
  /** Waits for the disk and lets another program have the file. */
  close(): void
}

export interface VaultOptions {
  file: string
  /** 32 bytes; null: memory only. */
  key: Uint8Array | null
  /** Vaults of earlier versions, and keys that may open them besides `key`: what they hold is taken in, and they go. */
  former?: { files: readonly string[]; keys: readonly Uint8Array[] }
  /** Named to another program that wants the vault meanwhile. */
  owner: string
  nowMs?: () => number
  /**
   * What cannot be read whole with this key is left as it is, and nothing is kept: for a program that ends at once. One that
   * goes on sets it aside instead, begins a new vault and tells the user.
   */
  leavesUnreadable?: boolean
  /** Told once for every trouble, also later ones (a disk that fills up). */
  onFailure?: (failure: Failure) => void
}

/** A lane's save is about 300 bytes; at 30 a second the file is rewritten every two minutes. */
const COMPACT_AT_BYTES = 1024 * 1024

/** Opens the vault. Never throws: what cannot be read or written is told through `failure` and the vault works from memory. */
export function openVault(options: VaultOptions): Vault {
  const state = new Map() as VaultState
  let failure: Failure | null = null
  let lock: Lock | null = null
  let journal: JournalWriter | null = null

  const tell = (reason: string, detail: string | null = null) => {
    failure = { code: 'VAULT_UNAVAILABLE', data: { reason, detail } }
    options.onFailure?.(failure)
  }
  const release = () => {
    journal?.abandon()
    journal = null
    lock?.release()
    lock = null
  }
  const write = (entry: Entry, isDurable = false) => {
    apply(state, entry)
    if (!journal) return
    try {
      journal.append(entry)
      if (journal.bytes > COMPACT_AT_BYTES) journal.rewrite({ all: [...state.values()] } satisfies Entry)
      else if (isDurable) journal.flush()
    } catch (error) {
      release()
      tell('disk', messageOf(error))
    }
  }

  if (options.key) {
    try {
      makeOwnFolder(path.dirname(options.file))
      lock = takeLock(options.file, { owner: options.owner, pid: process.pid, sinceMs: (options.nowMs ?? Date.now)() })
    } catch (error) {
      const inUse = error instanceof Error && 'code' in error && error.code === 'BOOK_IN_USE'
      tell(inUse ? 'in-use' : 'disk', messageOf(error))
      // Whoever ends at once only reads: what the other program appends meanwhile does it no harm.
      if (inUse && options.leavesUnreadable) replay(options.file, options.key, state)
    }
    if (lock) {
      try {
        const trouble = replay(options.file, options.key, state)
        const isOther = trouble === 'unreadable'
        const former = takeFormer(options, state)
        const back = (isOther || !existsSync(options.file)) && state.size === 0 ? takeBack(options.file, options.key, state) : null
        const said = back ? back.trouble : isOther && former.taken.length > 0 ? null : trouble
        // An empty one beside one that was set aside: a wrong key has begun it.
        const isBegunByOther = state.size === 0 && (asideOf(options.file).length > 0 || former.isLocked)
        if (options.leavesUnreadable && (said !== null || isBegunByOther)) {
          former.release()
          release()
          tell(said ?? 'unreadable')
        } else {
          // Kept aside, not overwritten: with the right key it is taken back.
          if (isOther) setAside(options.file)
          journal = new JournalWriter(options.file, options.key)
          journal.rewrite({ all: [...state.values()] } satisfies Entry)
          if (back) dropAside(back.name)
          former.drop()
          if (said) tell(said)
        }
      } catch (error) {
        release()
        tell('disk', messageOf(error))
      }
    }
  }

  return {
    get remembers() {
      return journal !== null
    },
    get failure() {
      return failure
    },
    accounts: () => [...state.values()].map(({ account }) => account).toReversed(),
    password: (account) => state.get(accountKey(account))?.password ?? null,
    setPassword: (account, password) => write({ account, password }, true),
    tokens: (account) => ({
      load: () => state.get(accountKey(account))?.lanes.slice() ?? [],
      save: (lane) => write({ account, lane }),
      remove: (client) => write({ account, removed: client }),
    }),
    forget: (account) => write({ account, forgotten: true }, true),
    close() {
      try {
        journal?.close()
      } catch (error) {
        tell('disk', messageOf(error))
      }
      release()
    },
  }
}

/** What vaults of earlier versions hold. One that another program has open, or whose key is not here, waits for a later start. */
function takeFormer({ key, former, owner, nowMs = Date.now }: VaultOptions, state: VaultState) {
  const keys = key ? [key, ...(former?.keys ?? [])] : []
  const taken: { file: string; lock: Lock; isWhole: boolean }[] = []
  let isLocked = false
  for (const file of former?.files ?? []) {
    if (!existsSync(file)) continue
    try {
      const lock = takeLock(file, { owner, pid: process.pid, sinceMs: nowMs() })
      const read = keys.map((one) => readOne(file, one)).find(({ trouble }) => trouble !== 'unreadable')
      if (!read) {
        lock.release()
        isLocked = true
        continue
      }
      takeIn(state, read.found)
      taken.push({ file, lock, isWhole: read.trouble === null })
    } catch {
      // In use, or not to be read now: it stays as it is.
    }
  }
  const release = () => taken.forEach(({ lock }) => lock.release())
  return {
    taken,
    /** There is one that none of the keys opens. */
    isLocked,
    release,
    /** Call when the disk has what was taken. A damaged one is kept beside, for whoever can read more of it. */
    drop() {
      for (const { file, isWhole } of taken) {
        if (isWhole) rmSync(file, { force: true })
        else setAside(file)
      }
      release()
    },
  }
}

function readOne(file: string, key: Uint8Array) {
  const found: VaultState = new Map()
  return { found, trouble: replay(file, key, found) }
}

/** Restores the newest vault of this key among those that were set aside when another key was tried. */
function takeBack(file: string, key: Uint8Array, state: VaultState) {
  for (const name of asideOf(file)) {
    const trouble = replay(name, key, state)
    if (trouble !== 'unreadable' && state.size > 0) return { name, trouble }
  }
  return null
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
