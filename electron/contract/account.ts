import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { failureSchema } from './common.ts'
import { base } from './errors.ts'

/** Signing in and out, and which account the open book belongs to. */

const accountStateSchema = z.object({
  /** The account the open book belongs to; null when the book came from elsewhere or none is open. */
  account: z.object({ url: z.string(), email: z.string() }).nullable(),
  /** `none`: no account set up; `signed-in`: a token is held (whatever the network does); `signed-out`: the user is asked once. */
  session: z.enum(['none', 'signed-in', 'signed-out']),
  /** Last known state of the line: `unknown` until something was asked. */
  line: z.enum(['unknown', 'online', 'offline']),
  lanes: z.int(),
  /** True when the host can remember the password and tokens (the vault is encrypted). */
  canRemember: z.boolean(),
  remembered: z.boolean(),
  isDemo: z.boolean(),
  /** Why the session was lost, when it was. */
  failure: failureSchema.nullable(),
  /** Why the service is being asked the same again; null while it answers. */
  trouble: failureSchema.nullable(),
})
export type AccountState = z.infer<typeof accountStateSchema>

export const account = {
  /** The state now. */
  state: base.output(accountStateSchema),
  /** The state now and at every change. */
  watch: base.output(eventIterator(accountStateSchema)),
  /** Signs in, opens (or creates) the account's book and makes it the current one. Can be cancelled while it runs. */
  signIn: base
    .input(
      z.object({
        url: z.string().trim().min(1),
        email: z.string().trim().min(1),
        password: z.string().min(1),
        remember: z.boolean().default(true),
        allowUnencrypted: z.boolean().default(false),
        /** As of `book.open`: of a book of an older version no copy is made first. */
        withoutCopy: z.boolean().default(false),
      }),
    )
    .output(accountStateSchema),
  /** Starts the demo service inside the program, signs in to it and opens its book. */
  tryDemo: base.output(accountStateSchema),
  /** Signs all lanes out and forgets tokens and password. The book stays. */
  signOut: base.output(accountStateSchema),
  /** Accounts used before, newest first, for the sign-in screen. */
  known: base.output(
    z.array(
      z.object({
        url: z.string(),
        email: z.string(),
        book: z.string(),
        bytes: z.number(),
        usedMs: z.number(),
        /** When its file was last written, Unix ms. */
        changedMs: z.number(),
        isDemo: z.boolean(),
      }),
    ),
  ),
}
