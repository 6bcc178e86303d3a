/** What updates are made of, in words that the schemas, the window and the command line share. Free of zod. */

/** What a release is packed as. `appimage` and `nsis` can be put in the place of the running program; the others a user installs. */
export const PACKAGE_KINDS = ['nsis', 'portable', 'appimage', 'deb', 'dmg'] as const
export type PackageKind = (typeof PACKAGE_KINDS)[number]
/** How the running program came here: as a package, as the repository, or as a folder that nobody knows the making of. */
export const INSTALLED_AS = [...PACKAGE_KINDS, 'source', 'folder'] as const
export type InstalledAs = (typeof INSTALLED_AS)[number]

export const CHANNELS = ['stable', 'beta'] as const
export type Channel = (typeof CHANNELS)[number]

/**
 * What becomes of a new version here: the program replaces itself, the user is given the package, or there is no package for
 * this kind of installation.
 */
export const UPDATE_WAYS = ['itself', 'by-hand', 'none'] as const
export type UpdateWay = (typeof UPDATE_WAYS)[number]

/** Why nothing is asked for: this build knows no key of releases, or the preferences say so. `data.reason` of UPDATES_OFF. */
export const UPDATE_OFFS = ['no-key', 'switched-off'] as const
export type UpdateOff = (typeof UPDATE_OFFS)[number]

/** Why a manifest or a package is refused: `data.reason` of UPDATE_REFUSED. Each has words in both languages. */
export const UPDATE_FAULTS = [
  // the signature
  'no-signature',
  'cut-signature',
  'other-purpose',
  'other-kind-of-key',
  'other-hash',
  'other-key',
  'revoked-key',
  'broken-signature',
  // what the manifest says
  'not-canonical',
  'not-a-manifest',
  'newer-format',
  'other-product',
  'older',
  'replayed',
  'other-channel',
  'future-date',
  'absurd-date',
  'no-package',
  'too-far',
  // the package
  'size',
  'digest',
  'not-a-file',
  // a file or folder that somebody brought
  'nothing-inside',
  'bad-zip',
  'package-missing',
] as const
export type UpdateFault = (typeof UPDATE_FAULTS)[number]

/** Why the place of releases gave no answer that can be read: `data.reason` of UPDATE_UNAVAILABLE. */
export const UPDATE_SILENCES = ['insecure', 'unreachable', 'timeout', 'tls', 'proxy', 'redirected', 'status', 'too-large'] as const
export type UpdateSilence = (typeof UPDATE_SILENCES)[number]
