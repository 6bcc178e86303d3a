import type { CommandLineState } from '../contract/command-line.ts'
import type { CommandLine } from './command-line.ts'
import { onPath, type OnPath, type PathSystem } from './on-path.ts'
import { shellText } from './shell-text.ts'

/**
 * What the window says of the command line.
 * @param book the open book's file, for the example; null: none is open
 */
export async function commandLineState(
  commandLine: CommandLine | null,
  system: PathSystem,
  book: string | null,
): Promise<CommandLineState> {
  if (commandLine === null) return { kind: 'none', file: null, example: null, path: null }
  const { program, args } = commandLine
  const asked = book === null ? ['--help'] : ['status', '--book', book]
  if (args.length > 0) {
    const entry = args.find((word) => !word.startsWith('-')) ?? program
    return { kind: 'repository', file: entry, example: lineOf([program, ...args, ...asked], system.platform), path: null }
  }
  const found = await onPath(commandLine, system)
  const called = isFound(found) ? 'meterbook' : program
  return {
    kind: 'installed',
    file: program,
    example: lineOf([called, ...asked], system.platform),
    path: {
      as: system.platform === 'win32' ? 'folder' : 'link',
      place: found.place,
      state: found.state,
      missingFolder: found.missingFolder,
    },
  }
}

const isFound = ({ state, missingFolder }: OnPath): boolean => state === 'added' && missingFolder === null

/** As one types it: for a POSIX shell, or for Windows, where a name never holds a quote. */
function lineOf(words: readonly string[], platform: NodeJS.Platform): string {
  if (platform !== 'win32') return shellText(words)
  return words.map((word) => (/^[\w\\/:.=-]+$/.test(word) ? word : `"${word}"`)).join(' ')
}
