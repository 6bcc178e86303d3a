import { constants } from 'node:fs'
import { open, stat, type FileHandle } from 'node:fs/promises'
import { Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { callbackify } from 'node:util'
import { systemCode } from '../contract/errors.ts'

/** Between two looks at a pipe that nobody reads, or that is full, ms. */
const LOOK_MS = 25
/** Windows has none of these files. */
const TO_WRITE = constants.O_WRONLY | constants.O_APPEND | (constants.O_NONBLOCK ?? 0)

/**
 * Writes straight to a pipe, a terminal or another device. Whoever waits in the system for a reader hears no request to end, and
 * keeps the whole process from ending: here the waiting is a timer's, and ends with the stream.
 */
export function straightTo(file: string): Writable & { readonly bytesWritten: number } {
  return new Straight(file)
}

class Straight extends Writable {
  bytesWritten = 0
  readonly #file: string
  readonly #ending = new AbortController()
  #handle: FileHandle | null = null
  #work: Promise<void> = Promise.resolve()

  constructor(file: string) {
    super()
    this.#file = file
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    callbackify(() => (this.#work = this.#put(chunk)))(done)
  }

  /** Whoever reads a pipe learns of the end also where nothing was written. */
  override _final(done: (error?: Error | null) => void): void {
    this._write(Buffer.alloc(0), 'utf8', done)
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#ending.abort()
    callbackify(() => this.#closed())((unclosed) => done(error ?? unclosed))
  }

  async #closed(): Promise<void> {
    await this.#work.catch(() => undefined)
    await this.#handle?.close()
  }

  async #put(chunk: Buffer): Promise<void> {
    this.#handle ??= await this.#opened()
    for (let at = 0; at < chunk.length;) {
      const written = await unlessFull(this.#handle.write(chunk, at))
      if (written === null) await this.#look()
      else at += written
      this.bytesWritten += written ?? 0
    }
  }

  /** Of a pipe, once somebody reads it. */
  async #opened(): Promise<FileHandle> {
    for (;;) {
      try {
        return await open(this.#file, TO_WRITE)
      } catch (error) {
        if (systemCode(error) !== 'ENXIO' || !(await stat(this.#file)).isFIFO()) throw error
      }
      await this.#look()
    }
  }

  #look(): Promise<void> {
    return wait(LOOK_MS, undefined, { signal: this.#ending.signal })
  }
}

/** The bytes that were taken; null: no room now. */
async function unlessFull(writing: Promise<{ bytesWritten: number }>): Promise<number | null> {
  try {
    return (await writing).bytesWritten
  } catch (error) {
    if (systemCode(error) === 'EAGAIN') return null
    throw error
  }
}
