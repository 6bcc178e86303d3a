import { z } from 'zod'
import { base } from './errors.ts'

/** The program's command line: where it is, how it is called, and whether a shell finds it by its name. */

const stateSchema = z.object({
  /** `installed`: a launcher that stays; `repository`: Node with an entry, which no link can name; `none`: gone when the program ends. */
  kind: z.enum(['installed', 'repository', 'none']),
  /** The launcher, or in the repository the entry; null: there is none. */
  file: z.string().nullable(),
  /** A whole line to paste into a shell: the state of the open book, or the help where none is open. Null: there is no command line. */
  example: z.string().nullable(),
  /** Null where nothing can be put on PATH. */
  path: z
    .object({
      /** A link, or on Windows a folder in the user's own PATH. */
      as: z.enum(['link', 'folder']),
      /** The link, or the folder. */
      place: z.string(),
      /** `taken`: something that this program did not make lies there. */
      state: z.enum(['added', 'absent', 'taken']),
      /** A folder that a shell of now does not look in; null: it does. */
      missingFolder: z.string().nullable(),
    })
    .nullable(),
})
export type CommandLineState = z.infer<typeof stateSchema>

export const commandLine = {
  state: base.output(stateSchema),
  /** The user's yes: the link, or the folder in PATH. Done twice it changes nothing. NO_COMMAND_LINE, PATH_TAKEN, PATH_NOT_CHANGED. */
  add: base.output(stateSchema),
  /** Takes away what `add` made and nothing else. Fails as `add`. */
  remove: base.output(stateSchema),
}
