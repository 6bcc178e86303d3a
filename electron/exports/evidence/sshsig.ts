import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify, type KeyObject } from 'node:crypto'
import type { Fault } from '../../contract/evidence-words.ts'

/**
 * Signatures that stock OpenSSH checks: Ed25519 in the SSHSIG format (PROTOCOL.sshsig of OpenSSH; the wire form of keys is
 * RFC 8709). A public key here is its line: `ssh-ed25519 AAAA…`.
 */

/** The purpose of a signature: one made for something else does not hold for a bundle. */
export const NAMESPACE = 'meterbook-evidence'
/** Under which name the key stands in `allowed_signers`. */
export const PRINCIPAL = 'meterbook'

const MAGIC = Buffer.from('SSHSIG')
const TYPE = 'ssh-ed25519'
const HASH = 'sha512'
/** The bytes before the 32 bytes of an Ed25519 key in its DER form (RFC 8410). */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex')

/** A new key: the private one as PKCS #8 in base64, for the vault and nothing else. */
export function makeKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64')
}

const privateOf = (key: string): KeyObject => createPrivateKey({ key: Buffer.from(key, 'base64'), type: 'pkcs8', format: 'der' })

/** The line of the public key that belongs to a private one. */
export function publicLine(key: string): string {
  const der = createPublicKey(privateOf(key)).export({ type: 'spki', format: 'der' })
  return `${TYPE} ${wireKey(der.subarray(SPKI.length)).toString('base64')}`
}

/** `SHA256:…`, as ssh-keygen prints it. @throws SignatureError where the line is no Ed25519 key. */
export function fingerprint(line: string): string {
  return printOf(wireOf(line))
}

const printOf = (wire: Buffer): string =>
  `SHA256:${createHash('sha256')
    .update(wire)
    .digest('base64')
    .replace(/={1,2}$/, '')}`

/** A line of an `allowed_signers` file, good for bundles only. */
export const allowedSigner = (line: string): string => `${PRINCIPAL} namespaces="${NAMESPACE}" ${line}`

/** An armoured signature of a message, for bundles where no other purpose is said. */
export function signed(message: Uint8Array, key: string, namespace: string = NAMESPACE): string {
  const publicKey = wireOf(publicLine(key))
  const signature = Buffer.concat([text(TYPE), text(sign(null, toSign(message, HASH, namespace), privateOf(key)))])
  const blob = Buffer.concat([MAGIC, uint(1), text(publicKey), text(namespace), text(''), text(HASH), text(signature)])
  const lines = blob.toString('base64').match(/.{1,70}/g) ?? []
  return ['-----BEGIN SSH SIGNATURE-----', ...lines, '-----END SSH SIGNATURE-----', ''].join('\n')
}

/** No signature for the purpose that was asked about, or a broken one. */
export class SignatureError extends Error {
  readonly fault: Fault
  constructor(fault: Fault, said: string) {
    super(said)
    this.fault = fault
  }
}

/** A signature for bundles by a key of another kind, which ssh-keygen checks: RSA, ECDSA, a security key. */
export class OtherKindOfKey extends SignatureError {
  /** The key's fingerprint as ssh-keygen prints it. */
  readonly fingerprint: string
  constructor(kind: string, wire: Buffer) {
    super('other-kind-of-key', `made by a key of the kind ${kind}`)
    this.fingerprint = printOf(wire)
  }
}
const OTHER_KINDS = /^(ssh-rsa|ecdsa-sha2-nistp(256|384|521)|sk-(ssh-ed25519|ecdsa-sha2-nistp256)@openssh\.com)$/

export interface CheckedSignature {
  /** The line of the key that made it. */
  publicKey: string
  holds: boolean
}

/**
 * Whether a signature is of this message.
 * @throws OtherKindOfKey; SignatureError where it is no signature for this purpose, which is bundles where none is said.
 */
export function checkSignature(message: Uint8Array, armoured: string, namespace: string = NAMESPACE): CheckedSignature {
  const body = /^-----BEGIN SSH SIGNATURE-----\r?\n([A-Za-z0-9+/=\r\n]+)-----END SSH SIGNATURE-----\s*$/.exec(armoured)?.[1]
  if (body === undefined) throw new SignatureError('no-signature', 'not an SSH signature')
  const read = reader(Buffer.from(body, 'base64'))
  if (!read.bytes(MAGIC.length).equals(MAGIC) || read.uint() !== 1) throw new SignatureError('no-signature', 'not an SSH signature')
  const publicKey = read.text()
  const line = `${TYPE} ${publicKey.toString('base64')}`
  if (read.text().toString() !== namespace) throw new SignatureError('other-purpose', 'made for something else')
  const kind = reader(publicKey).text().toString()
  if (OTHER_KINDS.test(kind)) throw new OtherKindOfKey(kind, publicKey)
  const raw = rawKey(publicKey)
  read.text()
  const hash = read.text().toString()
  if (hash !== 'sha256' && hash !== 'sha512') throw new SignatureError('other-hash', `hash ${hash}`)
  const inner = reader(read.text())
  if (inner.text().toString() !== TYPE) throw new SignatureError('other-kind-of-key', 'not an Ed25519 signature')
  const bytes = inner.text()
  if (!read.isAtEnd() || !inner.isAtEnd()) throw new SignatureError('no-signature', 'not an SSH signature')
  const key = createPublicKey({ key: Buffer.concat([SPKI, raw]), type: 'spki', format: 'der' })
  return { publicKey: line, holds: verify(null, toSign(message, hash, namespace), key, bytes) }
}

/** The bytes that are really signed: the message's hash, bound to its purpose. */
function toSign(message: Uint8Array, hash: string, namespace: string): Buffer {
  return Buffer.concat([MAGIC, text(namespace), text(''), text(hash), text(createHash(hash).update(message).digest())])
}

function wireOf(line: string): Buffer {
  const [type, base64 = ''] = line.trim().split(/\s+/)
  if (type !== TYPE) throw new SignatureError('other-kind-of-key', 'not an Ed25519 key')
  const wire = Buffer.from(base64, 'base64')
  rawKey(wire)
  return wire
}

function rawKey(wire: Buffer): Buffer {
  const read = reader(wire)
  if (read.text().toString() !== TYPE) throw new SignatureError('other-kind-of-key', 'not an Ed25519 key')
  const raw = read.text()
  if (raw.length !== 32 || !read.isAtEnd()) throw new SignatureError('other-kind-of-key', 'not an Ed25519 key')
  return raw
}

const wireKey = (raw: Buffer): Buffer => Buffer.concat([text(TYPE), text(raw)])

function uint(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** SSH's `string`: its length, then its bytes. */
function text(value: string | Buffer): Buffer {
  const bytes = Buffer.from(value)
  return Buffer.concat([uint(bytes.length), bytes])
}

function reader(bytes: Buffer) {
  let at = 0
  function take(length: number): Buffer {
    if (at + length > bytes.length) throw new SignatureError('cut-off', 'cut off')
    at += length
    return bytes.subarray(at - length, at)
  }
  const number = () => take(4).readUInt32BE()
  return { bytes: take, uint: number, text: () => take(number()), isAtEnd: () => at === bytes.length }
}
