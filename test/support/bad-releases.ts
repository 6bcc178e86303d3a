import { readFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import path from 'node:path'
import type { UpdateFault, UpdateSilence } from '../../electron/contract/update-words.ts'
import { MANIFEST, manifestText, SIGNATURE_ENDING } from '../../electron/backend/updates/manifest.ts'
import type { Limits } from '../../electron/service/limits.ts'
import {
  IMPATIENT,
  manifest,
  NAME,
  PACKAGE,
  release,
  REVOKED,
  sealedPackage,
  signedBy,
  STRANGER,
  type Files,
  type TestedProgram,
} from './releases.ts'

/** What a place of releases, or somebody between it and here, may answer: each is refused before any package is asked for. */
export interface BadClaim {
  what: string
  says: UpdateFault | UpdateSilence
  served: Files | RequestListener
  limits?: Limits
  /** Of the running program. */
  program?: { version?: string; platform?: string; arch?: string; installedAs?: 'appimage' | 'nsis' | 'deb' }
  before?: (program: TestedProgram) => void
}

const SIGNATURE = `${MANIFEST.stable}${SIGNATURE_ENDING}`
const GOOD = manifestText(manifest())

/** A manifest that no publisher's tool would write, signed by the right key all the same. */
const raw = (changes: Record<string, unknown>, of: object = manifest()): Files =>
  release(`${JSON.stringify({ ...of, ...changes }, null, 2)}\n`)
const packaged = (changes: Record<string, unknown>): Files => raw({ packages: [{ ...sealedPackage, ...changes }] })
const text = (change: (good: string) => string | Uint8Array): Files => release(change(GOOD))
const seen =
  (version: string) =>
  ({ file }: TestedProgram) =>
    file.setUpdates({ seen: { stable: version } })
const listening = (answer: RequestListener): RequestListener => answer

const armoured = (bytes: Buffer): string =>
  ['-----BEGIN SSH SIGNATURE-----', ...(bytes.toString('base64').match(/.{1,70}/g) ?? []), '-----END SSH SIGNATURE-----', ''].join('\n')
const inside = (signature: string): Buffer => Buffer.from(signature.replace(/-----[A-Z ]+-----|\n/g, ''), 'base64')
/** The same signature with some of its text exchanged for one of the same length. */
const exchanged = (from: string, to: string): string =>
  armoured(Buffer.from(inside(signedBy(GOOD)).toString('latin1').replaceAll(from, to), 'latin1'))

const SIGNATURES: readonly BadClaim[] = [
  { what: 'an unsigned manifest: the signature is empty', says: 'no-signature', served: release(GOOD, '') },
  {
    what: 'a page of HTML in place of the signature',
    says: 'no-signature',
    served: release(GOOD, '<!doctype html><title>Sign in</title>'),
  },
  {
    what: 'pages of HTML with 200 for everything',
    says: 'no-signature',
    served: listening((_, response) => response.end('<html></html>')),
  },
  { what: 'a signature of another key', says: 'other-key', served: release(GOOD, signedBy(GOOD, STRANGER)) },
  { what: 'a signature of a revoked key', says: 'revoked-key', served: release(GOOD, signedBy(GOOD, REVOKED)) },
  {
    what: 'a signature for bundles of evidence',
    says: 'other-purpose',
    served: release(GOOD, signedBy(GOOD, undefined, 'meterbook-evidence')),
  },
  { what: 'a signature for files', says: 'other-purpose', served: release(GOOD, signedBy(GOOD, undefined, 'file')) },
  { what: 'a signature of another file', says: 'broken-signature', served: release(GOOD, signedBy('something else')) },
  { what: 'a signature cut in its armour', says: 'no-signature', served: release(GOOD, signedBy(GOOD).slice(0, 200)) },
  { what: 'a signature cut inside', says: 'cut-signature', served: release(GOOD, armoured(inside(signedBy(GOOD)).subarray(0, 100))) },
  {
    what: 'bytes behind the signature',
    says: 'no-signature',
    served: release(GOOD, armoured(Buffer.concat([inside(signedBy(GOOD)), Buffer.from('x')]))),
  },
  { what: 'a signature by an RSA key', says: 'other-kind-of-key', served: release(GOOD, exchanged('ssh-ed25519', 'ssh-rsa\0\0\0\0')) },
  { what: 'a signature over another hash', says: 'other-hash', served: release(GOOD, exchanged('sha512', 'sha384')) },
  {
    what: 'a manifest that was changed after it was signed',
    says: 'broken-signature',
    served: release(GOOD.replace('0.3.0', '0.3.1'), signedBy(GOOD)),
  },
  { what: 'a manifest cut in half', says: 'broken-signature', served: release(GOOD.slice(0, 400), signedBy(GOOD)) },
  { what: 'bytes behind the manifest', says: 'broken-signature', served: release(`${GOOD} `, signedBy(GOOD)) },
  { what: 'an empty manifest', says: 'broken-signature', served: release('', signedBy(GOOD)) },
]

const WRITTEN: readonly BadClaim[] = [
  { what: 'a byte order mark, signed', says: 'not-canonical', served: text((good) => `\u{feff}${good}`) },
  { what: 'bytes behind the manifest, signed', says: 'not-canonical', served: text((good) => `${good}{}`) },
  { what: 'a manifest cut in half, signed', says: 'not-canonical', served: text((good) => good.slice(0, 400)) },
  {
    what: 'a key that is said twice',
    says: 'not-canonical',
    served: text((good) => good.replace('"version"', '"version": "0.2.9",\n  "version"')),
  },
  { what: 'a number of 10^400', says: 'not-canonical', served: text((good) => good.replace(/"bytes": \d+/, '"bytes": 1e400')) },
  {
    what: 'a number that is rounded',
    says: 'not-canonical',
    served: text((good) => good.replace(/"bytes": \d+/, '"bytes": 9007199254740993')),
  },
  {
    what: 'bytes that are no UTF-8',
    says: 'not-canonical',
    served: text((good) => Buffer.concat([Buffer.from(good.slice(0, -3)), Buffer.from([0xff]), Buffer.from(good.slice(-3))])),
  },
  { what: 'a list in place of the manifest', says: 'not-canonical', served: text(() => '[]\n') },
  { what: 'a field that nobody knows', says: 'not-a-manifest', served: raw({ install: 'rm -rf /' }) },
  { what: 'no notes in English', says: 'not-a-manifest', served: raw({ notes: { ru: 'x' } }) },
  { what: 'notes without end', says: 'not-a-manifest', served: raw({ notes: { en: 'x'.repeat(31_000) } }) },
  { what: 'a manifest of a later format', says: 'newer-format', served: raw({ format: 2 }) },
  { what: 'a release of another program', says: 'other-product', served: raw({ product: 'Otherbook' }) },
  { what: 'a version of two numbers', says: 'not-a-manifest', served: raw({ version: '0.3' }) },
  { what: 'a version with a v', says: 'not-a-manifest', served: raw({ version: 'v0.3.0' }) },
  { what: 'a version with build metadata', says: 'not-a-manifest', served: raw({ version: '0.3.0+1' }) },
  { what: 'a version of huge numbers', says: 'not-a-manifest', served: raw({ version: `0.${'9'.repeat(30)}.0` }) },
  { what: 'a day that does not exist', says: 'not-a-manifest', served: raw({ date: '2026-02-30' }) },
  { what: 'a name that leads out of the folder', says: 'not-a-manifest', served: packaged({ name: '../../etc/x.AppImage' }) },
  { what: 'a name with a backslash', says: 'not-a-manifest', served: packaged({ name: '..\\x.AppImage' }) },
  { what: 'an address of another host as a name', says: 'not-a-manifest', served: packaged({ name: 'https://evil.example/x.AppImage' }) },
  { what: 'a name that asks for something', says: 'not-a-manifest', served: packaged({ name: 'x.AppImage?y=.AppImage' }) },
  { what: 'a name that ends as another kind of package', says: 'not-a-manifest', served: packaged({ name: 'x.exe' }) },
  { what: 'a package of no bytes', says: 'not-a-manifest', served: packaged({ bytes: 0 }) },
  { what: 'a package of 5 TB', says: 'not-a-manifest', served: packaged({ bytes: 5e12 }) },
  { what: 'a digest that is none', says: 'not-a-manifest', served: packaged({ sha512: 'abc' }) },
  { what: 'no package at all', says: 'not-a-manifest', served: raw({ packages: [] }) },
  {
    what: 'two packages for one installation',
    says: 'not-a-manifest',
    served: raw({ packages: [sealedPackage, { ...sealedPackage, name: 'b.AppImage' }] }),
  },
]

const MEANT: readonly BadClaim[] = [
  { what: 'an older version than this program', says: 'older', served: raw({ version: '0.1.9' }) },
  { what: 'an old release, replayed', says: 'replayed', served: release(), before: seen('0.4.0') },
  { what: 'a test version of what was seen, replayed', says: 'replayed', served: release(), before: seen('0.3.1-beta.1') },
  { what: 'an early version for who did not ask for one', says: 'other-channel', served: raw({ channel: 'beta' }) },
  { what: 'a test version in the channel for all', says: 'other-channel', served: raw({ version: '0.3.0-beta.1' }) },
  { what: 'a date of next year', says: 'future-date', served: raw({ date: '2027-06-01' }) },
  { what: 'a date before the first release', says: 'absurd-date', served: raw({ date: '1970-01-01' }) },
  { what: 'a release without this system', says: 'no-package', served: release(), program: { platform: 'win32', installedAs: 'nsis' } },
  { what: 'a release without this processor', says: 'no-package', served: release(), program: { arch: 'arm64' } },
  { what: 'a release without this kind of package', says: 'no-package', served: release(), program: { installedAs: 'deb' } },
  { what: 'a release that an older one has to come before', says: 'too-far', served: raw({ minimum: '0.2.5' }) },
]

const endless = (chunk: string): RequestListener =>
  listening((_, response) => {
    const write = () => void (response.destroyed || response.write(chunk, () => setImmediate(write)))
    write()
  })

const SILENT: readonly BadClaim[] = [
  { what: 'nothing there (404)', says: 'status', served: {} },
  { what: 'a manifest and no signature (404)', says: 'status', served: { [MANIFEST.stable]: GOOD } },
  { what: 'a server that fails (500)', says: 'status', served: listening((_, response) => response.writeHead(500).end()) },
  {
    what: 'a redirect to another host',
    says: 'redirected',
    served: listening((_, response) => response.writeHead(302, { location: 'https://evil.example/' }).end()),
  },
  {
    what: 'a permanent redirect',
    says: 'redirected',
    served: listening((_, response) => response.writeHead(308, { location: '/elsewhere' }).end()),
  },
  { what: 'a manifest of 100 MB and more', says: 'too-large', served: endless('x'.repeat(65_536)) },
  { what: 'a server that never answers', says: 'timeout', served: () => undefined, limits: IMPATIENT },
  { what: 'an answer that never ends, byte by byte', says: 'timeout', served: slowly, limits: IMPATIENT },
  {
    what: 'a connection that breaks in the middle',
    says: 'unreachable',
    served: listening((_, response) => void response.writeHead(200, { 'content-length': 1000 }).write('{', () => response.destroy())),
  },
]

function slowly(...[, response]: Parameters<RequestListener>): void {
  response.writeHead(200)
  const timer = setInterval(() => response.write(' '), 20)
  response.on('close', () => clearInterval(timer))
}

export const BAD_CLAIMS: readonly BadClaim[] = [...SIGNATURES, ...WRITTEN, ...MEANT, ...SILENT]

/** What may come in place of the package, after a good manifest. */
export const BAD_PACKAGES: readonly { what: string; says: UpdateFault | UpdateSilence; answer: RequestListener; limits?: Limits }[] = [
  { what: 'another package of the same size', says: 'digest', answer: (_, response) => response.end(Buffer.alloc(PACKAGE.length, 'x')) },
  { what: 'a package with one bit changed', says: 'digest', answer: (_, response) => response.end(flipped()) },
  { what: 'a package that is cut', says: 'size', answer: (_, response) => response.end(PACKAGE.subarray(0, 1000)) },
  {
    what: 'a package with bytes behind it',
    says: 'size',
    answer: (_, response) => response.end(Buffer.concat([PACKAGE, Buffer.from('x')])),
  },
  { what: 'a package without end', says: 'size', answer: endless('x'.repeat(65_536)) },
  { what: 'a page of HTML with 200', says: 'size', answer: (_, response) => response.end('<html></html>') },
  {
    what: 'a redirect',
    says: 'redirected',
    answer: (_, response) => response.writeHead(302, { location: 'https://evil.example/x' }).end(),
  },
  { what: 'no package (404)', says: 'status', answer: (_, response) => response.writeHead(404).end() },
  {
    what: 'a connection that breaks in the middle',
    says: 'unreachable',
    answer: (_, response) =>
      void response.writeHead(200, { 'content-length': PACKAGE.length }).write(PACKAGE.subarray(0, 99), () => response.destroy()),
  },
  {
    what: 'a server that hangs in the middle',
    says: 'timeout',
    answer: (_, response) => void response.write(PACKAGE.subarray(0, 99)),
    limits: IMPATIENT,
  },
]
function flipped(): Buffer {
  const bytes = Buffer.from(PACKAGE)
  bytes[77] = (bytes[77] ?? 0) ^ 1
  return bytes
}

/** The certificate and key of an authority that nobody trusts. */
export function strangersCertificate(): { cert: Buffer; key: Buffer } {
  const folder = path.join(import.meta.dirname, 'authority')
  return { cert: readFileSync(path.join(folder, 'service.pem')), key: readFileSync(path.join(folder, 'service.key')) }
}
export const packageFile = NAME
export const signatureFile = SIGNATURE
