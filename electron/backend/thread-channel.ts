import { MessagePort } from 'node:worker_threads'
import { z } from 'zod'
import { failureSchema } from '../contract/common.ts'
import { LANGUAGE_CHOICES } from '../contract/languages.ts'
import { commandSchema } from '../contract/program.ts'

/**
 * What the program's main thread and the backend's worker thread say to each other, checked on both sides.
 * The windows' own traffic goes over ports of theirs and is not seen here.
 */

/** Handed to the worker when it starts: the host's facts, and what to open. */
export const startSchema = z.object({
  host: z.object({
    kind: z.enum(['desktop', 'web', 'cli']),
    version: z.string(),
    dataFolder: z.string(),
    systemLocale: z.string(),
    systemTimeZone: z.string(),
    can: z.object({ chooseFiles: z.boolean(), revealFiles: z.boolean(), notify: z.boolean() }),
    vaultKey: z.custom<Uint8Array>((value) => value instanceof Uint8Array).nullable(),
  }),
  options: z.object({
    book: z.string().optional(),
    mode: z.enum(['write', 'read']).optional(),
    demo: z.boolean().optional(),
  }),
})
export type ThreadStart = z.infer<typeof startSchema>

/** To the worker. */
export const orderSchema = z.discriminatedUnion('kind', [
  /** A window's port; it is served until it closes. */
  z.object({ kind: z.literal('window'), port: z.instanceof(MessagePort) }),
  z.object({ kind: z.literal('command'), command: commandSchema, file: z.string().nullable() }),
  /** The answer to a question of the worker; `error` when the host failed at it. */
  z.object({ kind: z.literal('answer'), id: z.int(), value: z.unknown(), error: z.string().nullable() }),
  z.object({ kind: z.literal('close') }),
])
export type Command = z.infer<typeof commandSchema>
export type Order = z.infer<typeof orderSchema>

/** The host's questions and what they are answered with. */
const questionSchema = z.discriminatedUnion('name', [
  z.object({ name: z.literal('saveAs'), suggestedName: z.string() }),
  z.object({ name: z.literal('chooseBook') }),
  z.object({ name: z.literal('reveal'), file: z.string() }),
])
export type Question = z.infer<typeof questionSchema>
export const savedAsSchema = z.object({ file: z.string(), href: z.string().nullable() }).nullable()
export const chosenSchema = z.string().nullable()

/** From the worker. */
export const reportSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('started') }),
  /** The backend could not start; the thread ends. */
  z.object({ kind: z.literal('failed'), failure: failureSchema }),
  z.object({ kind: z.literal('ask'), id: z.int(), question: questionSchema }),
  z.object({ kind: z.literal('notify'), title: z.string(), body: z.string() }),
  /** The language the user chose, for the menu. */
  z.object({ kind: z.literal('language'), language: z.enum(LANGUAGE_CHOICES) }),
  z.object({ kind: z.literal('closed') }),
])
export type Report = z.infer<typeof reportSchema>
