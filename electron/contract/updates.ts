import { z } from 'zod'
import { failureSchema } from './common.ts'
import { base } from './errors.ts'
import { CHANNELS, INSTALLED_AS, UPDATE_OFFS, UPDATE_WAYS } from './update-words.ts'

/** New versions of the program itself: asked for, offered, fetched after a yes, and installed after another one. */

const offerSchema = z.object({
  version: z.string(),
  channel: z.enum(CHANNELS),
  /** The day of the release, yyyy-mm-dd. */
  date: z.string(),
  /** What is new, by language; English is always there. Text: nothing in it is markup. */
  notes: z.record(z.string(), z.string()),
  /** The package for this installation; null: releases have none for it. */
  file: z.object({ name: z.string(), bytes: z.number(), address: z.string() }).nullable(),
})

const stateSchema = z.object({
  version: z.string(),
  installedAs: z.enum(INSTALLED_AS),
  way: z.enum(UPDATE_WAYS),
  /** Why nothing is asked for; null: it is. */
  off: z.enum(UPDATE_OFFS).nullable(),
  /** Where releases lie; '' where this build knows no place. */
  feed: z.string(),
  /** Unix ms; null: never. */
  checkedAtMs: z.number().nullable(),
  /** How the last check failed; null where it did not. */
  failure: failureSchema.nullable(),
  checking: z.boolean(),
  offer: offerSchema.nullable(),
  /** The package of the offer lies here, verified, and can be installed. */
  ready: z.boolean(),
})
export type UpdateState = z.infer<typeof stateSchema>
export type UpdateOffer = z.infer<typeof offerSchema>

export const updates = {
  state: base.output(stateSchema),
  /**
   * Asks the place of releases. Unasked (the window's start): once a day at most, and a failure is in the state alone.
   * Fails with UPDATES_OFF, UPDATE_UNAVAILABLE, UPDATE_REFUSED where a user asked.
   */
  check: base.input(z.object({ asked: z.boolean() })).output(stateSchema),
  /**
   * The user's yes to the download of this version. Fails with UPDATES_OFF where nothing is asked for and the package is not here
   * already. Where the program cannot replace itself the package goes where the host
   * says: `href` is where a browser fetches it once; null: the user changed their mind, or it lies ready to be installed.
   */
  download: base
    .input(z.object({ version: z.string() }))
    .output(z.object({ saved: z.object({ file: z.string(), href: z.string().nullable(), bytes: z.number() }).nullable() })),
  /** The user's yes to the installation: the package is verified once more, and the program ends. */
  install: base.input(z.object({ version: z.string() })).output(z.null()),
  /**
   * A folder or ZIP with a release in it, verified as one from the network is; null: the host asks its user for one.
   * Null comes back where they changed their mind.
   */
  fromFile: base.input(z.object({ file: z.string().min(1).nullable() })).output(stateSchema.nullable()),
}
