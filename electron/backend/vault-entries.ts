import { z } from 'zod'
import { accountKey } from '../contract/account-key.ts'
import type { StoredLane } from '../service/tokens.ts'
import { readJournal } from './vault-journal.ts'

/** What a vault's journal consists of, and how its entries become the state. */

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
/** What is kept of one account. */
type Secrets = z.infer<typeof secretsSchema>
/** The first entry of a journal is everything; each later one replaces what it names. */
const entrySchema = z.union([
  z.object({ all: z.array(secretsSchema) }),
  z.object({ account: accountSchema, password: z.string().nullable() }),
  z.object({ account: accountSchema, lane: laneSchema }),
  z.object({ account: accountSchema, removed: z.string() }),
  z.object({ account: accountSchema, forgotten: z.literal(true) }),
])
export type Entry = z.infer<typeof entrySchema>

/** By the account's key, in the order in which they were first named. */
export type VaultState = Map<string, Secrets>

/** Rebuilds the state and says what was wrong with the file, if anything. A torn last entry is a normal end of a killed program. */
export function replay(file: string, key: Uint8Array, state: VaultState): 'unreadable' | 'damaged' | null {
  const read = readJournal(file, key)
  if (read.state === 'unreadable') return 'unreadable'
  for (const entry of read.entries) {
    const parsed = entrySchema.safeParse(entry)
    if (!parsed.success) return 'damaged'
    apply(state, parsed.data)
  }
  return read.state === 'damaged' ? 'damaged' : null
}

/** Brings one entry into the state. */
export function apply(state: VaultState, entry: Entry): void {
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
