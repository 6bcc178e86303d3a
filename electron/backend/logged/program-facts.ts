import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Book } from '../../book/index.ts'
import { sqliteVersion } from '../../book/file/connect.ts'
import type { Preferences } from '../../contract/preferences.ts'
import type { KeyPlace } from '../../contract/program.ts'
import { asksForNoCheck } from '../../service/trust.ts'
import { defaultDataFolder } from '../data-folder.ts'
import type { Host } from '../host.ts'
import { REMOVED } from './safe-facts.ts'

/** What the program is told by: the one owner of it for diagnostics and for 'Copy for a bug report'. No secret, no name, no path. */

export interface ProgramParts {
  host: Pick<Host, 'kind' | 'version' | 'dataFolder' | 'systemLocale' | 'systemTimeZone'>
  preferences: Preferences
  /** The open book; null: none. */
  book: Book | null
  /** Where the key of passwords lies; null: nothing is remembered. Unsaid where nobody asked. */
  keyPlace?: KeyPlace | null
}

export function programFacts({ host, preferences, book, keyPlace }: ProgramParts) {
  const { node, electron = null, chrome: chromium = null, v8 } = process.versions as Record<string, string | undefined>
  const isSet = (name: string) => (process.env[name] ?? process.env[name.toLowerCase()] ?? '') !== ''
  return {
    version: host.version,
    build: (digest ??= { of: buildDigest() }).of,
    host: host.kind,
    versions: { node, electron, chromium, v8, sqlite: sqliteVersion() },
    system: {
      platform: process.platform,
      arch: process.arch,
      release: /^[\d.]+/.exec(os.release())?.[0] ?? REMOVED,
      processors: os.cpus().length,
      memoryBytes: os.totalmem(),
      locale: /^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8}){0,3}$/.test(host.systemLocale) ? host.systemLocale : REMOVED,
      timeZone: zoneOr(host.systemTimeZone),
    },
    places: {
      data: host.dataFolder === defaultDataFolder({ ...process.env, METERBOOK_DATA: undefined }) ? 'usual' : 'chosen',
      book: book === null ? 'none' : isWithin(book.file, host.dataFolder) ? 'data-folder' : 'elsewhere',
      backups: preferences.backupsFolder === '' ? 'data-folder' : 'elsewhere',
      log: 'data-folder',
      ...(keyPlace !== undefined && { key: keyPlace ?? 'none' }),
    },
    environment: {
      proxy: isSet('HTTPS_PROXY') || isSet('HTTP_PROXY'),
      ownDataFolder: isSet('METERBOOK_DATA'),
      vaultKey: isSet('METERBOOK_VAULT_KEY'),
      ownAuthorities: isSet('NODE_EXTRA_CA_CERTS'),
      asksForNoCheck: asksForNoCheck(process.env),
    },
  }
}

/** Asked when diagnostics are made, not at each start of the program. */
export const zoneOr = (zone: string) => (['system', 'UTC', ...Intl.supportedValuesOf('timeZone')].includes(zone) ? zone : REMOVED)

function isWithin(file: string, folder: string): boolean {
  const way = path.relative(folder, file)
  return way !== '' && !way.startsWith('..') && !path.isAbsolute(way)
}

/** Of this program, which does not change while it runs: megabytes are read for it. */
let digest: { of: string | null } | null = null

/** Eight digits that every build has of its own; null where the program runs from its sources. */
function buildDigest(): string | null {
  const main = path.basename(import.meta.dirname) === 'chunks' ? path.dirname(import.meta.dirname) : import.meta.dirname
  if (path.basename(main) !== 'main') return null
  const hash = createHash('sha256')
  for (const { name } of readdirSync(main, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.cjs'))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1)))
    hash.update(name).update(readFileSync(path.join(main, name)))
  // Shared parts are called after what is in them.
  for (const name of readdirSync(path.join(main, 'chunks')).toSorted()) hash.update(name)
  return hash.digest('hex').slice(0, 8)
}

/** The program's facts as lines, for a bug report: English, whatever the window speaks. */
export function aboutText({ version, build, host, versions, system, places, environment }: ReturnType<typeof programFacts>): string {
  const { node, electron, chromium, sqlite } = versions
  const named = (facts: Record<string, string | boolean | null | undefined>) =>
    Object.entries(facts)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => `${name} ${String(value)}`)
      .join(', ')
  const lines = [
    `Meterbook ${version} (build ${build ?? 'from sources'}), ${host}`,
    named({ 'Node.js': node, SQLite: sqlite, Electron: electron, Chromium: chromium }),
    `System: ${system.platform} ${system.release} ${system.arch}, processors ${system.processors}, memory ${Math.round(system.memoryBytes / 2 ** 20)} MiB, ${system.locale}, ${system.timeZone}`,
    `Places: ${named(places)}`,
    `Environment: ${named(environment)}`,
  ]
  return `${lines.join('\n')}\n`
}
