import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { closeSync, fdatasync, fsyncSync, openSync, readFileSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'
import path from 'node:path'
import { VAULT_MAGIC } from '../book/file/protected.ts'

/**
 * An append-only encrypted file of JSON entries: the vault's way to keep tens of tokens a second.
 *
 * Layout: `MBVAULT1`, 32 random bytes, then entries of `u32 length | ciphertext | 16 bytes tag`. AES-256-GCM under a
 * key of this file alone (HKDF of the host's key and the 32 bytes), so the entry's number is its nonce: no nonce
 * repeats, and entries cannot be cut out, reordered or moved to another file.
 *
 * Durability: `append` returns when the operating system has the bytes, so `kill -9` loses nothing. The disk itself
 * is asked to keep up at most once a second; after a power cut the newest token may be missing, and the lane signs in
 * again with the remembered password. `rewrite` and `flush` wait for the disk.
 */
const MAGIC = Buffer.from(VAULT_MAGIC)
const SALT_BYTES = 32
const HEAD_BYTES = MAGIC.length + SALT_BYTES
const TAG_BYTES = 16
const SYNC_EVERY_MS = 1000

export interface JournalRead {
  /** Every entry that is whole, in order. */
  entries: unknown[]
  /**
   * `missing`: no file; `unreadable`: not a vault, or of another key; `torn`: the last entry is incomplete (the
   * program or machine died in the middle of it); `damaged`: something before the end is not what was written.
   */
  state: 'missing' | 'sound' | 'torn' | 'damaged' | 'unreadable'
}

function keyOf(hostKey: Uint8Array, salt: Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', hostKey, salt, 'meterbook vault journal 1', 32))
}

function nonceOf(index: number): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(index), 4)
  return nonce
}

/** Reads what lies there; never throws for what the file holds, only when it cannot be read at all (`EACCES`, …). */
export function readJournal(file: string, hostKey: Uint8Array): JournalRead {
  let bytes: Buffer
  try {
    // A pipe in its place would be waited for without end.
    if (!statSync(file).isFile()) return { entries: [], state: 'unreadable' }
    bytes = readFileSync(file)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return { entries: [], state: 'missing' }
    throw error
  }
  if (bytes.length < HEAD_BYTES || !bytes.subarray(0, MAGIC.length).equals(MAGIC)) {
    return { entries: [], state: 'unreadable' }
  }
  const key = keyOf(hostKey, bytes.subarray(MAGIC.length, HEAD_BYTES))
  const entries: unknown[] = []
  for (let at = HEAD_BYTES; at < bytes.length;) {
    const end = at + 4 <= bytes.length ? at + 4 + bytes.readUInt32BE(at) + TAG_BYTES : Infinity
    const text = end <= bytes.length ? decrypt(bytes.subarray(at + 4, end), key, entries.length) : null
    if (text === null) {
      // The first entry is written before the file gets its name: if even that is not whole, the key is another one.
      if (entries.length === 0) return { entries, state: 'unreadable' }
      return { entries, state: end >= bytes.length ? 'torn' : 'damaged' }
    }
    entries.push(JSON.parse(text))
    at = end
  }
  return { entries, state: entries.length === 0 ? 'unreadable' : 'sound' }
}

function decrypt(sealed: Buffer, key: Buffer, index: number): string | null {
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(index))
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES))
  try {
    return decipher.update(sealed.subarray(0, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return null
  }
}

/** The writing side. Any error of the file system is thrown; the journal must not be used after one. */
export class JournalWriter {
  readonly #file: string
  readonly #hostKey: Uint8Array
  #fd = -1
  #key: Buffer = Buffer.alloc(0)
  #count = 0
  #bytes = 0
  #syncing: NodeJS.Timeout | null = null

  constructor(file: string, hostKey: Uint8Array) {
    this.#file = file
    this.#hostKey = hostKey
  }

  /** Bytes in the file. */
  get bytes(): number {
    return this.#bytes
  }

  /** Replaces the whole file by one that holds `first` alone, in one step that survives a power cut. */
  rewrite(first: unknown): void {
    this.abandon()
    const salt = randomBytes(SALT_BYTES)
    this.#key = keyOf(this.#hostKey, salt)
    this.#count = 0
    this.#bytes = 0
    const partial = `${this.#file}.new`
    rmSync(partial, { force: true })
    this.#fd = openSync(partial, 'ax', 0o600)
    this.#write(Buffer.concat([MAGIC, salt, this.#seal(first)]))
    fsyncSync(this.#fd)
    // Windows renames neither an open file nor over one.
    closeSync(this.#fd)
    this.#fd = -1
    renameSync(partial, this.#file)
    syncFolder(path.dirname(this.#file))
    this.#fd = openSync(this.#file, 'a', 0o600)
  }

  append(entry: unknown): void {
    this.#write(this.#seal(entry))
    this.#syncing ??= setTimeout(() => {
      this.#syncing = null
      if (this.#fd >= 0) fdatasync(this.#fd, () => undefined)
    }, SYNC_EVERY_MS).unref()
  }

  /** Waits until the disk has everything. */
  flush(): void {
    if (this.#fd >= 0) fsyncSync(this.#fd)
  }

  close(): void {
    this.flush()
    this.abandon()
  }

  /** Lets go of the file after an error. */
  abandon(): void {
    if (this.#syncing) clearTimeout(this.#syncing)
    this.#syncing = null
    if (this.#fd >= 0) closeSync(this.#fd)
    this.#fd = -1
  }

  #seal(entry: unknown): Buffer {
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonceOf(this.#count++))
    const body = Buffer.concat([cipher.update(JSON.stringify(entry), 'utf8'), cipher.final()])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(body.length)
    return Buffer.concat([length, body, cipher.getAuthTag()])
  }

  #write(bytes: Buffer): void {
    for (let at = 0; at < bytes.length;) at += writeSync(this.#fd, bytes, at)
    this.#bytes += bytes.length
  }
}

/** A rename is durable once its folder is; Windows has no such call and needs none. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const fd = openSync(folder, 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}
