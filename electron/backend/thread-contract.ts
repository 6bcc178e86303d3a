import { MessagePort } from 'node:worker_threads'
import { z } from 'zod'
import { base } from '../contract/errors.ts'
import { MISHAPS } from '../contract/log-words.ts'
import { commandSchema, KEY_PLACES } from '../contract/program.ts'
import { releaseSchema } from './updates/release.ts'

/**
 * What the main process and the backend's worker thread ask of each other, over a port for each direction. Whoever
 * serves a contract checks what comes in and what goes out. The windows' contract has ports of its own; the main
 * process follows the language and the notices over one of those, as a window does.
 */

/** Served by the main process: what only the operating system's shell can do. */
export const hostContract = {
  /** Null: the user changed their mind. */
  saveAs: base
    .input(z.object({ suggestedName: z.string() }))
    .output(z.object({ file: z.string(), href: z.string().nullable() }).nullable()),
  chooseBook: base.output(z.string().nullable()),
  chooseFolder: base.output(z.string().nullable()),
  chooseUpdate: base.output(z.string().nullable()),
  installUpdate: base
    .input(z.object({ version: z.string(), name: z.string(), file: z.string(), bytes: z.number(), sha512: z.string() }))
    .output(z.void()),
  reveal: base.input(z.object({ file: z.string() })).output(z.void()),
}

/** Served by the thread. */
export const threadContract = {
  /** Answers once the backend is there; fails with the reason why it cannot start. */
  started: base.output(z.void()),
  /** A command of the menu, or a file opened with the program, for the windows. */
  command: base.input(z.object({ command: commandSchema, file: z.string().nullable() })).output(z.void()),
  /** Something happened to a part of the program: the window tells it once. */
  mishap: base.input(z.object({ kind: z.enum(MISHAPS) })).output(z.void()),
  /** Ends downloads at the next page, closes the book and the vault. */
  close: base.output(z.void()),
}

const bytesSchema = z.custom<Uint8Array>((value) => value instanceof Uint8Array)

/** Handed to the worker when it starts: the host's facts, what to open, and the ports of the two contracts. */
export const startSchema = z.object({
  host: z.object({
    kind: z.enum(['desktop', 'web', 'cli']),
    version: z.string(),
    dataFolder: z.string(),
    systemLocale: z.string(),
    systemTimeZone: z.string(),
    can: z.object({ chooseFiles: z.boolean(), revealFiles: z.boolean(), notify: z.boolean() }),
    commandLine: z.object({ program: z.string(), args: z.array(z.string()) }).nullable(),
    release: releaseSchema,
    vaultKey: z.object({ key: bytesSchema, place: z.enum(KEY_PLACES), others: z.array(bytesSchema) }).nullable(),
  }),
  options: z.object({
    book: z.string().optional(),
    mode: z.enum(['write', 'read']).optional(),
    demo: z.boolean().optional(),
  }),
  /** Where the thread asks the host, where it is asked, and where it has processes of questions started. */
  ports: z.object({
    host: z.instanceof(MessagePort),
    thread: z.instanceof(MessagePort),
    questions: z.instanceof(MessagePort).nullable(),
  }),
})
export type ThreadStart = z.infer<typeof startSchema>
