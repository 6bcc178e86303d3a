import { createHash } from 'node:crypto'
import type { Book, StationRow } from '../../../book/index.ts'
import { RULE_CODES, type RuleCode, type Thresholds } from '../../../contract/rules.ts'
import type { DaysOff } from '../../../contract/time/days-off.ts'
import type { GasClock } from '../../../contract/time/gas-day.ts'
import { clockOf } from '../clock.ts'
import { meaningsIn, type Meanings } from '../meaning/of-type.ts'
import { thresholdsOfAll } from '../thresholds/of-all.ts'

/** What stations are judged by besides their data: clocks, meanings, thresholds. Each is looked up once a type. */
export interface Ground {
  /** The clock of the preferences. */
  usual: GasClock
  meanings: (equipmentTypeId: number | null) => Meanings
  gasOf: (stationId: number) => GasClock
  /** True where only the preferences tell the contract hour. */
  isUsualHour: (stationId: number) => boolean
  /** True where only the preferences tell the zone. */
  isUsualZone: (stationId: number) => boolean
  thresholdsOf: (station: StationRow) => StationThresholds
  /** The country whose public holidays count as Sundays. */
  daysOff: DaysOff
  /** The day of the next verification that was typed in while the station had this device; undefined: none. */
  typedVerificationOf: (station: Pick<StationRow, 'id' | 'time'>) => TypedVerification | undefined
  /** Differs when clock, days off, meanings, units or names of channels of a station do. */
  digestOf: (station: Pick<StationRow, 'id' | 'equipmentTypeId'>) => string
}

/** What was typed in of a device says nothing of the one before it, nor of the next one. */
type TypedVerification = { day: string; typedAtMs: number }

interface StationThresholds {
  thresholds: Thresholds
  /** The thresholds of each rule as text. */
  digests: Readonly<Record<RuleCode, string>>
  /** The thresholds of all rules as text. */
  digest: string
}

/** The ground of a book as it is now; make it anew when clocks, reference, meanings or thresholds change. */
export function groundOf(book: Book, usual: GasClock): Ground {
  const meanings = meaningsIn(book)
  const types = new Map<number | null, string>()
  const known = new Map<string, StationThresholds>()
  const thresholdsIn = thresholdsOfAll(book)
  const daysOff = book.daysOff.get()
  const typed = book.typed.all('next_verification')

  function typeDigest(typeId: number | null): string {
    let digest = types.get(typeId)
    if (digest === undefined) {
      const channels = typeId === null ? [] : book.channels.byType(typeId)
      digest = createHash('sha256')
        .update(JSON.stringify([meanings(typeId).digest, channels]))
        .digest('base64url')
        .slice(0, 16)
      types.set(typeId, digest)
    }
    return digest
  }
  function gasOf(stationId: number): GasClock {
    const { zone, contractHour } = clockOf(book, [stationId], usual)
    return { zone, contractHour }
  }
  const isUsualHour = (stationId: number) => clockOf(book, [stationId], usual).hourFrom === 'preferences'
  const isUsualZone = (stationId: number) => clockOf(book, [stationId], usual).zoneFrom === 'preferences'

  return {
    usual,
    meanings,
    daysOff,
    gasOf,
    isUsualHour,
    isUsualZone,
    thresholdsOf(station) {
      const { equipmentTypeId, equipmentId, equipmentBrandName } = station
      const brand = typeof equipmentBrandName === 'string' ? equipmentBrandName : null
      const { digest, thresholds } = thresholdsIn({ equipmentTypeId, equipmentId, brand })
      const found = known.get(digest)
      if (found) return found
      const digests = Object.fromEntries(RULE_CODES.map((code) => [code, JSON.stringify(thresholds[code])]))
      const made = { thresholds, digest, digests: digests as Record<RuleCode, string> }
      known.set(digest, made)
      return made
    },
    typedVerificationOf({ id, time }) {
      const said = typed.get(id)
      if (!said || said.typedAtMs <= (time?.afterMs ?? -Infinity) || said.typedAtMs > (time?.toMs ?? Infinity)) return undefined
      return { day: said.value, typedAtMs: said.typedAtMs }
    },
    digestOf({ id, equipmentTypeId }) {
      const { zone, contractHour } = gasOf(id)
      const said = typed.get(id)
      const more = said ? [said.value, said.typedAtMs] : []
      return [typeDigest(equipmentTypeId), zone, contractHour, isUsualHour(id), isUsualZone(id), daysOff, ...more].join(' ')
    },
  }
}

interface Shared {
  version: string
  ground: Ground
}
const shared = new WeakMap<Book, Shared>()

/** The ground of a book, made anew only when what it rests on has changed. */
export function sharedGround(book: Book, usual: GasClock): Ground {
  const version = JSON.stringify([
    usual,
    book.meanings.all(),
    book.thresholds.all(),
    book.daysOff.get(),
    [...book.typed.all('next_verification').values()],
    book.messages.version(),
    book.channels.version(),
  ])
  const known = shared.get(book)
  if (known?.version === version) return known.ground
  const ground = groundOf(book, usual)
  shared.set(book, { version, ground })
  return ground
}
