import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import builtIn from '../../../resources/release.json' with { type: 'json' }
import { INSTALLED_AS, type InstalledAs } from '../../contract/update-words.ts'

/** Where releases lie and who signs them, as the build knows it, and how this program was installed. */

const keySchema = z.strictObject({
  /** Its line, `ssh-ed25519 AAAA…`, without a comment. */
  publicKey: z.string().regex(/^ssh-ed25519 [A-Za-z0-9+/]+=*$/),
  /** It was lost or stolen: what it signs is refused, and said to be so. */
  revoked: z.boolean().default(false),
})
export type ReleaseKey = z.infer<typeof keySchema>

export const releaseSchema = z.object({
  /** The folder of releases, with a `/` at its end; '': this build knows none. */
  feed: z.string().transform((text) => (text === '' || text.endsWith('/') ? text : `${text}/`)),
  /** The old key stays beside the new one until nobody has a program that knows the old one alone. */
  keys: z.array(keySchema),
  /** `process.platform` and `process.arch`. */
  platform: z.string().default(process.platform),
  arch: z.string().default(process.arch),
  installedAs: z.enum(INSTALLED_AS).default('source'),
})
export type Release = z.infer<typeof releaseSchema>

/**
 * @param root the program's folder, which holds its package.json
 * @param resources the folder of an installed desktop's resources
 */
export function releaseOf(root: string, resources: string | null, env: NodeJS.ProcessEnv = process.env): Release {
  const isRepository = existsSync(path.join(root, 'electron', 'entry.cjs'))
  // For tests and for who tries a release before it is out. An installed program obeys nobody but its build.
  const named = isRepository ? env['METERBOOK_RELEASE'] : undefined
  if (named) return releaseSchema.parse(JSON.parse(readFileSync(named, 'utf8')))
  const place = resources ?? (path.basename(root) === 'cli' ? path.dirname(root) : root)
  const installedAs = isRepository ? 'source' : installedAsOf({ resources: place, platform: process.platform, env })
  return releaseSchema.parse({ ...builtIn, installedAs })
}

/** How an installed program came here. */
export function installedAsOf({ resources, platform, env }: Where): InstalledAs {
  if (platform === 'win32') return env['PORTABLE_EXECUTABLE_DIR'] ? 'portable' : 'nsis'
  if (platform === 'darwin') return 'dmg'
  // The variables of another AppImage, from which this program was started, must not be taken for its own.
  const { APPIMAGE, APPDIR } = env
  if (APPIMAGE && APPDIR && resources.startsWith(`${path.resolve(APPDIR)}${path.sep}`)) return 'appimage'
  const note = path.join(resources, 'package-type')
  return existsSync(note) && readFileSync(note, 'utf8').trim() === 'deb' ? 'deb' : 'folder'
}
interface Where {
  resources: string
  platform: string
  env: NodeJS.ProcessEnv
}
