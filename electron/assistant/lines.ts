import type { Readable, Writable } from 'node:stream'
import { ProtocolErrorCode, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/server'
import { judgedLine, MOST_LINE, refusal } from './message.ts'

/** Questions that have no answer yet; whoever asks more at once does not wait for answers. */
const MOST_OPEN = 500
/** Bytes of answers that were not fetched; nothing more is read until they are. */
const MOST_UNREAD = 32 << 20
const NEWLINE = 0x0a

/**
 * An assistant's line: one message of JSON-RPC in each line. What is no message is answered as the protocol says, and the next one is
 * read; a line may be as long as it likes and takes no more memory than MOST_LINE.
 */
export class AssistantLines implements Transport {
  onclose?: Transport['onclose']
  onerror?: Transport['onerror']
  onmessage?: Transport['onmessage']
  readonly #input: Readable
  readonly #output: Writable
  readonly #ended: () => void
  readonly #open = new Set<string | number>()
  #line = Buffer.alloc(0)
  #length = 0
  #isClosed = false

  /** @param ended called once: the other side has gone away, or `close` was called */
  constructor(input: Readable, output: Writable, ended: () => void) {
    this.#input = input
    this.#output = output
    this.#ended = ended
  }

  start(): Promise<void> {
    const gone = () => void this.close()
    this.#input.on('data', this.#read).once('end', gone).once('close', gone)
    this.#input.on('error', (error) => this.onerror?.(error))
    // The listener stays: what is written after the reader went away must not end the program.
    this.#output.on('error', gone)
    if (this.#input.readableEnded || this.#input.destroyed) setImmediate(gone)
    return Promise.resolve()
  }

  send(message: JSONRPCMessage): Promise<void> {
    if (this.#isClosed) return Promise.reject(new Error('The assistant has gone away.'))
    if ('id' in message && message.id !== undefined && !('method' in message)) this.#open.delete(message.id)
    return new Promise((resolve, reject) => {
      this.#output.write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve()))
      if (this.#output.writableLength > MOST_UNREAD && !this.#input.isPaused()) {
        this.#input.pause()
        this.#output.once('drain', () => this.#isClosed || this.#input.resume())
      }
    })
  }

  close(): Promise<void> {
    if (this.#isClosed) return Promise.resolve()
    this.#isClosed = true
    this.#input.off('data', this.#read).pause()
    this.onclose?.()
    this.#ended()
    return Promise.resolve()
  }

  readonly #read = (bytes: Buffer): void => {
    let from = 0
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, from)) {
      this.#keep(bytes.subarray(from, end))
      this.#end()
      from = end + 1
    }
    this.#keep(bytes.subarray(from))
  }

  /** Of a line that is too long nothing is kept. */
  #keep(bytes: Buffer): void {
    const end = this.#length + bytes.length
    if (end > MOST_LINE) this.#line = Buffer.alloc(0)
    else {
      if (end > this.#line.length) {
        const larger = Buffer.allocUnsafe(Math.max(end, 2 * this.#line.length))
        this.#line.copy(larger, 0, 0, this.#length)
        this.#line = larger
      }
      bytes.copy(this.#line, this.#length)
    }
    this.#length = end
  }

  #end(): void {
    const line = this.#line.subarray(0, this.#length)
    const isTooLong = this.#length > MOST_LINE
    this.#line = Buffer.alloc(0)
    this.#length = 0
    if (isTooLong) this.#answer(refusal(null, ProtocolErrorCode.InvalidRequest, 'The line is longer than 10 MB and was left out.'))
    else if (line.some((byte) => !isBlank(byte))) this.#hear(line)
  }

  #hear(line: Buffer): void {
    const judged = judgedLine(line)
    if ('refused' in judged) return this.#answer(judged.refused)
    if ('noted' in judged) return this.onerror?.(new Error(judged.noted))
    const { message } = judged
    if ('method' in message && 'id' in message) {
      const { id } = message
      if (this.#open.has(id)) return this.#refuse(id, 'A question with this id has no answer yet.')
      if (this.#open.size >= MOST_OPEN) return this.#refuse(id, `${MOST_OPEN} questions have no answer yet: wait for some.`)
      this.#open.add(id)
    } else if ('method' in message && message.method === 'notifications/cancelled') {
      // It will have no answer.
      this.#open.delete(message.params?.['requestId'] as string | number)
    }
    this.onmessage?.(message)
  }

  #refuse(id: string | number, sentence: string): void {
    this.#output.write(`${JSON.stringify(refusal(id, ProtocolErrorCode.InvalidRequest, sentence))}\n`)
  }

  #answer(message: JSONRPCMessage): void {
    void this.send(message).catch(() => undefined)
  }
}

/** A space, a tab, or what Windows ends lines with. */
const isBlank = (byte: number): boolean => byte === 0x20 || byte === 0x09 || byte === 0x0d
