import { existsSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { takeLock, type Lock } from '../book/file/lock.ts'
import { makeOwnFolder } from '../book/file/private.ts'
import { accountKey } from '../contract/account-key.ts'
import type { Failure } from '../contract/common.ts'
import type { StoredLane, TokenStore } from '../service/tokens.ts'
import type { Host } from './host.ts'
import { asideOf, dropAside, setAside } from './set-aside.ts'
import { JournalWriter, readJournal } from './vault-journal.ts'

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

/** Beside the books. The desktop's key lives in the OS's keychain and the others' in the environment: two keys, two files. */
export function vaultFileOf(host: Pick<Host, 'dataFolder' | 'kind'>): string {
  return path.join(host.dataFolder, host.kind === 'desktop' ? 'desktop.vault' : 'local.vault')
}

const laneSchema = z.object({
  client: z.string(),
  token: z.string(),
  previousToken: z.string().nullable(),
  tokenType: z.string(),
  uid: z.string(),
  expiryMs: z.number().nullable(),
}) satisfies z.ZodType<StoredLane>
const accountSchema = z.object({ url: z.string(), email: z.string() })
const secretsSchema = z.object({
  account: accountSchema,
  password: z.string().nullable(),
  lanes: z.array(laneSchema),
})
type Secrets = z.infer<typeof secretsSchema>
/** The first entry of a journal is everything; each later one replaces what it names. */
const entrySchema = z.union([
  z.object({ all: z.array(secretsSchema) }),
  z.object({ account: accountSchema, password: z.string().nullable() }),
  z.object({ account: accountSchema, lane: laneSchema }),
  z.object({ account: accountSchema, removed: z.string() }),
  z.object({ account: accountSchema, forgotten: z.literal(true) }),
])
type Entry = z.infer<typeof entrySchema>

/** A lane's save is about 300 bytes; at 30 a second the file is rewritten every two minutes. */
const COMPACT_AT_BYTES = 1024 * 1024

/** Opens the vault. Never throws: what cannot be read or written is told through `failure` and the vault works from memory. */
export function openVault(options: VaultOptions): Vault {
  const state = new Map<string, Secrets>()
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
    }
    if (lock) {
      try {
        const trouble = replay(options.file, options.key, state)
        const isOther = trouble === 'unreadable'
        const back = isOther || !existsSync(options.file) ? takeBack(options.file, options.key, state) : null
        const said = back ? back.trouble : trouble
        // An empty one beside one that was set aside: a wrong key has begun it.
        const isBegunByOther = state.size === 0 && asideOf(options.file).length > 0
        if (options.leavesUnreadable && (said !== null || isBegunByOther)) {
          release()
          tell(said ?? 'unreadable')
        } else {
          // Kept aside, not overwritten: with the right key it is taken back.
          if (isOther) setAside(options.file)
          journal = new JournalWriter(options.file, options.key)
          journal.rewrite({ all: [...state.values()] } satisfies Entry)
          if (back) dropAside(back.name)
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

/** Rebuilds the state and says what was wrong with the file, if anything. A torn last entry is a normal end of a killed program. */
function replay(file: string, key: Uint8Array, state: Map<string, Secrets>): 'unreadable' | 'damaged' | null {
  const read = readJournal(file, key)
  if (read.state === 'unreadable') return 'unreadable'
  for (const entry of read.entries) {
    const parsed = entrySchema.safeParse(entry)
    if (!parsed.success) return 'damaged'
    apply(state, parsed.data)
  }
  return read.state === 'damaged' ? 'damaged' : null
}

/** Restores the newest vault of this key among those that were set aside when another key was tried. */
function takeBack(file: string, key: Uint8Array, state: Map<string, Secrets>) {
  for (const name of asideOf(file)) {
    const trouble = replay(name, key, state)
    if (trouble !== 'unreadable' && state.size > 0) return { name, trouble }
  }
  return null
}

function apply(state: Map<string, Secrets>, entry: Entry): void {
  if ('all' in entry) {
    state.clear()
    for (const secrets of entry.all) state.set(accountKey(secrets.account), secrets)
    return
  }
  const id = accountKey(entry.account)
  if ('forgotten' in entry) return void state.delete(id)
  const secrets = state.get(id) ?? { account: entry.account, password: null, lanes: [] }
  if ('password' in entry) secrets.password = entry.password
  else if ('removed' in entry) secrets.lanes = secrets.lanes.filter((lane) => lane.client !== entry.removed)
  else {
    const at = secrets.lanes.findIndex((lane) => lane.client === entry.lane.client)
    if (at < 0) secrets.lanes.push(entry.lane)
    else secrets.lanes[at] = entry.lane
  }
  if (secrets.password === null && secrets.lanes.length === 0) state.delete(id)
  else state.set(id, secrets)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
