import { homedir } from 'node:os'
import type { Command } from 'commander'
import { thisMachine } from '../backend/local-host.ts'
import { addToPath, onPath, removeFromPath, thisSystem, type OnPath } from '../backend/on-path.ts'
import type { CommandContext } from './context.ts'
import { EXIT } from './exit.ts'
import { UsageError } from './usage-error.ts'

interface PathFlags {
  add?: true
  remove?: true
  show?: true
  json?: true
}

/** `meterbook path`: the installed command line on the user's PATH, by choice. */
export function pathCommand(program: Command, { terminal, finish }: CommandContext): void {
  program
    .command('path')
    .option('--add', 'put it there: a link in ~/.local/bin or /usr/local/bin; on Windows its folder in your own PATH')
    .option('--remove', 'take that away again, and nothing else')
    .option('--show', 'say how it is, and change nothing (when neither is asked)')
    .option('--json', 'print one JSON document')
    .addHelpText('after', '\nExamples:\n  meterbook path --add\n  meterbook path --remove')
    .action(async ({ add, remove, show, json }: PathFlags) => {
      if ([add, remove, show].filter(Boolean).length > 1) throw new UsageError('Choose one of --add, --remove and --show.')
      const change = add ? addToPath : remove ? removeFromPath : onPath
      const found = await change(thisMachine().commandLine, thisSystem(homedir()))
      terminal.print(json ? JSON.stringify({ ...found, exit: EXIT.done }, null, 2) : textOf(found))
      finish(EXIT.done)
    })
}

function textOf({ launcher, place, state, missingFolder }: OnPath): string {
  const lines = [`Program  ${launcher}`, `Place    ${place} (${STATES[state]})`]
  if (state === 'added' && missingFolder !== null)
    lines.push(
      `Your PATH lacks ${missingFolder}: add  export PATH="${missingFolder}:$PATH"  to your shell's profile (~/.profile; zsh: ~/.zprofile).`,
    )
  if (process.platform === 'win32') lines.push('Consoles that are open keep the PATH that they began with.')
  return lines.join('\n')
}

const STATES = { added: 'on your PATH', absent: 'not on your PATH', taken: 'something else is there, and is left alone' } as const
