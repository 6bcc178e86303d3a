import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { CHANGE_TOPICS } from './change-topics.ts'
import { timeZoneSchema } from './common.ts'
import { base } from './errors.ts'
import { PREFERENCES, USUAL_PREFERENCES, type Preferences } from './preferences.ts'
import { RAIL_NAMES } from './screens.ts'

/** Where a vault's key may lie: `environment` METERBOOK_VAULT_KEY, `keyring` the system's, for every host, `shell` wrapped by the system for the desktop alone. */
export const KEY_PLACES = ['environment', 'keyring', 'shell'] as const
export type KeyPlace = (typeof KEY_PLACES)[number]

/** The program itself: what host it runs in, preferences, and the stream of changes that views listen to. */

function schemaOf(preference: (typeof PREFERENCES)[keyof typeof PREFERENCES]): z.ZodType {
  if ('choices' in preference) return z.enum(preference.choices)
  if ('units' in preference) return z.enum(preference.units)
  if ('often' in preference) return z.enum(preference.often)
  if ('least' in preference) return z.int().min(preference.least).max(preference.most)
  if ('isZone' in preference) return z.union([z.literal('system'), timeZoneSchema])
  return typeof preference.usual === 'boolean' ? z.boolean() : z.string()
}

const schemas = Object.entries(PREFERENCES).map(([name, preference]) => [name, schemaOf(preference)])
const wishesSchema = z.object(Object.fromEntries(schemas) as { [Name in keyof Preferences]: z.ZodType<Preferences[Name]> }).partial()
/** All preferences: what is not named is as usual. */
export const preferencesSchema = wishesSchema.transform((wishes): Preferences => {
  const named = Object.entries(wishes).filter(([, wish]) => wish !== undefined)
  return { ...USUAL_PREFERENCES, ...Object.fromEntries(named) }
})

/** What changed in the book or the program, so that views reload it. */
const changeSchema = z.object({
  topic: z.enum(CHANGE_TOPICS),
  /** The station concerned; null: many or all. */
  stationId: z.int().nullable(),
})
export type Change = z.infer<typeof changeSchema>

/** Things the host's menu asks of the renderer (desktop), or nothing (browser). */
export const commandSchema = z.enum([
  'open-book',
  // `file` is the link then.
  'open-link',
  'find',
  ...RAIL_NAMES,
  'export',
  'sign-out',
  'guide',
  'keys',
  'about',
  'show-log',
  'diagnostics',
  'close-book',
  // Browser host: another browser came with this session's address or cookie and was refused.
  'second-browser',
])

export const program = {
  info: base.output(
    z.object({
      version: z.string(),
      host: z.enum(['desktop', 'web']),
      platform: z.string(),
      node: z.string(),
      systemLocale: z.string(),
      systemTimeZone: z.string(),
      dataFolder: z.string(),
      /** NODE_TLS_REJECT_UNAUTHORIZED=0 is set. Certificates are checked nevertheless. */
      asksForNoCheck: z.boolean(),
      /** Where the key lies that passwords are kept under (backend/vault-key.ts); `none`: they are held until the program ends. */
      keyPlace: z.enum([...KEY_PLACES, 'none']),
      /** What the host can do, so that a view offers only that. */
      can: z.object({ chooseFiles: z.boolean(), revealFiles: z.boolean(), notify: z.boolean(), remember: z.boolean() }),
    }),
  ),
  preferences: base.output(preferencesSchema),
  /** Changes what is named and nothing else: a partial of a schema with defaults would put all the others back. */
  setPreferences: base.input(wishesSchema).output(preferencesSchema),
  /** The name that the proxy is given, and whether it is kept over a restart; null: none. The password is never given back. */
  proxyAccount: base.output(z.object({ user: z.string(), remembered: z.boolean() }).nullable()),
  changes: base.output(eventIterator(changeSchema)),
  /** Menu commands and files dropped on or opened with the program. */
  commands: base.output(eventIterator(z.object({ command: commandSchema, file: z.string().nullable() }))),
  /** Notifications: a download has ended. The desktop shows them itself; in a browser the page does. */
  notices: base.output(eventIterator(z.object({ title: z.string(), body: z.string() }))),
  /** What a `meterbook:` link means here: the book to be open (null: the open one) and the station or the question to show. LINK_REFUSED. */
  readLink: base
    .input(z.object({ link: z.string() }))
    .output(z.object({ file: z.string().nullable(), stationId: z.int().nullable(), questionId: z.int().nullable() })),
  /** Shows a file in the OS's file manager (desktop). */
  reveal: base.input(z.object({ file: z.string() })).output(z.null()),
}
