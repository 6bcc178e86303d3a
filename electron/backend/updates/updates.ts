import { statSync } from 'node:fs'
import { MeterbookError } from '../../contract/errors.ts'
import type { InstalledAs, UpdateWay } from '../../contract/update-words.ts'
import type { UpdateOffer, UpdateState } from '../../contract/updates.ts'
import { DAY_MS } from '../../contract/time/units.ts'
import { failureOf } from '../../downloads/failures.ts'
import type { Host } from '../host.ts'
import { failureFacts } from '../logged/error-facts.ts'
import type { ProgramFile } from '../program-file.ts'
import type { ProgramLog } from '../program-log.ts'
import { saveFile } from '../save-file.ts'
import type { Works } from '../works.ts'
import type { Judged } from './judge.ts'
import type { Package } from './manifest.ts'
import type { Offers } from './offers.ts'
import { assertSealed } from './staged.ts'

/** Unasked, the place of releases is asked at most so often. */
const REST_MS = DAY_MS

/** What electron-updater can put in the place of a running program, without an administrator and without a signature of Apple's. */
const REPLACEABLE: ReadonlySet<InstalledAs> = new Set(['nsis', 'appimage'])

export interface UpdateParts {
  host: Pick<Host, 'kind' | 'version' | 'release' | 'saveAs' | 'chooseUpdate' | 'installUpdate'>
  file: ProgramFile
  works: Works
  offers: Offers
  programLog: ProgramLog
  nowMs: () => number
  /** Windows ask for the state anew. */
  tell: () => void
}

/** New versions, as windows see them: nothing is fetched and nothing is installed before somebody says yes to it. */
export function createUpdates({ host, file, works, offers, programLog, nowMs, tell }: UpdateParts) {
  const { release, version } = host
  const way = wayOf(host.kind, release.installedAs)
  let checking: Promise<void> | null = null
  let fetching: Promise<void> | null = null

  /** Asks, and remembers how that ended. @throws as `offers.ask` */
  async function check(): Promise<void> {
    try {
      const { manifest, isNewer } = await offers.ask()
      file.setUpdates({ checkedAtMs: nowMs(), failure: null })
      programLog.write('info', 'update-checked', { version: manifest.version, newer: isNewer })
    } catch (error) {
      file.setUpdates({ checkedAtMs: nowMs(), failure: failureOf(error) })
      programLog.write('warn', 'update-check-failed', failureFacts(error))
      throw error
    }
  }

  /** The offer of this version, with its package. @throws NO_SUCH_UPDATE */
  function offered(wanted: string): { judged: Judged; wanted: Package } {
    const judged = offers.kept()
    if (judged?.file == null || judged.manifest.version !== wanted) throw new MeterbookError('NO_SUCH_UPDATE', { version: wanted })
    return { judged, wanted: judged.file }
  }

  /** By its size: whether it is what was signed is asked when it matters. */
  const isHere = (wanted: Package): boolean => statSync(offers.place(wanted), { throwIfNoEntry: false })?.size === wanted.bytes

  function state(): UpdateState {
    const { checkedAtMs, failure } = file.updates()
    const judged = offers.kept()
    return {
      version,
      installedAs: release.installedAs,
      way,
      off: offers.isOff(),
      feed: offers.feed,
      checkedAtMs,
      failure,
      checking: checking !== null,
      offer: judged && offerOf(judged, offers),
      ready: judged?.file != null && isHere(judged.file),
    }
  }

  /** Fetches the package into the program's own folder; who asks meanwhile waits for the same. */
  async function stage(wanted: Package): Promise<void> {
    if (isHere(wanted)) return
    fetching ??= works
      .run({ kind: 'update', title: wanted.name }, ({ signal, tell: far }) =>
        offers.fetch(wanted, offers.place(wanted), { signal, tell: far }),
      )
      .finally(() => {
        fetching = null
        tell()
      })
    await fetching
    programLog.write('info', 'update-fetched', { bytes: wanted.bytes })
  }

  return {
    state,

    async check({ asked }: { asked: boolean }): Promise<UpdateState> {
      const { checkedAtMs } = file.updates()
      const restedMs = nowMs() - (checkedAtMs ?? 0)
      // A clock that was put back is no reason to wait for years.
      const isDue = checkedAtMs === null || restedMs < 0 || restedMs >= REST_MS
      if (!asked && (offers.isOff() !== null || !isDue)) return state()
      checking ??= check().finally(() => {
        checking = null
        tell()
      })
      tell()
      // Unasked, a failure stands in the state and nowhere else.
      await (asked ? checking : checking.catch(() => undefined))
      return state()
    },

    async download(version: string): Promise<{ file: string; href: string | null; bytes: number } | null> {
      const { wanted } = offered(version)
      // Before the user is asked where it goes.
      if (!isHere(wanted)) offers.assertOn()
      if (way === 'itself') {
        await stage(wanted)
        return null
      }
      const saved = await saveFile({ host, works }, { kind: 'update', name: wanted.name }, async (target, { signal, tell: far }) => {
        const progress = { signal, tell: far }
        await (isHere(wanted) ? offers.copy(wanted, target, progress) : offers.fetch(wanted, target, progress))
        return { bytes: wanted.bytes }
      })
      return saved && { file: saved.done.file, href: saved.done.href, bytes: saved.done.bytes }
    },

    async install(version: string): Promise<void> {
      const { wanted } = offered(version)
      if (way !== 'itself' || !isHere(wanted)) throw new MeterbookError('NO_SUCH_UPDATE', { version })
      const { name, bytes, sha512 } = wanted
      const place = offers.place(wanted)
      try {
        await assertSealed(place, wanted)
      } catch (error) {
        // What was changed since must not be offered again.
        offers.removeKept(wanted)
        programLog.write('error', 'update-changed-on-disk', { version, ...failureFacts(error) })
        throw error
      }
      programLog.write('info', 'update-installing', { version })
      await host.installUpdate({ version, file: place, name, bytes, sha512 })
    },

    async fromFile(named: string | null): Promise<UpdateState | null> {
      const from = named ?? (await host.chooseUpdate())
      if (from === null) return null
      await works.run({ kind: 'update', title: from }, ({ signal, tell: far }) => offers.bring(from, { signal, tell: far }))
      tell()
      return state()
    },
  }
}
export type Updates = ReturnType<typeof createUpdates>

/** What becomes of a new version in a host and an installation. */
export function wayOf(kind: Host['kind'], installedAs: InstalledAs): UpdateWay {
  if (installedAs === 'source' || installedAs === 'folder') return 'none'
  return kind === 'desktop' && REPLACEABLE.has(installedAs) ? 'itself' : 'by-hand'
}

function offerOf({ manifest, file }: Judged, offers: Offers): UpdateOffer {
  const { version, channel, date, notes } = manifest
  return { version, channel, date, notes, file: file && { name: file.name, bytes: file.bytes, address: offers.addressOf(file) } }
}
