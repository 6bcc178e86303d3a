import { StringDecoder } from 'node:string_decoder'
import { MeterbookError } from '../contract/errors.ts'
import { visible } from '../contract/visible.ts'
import { inputIn } from './input.ts'
import type { Terminal } from './terminal.ts'

/**
 * The password: METERBOOK_PASSWORD, else asked on the terminal without echo, else the first line of standard input.
 * Never from a flag, where every user of the machine could read it.
 * @throws MeterbookError PASSWORD_NEEDED when there is none, CANCELLED on Ctrl+C.
 */
export async function readPassword(terminal: Terminal, email: string): Promise<string> {
  const fromEnvironment = terminal.env['METERBOOK_PASSWORD']
  if (fromEnvironment) return fromEnvironment
  const typed = terminal.stdin.isTTY ? await ask(terminal, `Password of ${visible(email)}: `) : await firstLine(terminal)
  if (typed === '') throw new MeterbookError('PASSWORD_NEEDED')
  return typed
}

/** Reads a line from the terminal key by key, so that nothing is shown. */
function ask(terminal: Terminal, question: string): Promise<string> {
  const { stdin, stderr } = terminal
  const decoder = new StringDecoder('utf8')
  return new Promise((resolve, reject) => {
    let typed = ''
    const finish = (settle: () => void) => {
      stdin.off('data', onData)
      stdin.setRawMode(false)
      stdin.pause()
      stderr.write('\n')
      settle()
    }
    const onData = (chunk: Buffer) => {
      for (const key of decoder.write(chunk)) {
        if (key === '\r' || key === '\n' || key === '\u0004') return finish(() => resolve(typed))
        if (key === '\u0003') return finish(() => reject(new MeterbookError('CANCELLED')))
        if (key === '\u007f' || key === '\b') typed = [...typed].slice(0, -1).join('')
        else if (key >= ' ') typed += key
      }
    }
    stderr.write(question)
    stdin.setRawMode(true)
    stdin.on('data', onData)
    stdin.resume()
  })
}

async function firstLine(terminal: Terminal): Promise<string> {
  let text = ''
  for await (const piece of inputIn(terminal)) {
    text += piece
    if (text.includes('\n') || text.length > MOST_LINE) break
  }
  return text.split(/\r?\n/, 1)[0] ?? ''
}
/** No password is so long: what comes without an end is none. */
const MOST_LINE = 65_536
