import { z } from 'zod'
import { CHANNELS, PACKAGE_KINDS, type PackageKind } from '../../contract/update-words.ts'
import { refused } from './refused.ts'
import { parseVersion } from './version.ts'

/**
 * What a release says of itself, in one signed file of JSON: which version it is, what is new, and every package with its size
 * and SHA-512. Nothing else that comes from the place of releases is believed.
 */

export const MANIFEST = { stable: 'meterbook-update.json', beta: 'meterbook-update-beta.json' } as const
/** Beside the manifest: its signature, an SSH signature for this purpose alone. */
export const SIGNATURE_ENDING = '.sig'
export const NAMESPACE = 'meterbook-update'

/** A manifest with the notes of a long year has less. */
export const MOST_MANIFEST_BYTES = 512 * 1024

const FORMAT = 1
const PRODUCT = 'Meterbook'
/** Installers have about 120 MB. */
const MOST_BYTES = 2 * 1024 ** 3
const MOST_PACKAGES = 40
const MOST_NOTE_LETTERS = 30_000

export const ENDING: Record<PackageKind, string> = { nsis: '.exe', portable: '.exe', appimage: '.AppImage', deb: '.deb', dmg: '.dmg' }

/** A plain name: letters, digits and signs that no file system, address or shell reads as anything else. */
const NAME = /^[A-Za-z0-9](?:[A-Za-z0-9_-]|[. ](?=[A-Za-z0-9_-])){0,119}$/

const versionSchema = z.string().refine((text) => parseVersion(text) !== null)
const packageSchema = z
  .strictObject({
    platform: z.enum(['linux', 'win32', 'darwin']),
    /** `universal`: macOS has one package for both processors. */
    arch: z.enum(['x64', 'arm64', 'universal']),
    kind: z.enum(PACKAGE_KINDS),
    name: z.string().regex(NAME),
    bytes: z.int().min(1).max(MOST_BYTES),
    /** Base64, as electron-builder writes it. */
    sha512: z.string().regex(/^[A-Za-z0-9+/]{86}==$/),
  })
  .refine(({ kind, name }) => name.endsWith(ENDING[kind]))
export type Package = z.infer<typeof packageSchema>

const manifestSchema = z
  .strictObject({
    format: z.literal(FORMAT),
    product: z.string(),
    version: versionSchema,
    channel: z.enum(CHANNELS),
    /** The day on which it was signed. */
    date: z.iso.date(),
    /** An older program cannot go to this version at once; null: any can. */
    minimum: versionSchema.nullable(),
    /** By language. A later program may speak more of them; English is there for all that a release does not speak. */
    notes: z.record(z.string().regex(/^[a-z]{2,3}$/), z.string().max(MOST_NOTE_LETTERS)).refine((notes) => notes['en'] !== undefined),
    packages: z.array(packageSchema).min(1).max(MOST_PACKAGES),
  })
  // Of one version two packages of one name, or two for one installation, would be anybody's choice.
  .refine(({ packages }) => new Set(packages.map(({ name }) => name.toLowerCase())).size === packages.length)
  .refine(({ packages }) => new Set(packages.map(targetOf)).size === packages.length)
export type Manifest = z.infer<typeof manifestSchema>

/** For whom a package is: the system, the processor, and how the program was installed. */
export const targetOf = ({ platform, arch, kind }: { platform: string; arch: string; kind: string }): string =>
  `${platform} ${arch} ${kind}`

/** The one way in which a manifest is written. */
export const manifestText = (manifest: Manifest): string => `${JSON.stringify(manifest, null, 2)}\n`

/** A manifest for a new release. @throws ZodError where something in it cannot be. */
export const makeManifest = (facts: Omit<Manifest, 'format' | 'product'>): Manifest =>
  manifestSchema.parse({ format: FORMAT, product: PRODUCT, ...facts })

/**
 * Reads a manifest whose signature holds.
 * @throws MeterbookError UPDATE_REFUSED: not-canonical, newer-format, not-a-manifest, other-product
 */
export function readManifest(bytes: Uint8Array): Manifest {
  const text = Buffer.from(bytes).toString('utf8')
  const read = parsed(text)
  // Written again it must be the same: no repeated key, byte order mark, bytes behind the end or number that is rounded
  // can mean one thing to this reader and another to the next.
  if (!isObject(read) || `${JSON.stringify(read, null, 2)}\n` !== text) throw refused('not-canonical')
  if (typeof read['format'] === 'number' && read['format'] > FORMAT) throw refused('newer-format', String(read['format']))
  const { data, error } = manifestSchema.safeParse(read)
  if (!data) throw refused('not-a-manifest', error.issues[0]?.path.join('.'))
  if (data.product !== PRODUCT) throw refused('other-product', data.product)
  return data
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw refused('not-canonical', '', error)
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
