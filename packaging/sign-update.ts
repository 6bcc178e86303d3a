import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import builtIn from '../resources/release.json' with { type: 'json' }
import { CHANNELS } from '../electron/contract/update-words.ts'
import { makeManifest, MANIFEST, manifestText, NAMESPACE, SIGNATURE_ENDING } from '../electron/backend/updates/manifest.ts'
import { releaseSchema } from '../electron/backend/updates/release.ts'
import { assertSigned } from '../electron/backend/updates/signature.ts'
import { inEach, type Language } from '../electron/words/index.ts'
import { signed } from '../electron/exports/evidence/sshsig.ts'
import { listsForOthers, notesOf, packagesIn } from './release.ts'

/**
 * `node packaging/sign-update.ts --key KEY [--dist dist] [--channel stable|beta] [--minimum VERSION] [--version VERSION]`: signs a
 * release. KEY is a private key of OpenSSH, or a public one whose private part an ssh-agent holds (ssh-keygen signs, and asks
 * for the passphrase), or PKCS #8 in base64, as the program keeps its own. What the program would not take is not written.
 */
const root = path.resolve(import.meta.dirname, '..')
const { values: wishes } = parseArgs({
  options: {
    key: { type: 'string' },
    dist: { type: 'string', default: path.join(root, 'dist') },
    channel: { type: 'string', default: 'stable' },
    minimum: { type: 'string' },
    version: { type: 'string' },
    date: { type: 'string' },
    changes: { type: 'string', default: root },
    release: { type: 'string' },
  },
})

try {
  await run()
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

async function run(): Promise<void> {
  const { key, dist, changes } = wishes
  const channel = CHANNELS.find((one) => one === wishes.channel)
  if (key === undefined || channel === undefined)
    throw new Error('Usage: node packaging/sign-update.ts --key KEY [--dist FOLDER] [--channel stable|beta]')
  const version = wishes.version ?? (JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }).version
  const notes = (language: Language) => {
    const file = language === 'en' ? 'CHANGELOG.md' : `CHANGELOG-${language}.md`
    return notesOf(readFileSync(path.join(changes, file), 'utf8'), version, file)
  }
  const manifest = makeManifest({
    version,
    channel,
    date: wishes.date ?? new Date().toISOString().slice(0, 10),
    minimum: wishes.minimum ?? null,
    notes: inEach(notes),
    packages: await packagesIn(dist, version),
  })
  const bytes = Buffer.from(manifestText(manifest))
  const signature = Buffer.from(signatureBy(key, bytes))
  const release = wishes.release === undefined ? builtIn : (JSON.parse(readFileSync(wishes.release, 'utf8')) as unknown)
  assertKnown(bytes, signature, releaseSchema.parse(release).keys)
  // Who follows early versions gets what is out for all as well.
  const names = channel === 'stable' ? [MANIFEST.stable, MANIFEST.beta] : [MANIFEST.beta]
  const files = [
    ...names.flatMap((name) => [
      { name, text: bytes },
      { name: `${name}${SIGNATURE_ENDING}`, text: signature },
    ]),
    ...listsForOthers(manifest),
  ]
  for (const { name, text } of files) writeFileSync(path.join(dist, name), text)
  console.log(`Signed ${version} (${channel}): ${manifest.packages.map(({ name }) => name).join(', ')}`)
  console.log(`Publish ${files.map(({ name }) => name).join(', ')} beside them, the packages first.`)
}

/** Says in the words of a publisher what the program would say to its users. */
function assertKnown(bytes: Buffer, signature: Buffer, keys: Parameters<typeof assertSigned>[2]): void {
  try {
    assertSigned(bytes, signature, keys)
  } catch (error) {
    throw new Error('The program would refuse this release: the key is not a good one of resources/release.json. Nothing was written.', {
      cause: error,
    })
  }
}

function signatureBy(file: string, message: Buffer): string {
  const text = readFileSync(file, 'utf8')
  if (!/OPENSSH PRIVATE KEY|^(?:ssh|sk)-/.test(text)) return signed(message, text.trim(), NAMESPACE)
  const folder = mkdtempSync(path.join(os.tmpdir(), 'meterbook-sign-'))
  try {
    const aside = path.join(folder, 'manifest')
    writeFileSync(aside, message)
    const { status, error } = spawnSync('ssh-keygen', ['-Y', 'sign', '-n', NAMESPACE, '-f', file, aside], {
      stdio: ['inherit', 'ignore', 'inherit'],
    })
    if (error || status !== 0) throw new Error(`ssh-keygen did not sign${error ? `: ${error.message}` : ''}. Nothing was written.`)
    return readFileSync(`${aside}.sig`, 'utf8')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
