import { addAbortSignal } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { MeterbookError } from '../contract/errors.ts'
import { count } from './numbers.ts'
import type { Terminal } from './terminal.ts'
import { UsageError } from './usage-error.ts'

/** What comes by standard input, as text, piece by piece. @throws MeterbookError CANCELLED: a request to end ends the waiting. */
export async function* inputIn({ stdin, signal }: Terminal): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8')
  try {
    for await (const chunk of addAbortSignal(signal, stdin)) yield typeof chunk === 'string' ? chunk : decoder.write(chunk as Buffer)
  } catch (error) {
    throw signal.aborted ? new MeterbookError('CANCELLED', {}, { cause: error }) : error
  }
  yield decoder.end()
}

/** All that comes by standard input. @throws as `inputIn`; UsageError beyond `most` characters. */
export async function allInput(terminal: Terminal, most: number): Promise<string> {
  const pieces: string[] = []
  let length = 0
  for await (const piece of inputIn(terminal)) {
    length += piece.length
    if (length > most) throw new UsageError(`More than ${count(most)} characters came by standard input. Nothing was done.`)
    pieces.push(piece)
  }
  return pieces.join('')
}
