import type { Database } from 'better-sqlite3'
import type { DeviceTime } from '../../../contract/device-time.ts'
import type { StampBounds } from '../../../contract/time/stamps.ts'
import { answersFor, type Versions } from '../../file/version.ts'
import { layoutOf, selected } from '../../file/layout.ts'
import type { Transactions } from '../../file/transactions.ts'
import { givenDevicesOf } from './given-devices.ts'
import { recordTimesOf } from './record-times.ts'
import { concluded, isSameMeter, type Given, type Hint, type SeenDevice, type Sighting, type Stay } from './conclude.ts'

const device = layoutOf<SeenDevice>({
  equipmentId: 'plain',
  telemetryId: 'plain',
  equipmentTypeId: 'plain',
  equipmentTypeVarname: 'verbatim',
  equipmentBrandName: 'verbatim',
  equipmentSerialNumber: 'verbatim',
})
const DEVICE = selected(device)
const WIDTH = device.columns.length

/** A device of a station, and its time there. */
export interface StationDevice extends SeenDevice {
  equipmentId: number
  /** Null: all of its archives are the station's. */
  time: DeviceTime | null
}

/** A telemetry unit at a station: its sessions after `fromMs`, up to and with `toMs`; null: all. Unix ms. */
export interface UnitTime {
  telemetryId: number
  fromMs: number | null
  toMs: number | null
}

interface Surroundings {
  versions: Versions
  believed: () => StampBounds
  /** Search finds a station by every serial number that it had. */
  serialsChanged: (stationId: number) => void
  /** A station has another device than before; `fromMs`: since when, where that is known. */
  exchanged: (stationId: number, fromMs: number | null) => void
}

export type StationDevices = ReturnType<typeof stationDevicesOf>

const UNSETTLED = 'devices_unsettled'
/** Stations whose devices are kept at hand. */
const KEPT = 64

/**
 * All SQL that touches `device_sighting`, `device_hint` and `station_device`, but for sharing: which devices stations had. A book
 * has one of it: whoever writes stations or readings tells it.
 */
export function stationDevicesOf(
  db: Database,
  { atOnce, onRollback }: Transactions,
  { versions, believed, serialsChanged, exchanged }: Surroundings,
) {
  const given = givenDevicesOf(db, believed)
  const recordTimes = recordTimesOf(db, believed)
  const kept = answersFor<readonly StationDevice[]>(versions.data, KEPT)
  const again = db.prepare(`
    UPDATE device_sighting SET last_ms = max(last_ms, ?) WHERE station_id = ?
      AND first_ms = (SELECT first_ms FROM device_sighting WHERE station_id = ? ORDER BY last_ms DESC, first_ms DESC LIMIT 1)
      AND (${DEVICE}) IS (${device.columns.map(() => '?').join(', ')})`)
  const see = db.prepare(`
    INSERT INTO device_sighting (station_id, first_ms, last_ms, ${DEVICE}) VALUES (?, ?, ?, ${device.columns.map(() => '?').join(', ')})
    ON CONFLICT (station_id, first_ms) DO UPDATE SET last_ms = max(last_ms, excluded.last_ms)`)
  const sightings = db
    .prepare<[string], unknown[]>(
      `SELECT station_id, first_ms, last_ms, ${DEVICE} FROM device_sighting WHERE station_id IN (SELECT value FROM json_each(?))
       ORDER BY station_id, first_ms`,
    )
    .raw()
  const unlisted = db
    .prepare<[string], [number, number]>(
      `SELECT id, unlisted_at_ms FROM station WHERE unlisted_at_ms IS NOT NULL AND id IN (SELECT value FROM json_each(?))`,
    )
    .raw()
  const hints = db.prepare<[string], Hint>(
    `SELECT station_id AS stationId, equipment_id AS equipmentId, kind, at_ms AS atMs FROM device_hint
     WHERE station_id IN (SELECT value FROM json_each(?))`,
  )
  const sharing = db
    .prepare<[string, string], number>(
      `WITH own AS (SELECT DISTINCT equipment_id FROM (
         SELECT equipment_id FROM device_sighting WHERE station_id IN (SELECT value FROM json_each(?))
         UNION ALL SELECT equipment_id FROM device_given WHERE station_id IN (SELECT value FROM json_each(?))) WHERE equipment_id IS NOT NULL)
       SELECT station_id FROM device_sighting JOIN own USING (equipment_id)
       UNION SELECT station_id FROM device_given JOIN own USING (equipment_id)`,
    )
    .pluck()
  const rows = db
    .prepare<[number], unknown[]>(
      `SELECT ${DEVICE}, from_ms, to_ms, since_ms, before_id, log_from_ms, log_to_ms FROM station_device WHERE station_id = ? ORDER BY place`,
    )
    .raw()
  const remove = db.prepare<[number]>('DELETE FROM station_device WHERE station_id = ?')
  const write = db.prepare(
    `INSERT INTO station_device (station_id, place, ${DEVICE}, from_ms, to_ms, since_ms, before_id, log_from_ms, log_to_ms)
     VALUES (?, ?, ${device.columns.map(() => '?').join(', ')}, ?, ?, ?, ?, ?, ?)`,
  )
  const seamed = db
    .prepare<[], number>(
      `SELECT DISTINCT equipment_id FROM station_device WHERE equipment_id IS NOT NULL AND station_id IN (
         SELECT station_id FROM station_device GROUP BY station_id HAVING count(*) > 1
         UNION SELECT station_id FROM station_device WHERE from_ms IS NOT NULL OR to_ms IS NOT NULL)`,
    )
    .pluck()
  // Nearly every station has had one device, which was nowhere else: no records have to tell when.
  const plain = db.prepare<[string]>(
    `INSERT INTO station_device (station_id, place, ${DEVICE}) SELECT station_id, 0, ${DEVICE} FROM device_sighting
     WHERE station_id IN (SELECT value FROM json_each(?)) AND (equipment_id IS NOT NULL OR telemetry_id IS NOT NULL)
     ON CONFLICT (station_id, place) DO NOTHING`,
  )
  const eventful = db
    .prepare<{ ids: string }, number>(
      `SELECT j.value FROM json_each(@ids) j WHERE
         (SELECT count(*) FROM device_sighting s WHERE s.station_id = j.value) <> 1
         OR EXISTS (SELECT 1 FROM device_sighting s JOIN device_sighting o ON o.equipment_id = s.equipment_id AND o.station_id <> s.station_id
           WHERE s.station_id = j.value)
         OR EXISTS (SELECT 1 FROM device_given g WHERE g.station_id = j.value)
         OR EXISTS (SELECT 1 FROM device_sighting s JOIN device_given g ON g.equipment_id = s.equipment_id WHERE s.station_id = j.value)`,
    )
    .pluck()
  const stationsOf = db.prepare<[number], number>('SELECT DISTINCT station_id FROM station_device WHERE equipment_id = ?').pluck()
  const elsewhere = db
    .prepare<[number, number], number>('SELECT 1 FROM station_device WHERE telemetry_id = ? AND station_id <> ? LIMIT 1')
    .pluck()
  const meta = db.prepare<[string], number>('DELETE FROM meta WHERE key = ? RETURNING 1').pluck()
  const several = db.prepare<[], number>('SELECT station_id FROM device_sighting GROUP BY station_id HAVING count(*) > 1').pluck()
  const everyGiven = db.prepare<[], number>('SELECT DISTINCT station_id FROM device_given').pluck()

  const seams = answersFor<ReadonlySet<number>>(versions.data, 1)
  const withTimes = db
    .prepare<[], number>('SELECT station_id FROM station_device WHERE from_ms IS NOT NULL OR to_ms IS NOT NULL OR equipment_id < 0')
    .pluck()

  const timed = answersFor<ReadonlySet<number>>(versions.data, 1)
  const timedDevices = db
    .prepare<[], number>(
      'SELECT equipment_id FROM station_device WHERE equipment_id IS NOT NULL AND (from_ms IS NOT NULL OR to_ms IS NOT NULL)',
    )
    .pluck()

  let withSeams: Set<number> | null = null
  onRollback(() => (withSeams = null))

  /** All stations that share a device with one of these, now or before, and so on. */
  function connected(stationIds: Iterable<number>): number[] {
    const all = new Set(stationIds)
    for (let before = -1; all.size !== before;) {
      before = all.size
      const ids = JSON.stringify([...all])
      for (const id of sharing.all(ids, ids)) all.add(id)
    }
    return [...all]
  }

  function sightingsOf(ids: string): Sighting[] {
    return sightings.all(ids).map((cells): Sighting => {
      const [stationId, firstMs, lastMs] = cells as [number, number, number]
      return { stationId, firstMs, lastMs, ...device.decode(cells, 3) }
    })
  }

  function settleAll(stationIds: Iterable<number>): void {
    const all = connected(stationIds)
    const ids = JSON.stringify(all)
    const stays = concluded(
      { sightings: sightingsOf(ids), given: given.ofStations(ids), hints: hints.all(ids), unlisted: new Map(unlisted.all(ids)) },
      recordTimes(),
    )
    for (const stationId of all) {
      const now = (stays.get(stationId) ?? []).map((stay, place) => rowOf(stay, stationId, place))
      const before = rows.all(stationId)
      if (isSameRows(before, now)) continue
      remove.run(stationId)
      for (const cells of now) write.run(...cells)
      if (serialsIn(before, 0) !== serialsIn(now, 2)) serialsChanged(stationId)
      const last = now.at(-1)
      if (last && before.length > 0 && !before.some(([id]) => id === last[2])) exchanged(stationId, last[WIDTH + 2] as number | null)
      withSeams = null
    }
  }

  const staysOf = (stationId: number): Stay[] =>
    rows.all(stationId).map((cells) => {
      const [fromMs, toMs, sinceMs, beforeId, logFromMs, logToMs] = cells.slice(WIDTH) as (number | null)[]
      const times = { fromMs, toMs, sinceMs, beforeId, logFromMs, logToMs }
      return { stationId, ...device.decode(cells), ...(times as Omit<Stay, 'stationId' | keyof SeenDevice>) }
    })

  function devicesOf(stationId: number): StationDevice[] {
    const devices: StationDevice[] = []
    for (const stay of staysOf(stationId)) {
      const { equipmentId, stationId: _, fromMs, toMs, sinceMs, beforeId, logFromMs, logToMs, ...seen } = stay
      if (equipmentId === null) continue
      const last = devices.at(-1)
      // Another telemetry unit, or another type, of the same device: its archives go on.
      const known = last && isSameMeter(last, stay) ? last : null
      if (known) devices.pop()
      const begin = known ? known.time : { afterMs: fromMs, sinceMs, beforeId, logAfterMs: logFromMs }
      const { afterMs = null, ...more } = begin ?? {}
      const time: DeviceTime = { sinceMs: null, beforeId: null, logAfterMs: null, ...more, afterMs, toMs, logToMs }
      devices.push({ ...seen, equipmentId, time: afterMs === null && toMs === null ? null : time })
    }
    return devices
  }

  const devices = (stationId: number): readonly StationDevice[] => kept(String(stationId), () => devicesOf(stationId))
  const withHistory = (): ReadonlySet<number> => seams('', () => new Set(withTimes.all()))
  const timedEver = (): ReadonlySet<number> => timed('', () => new Set(timedDevices.all()))

  return {
    /** What a listing says of a station's device. For writers; `settle` concludes. Returns whether it says something new. */
    sighted(stationId: number, seen: SeenDevice, atMs: number): boolean {
      const cells = device.encode(seen)
      if (again.run(atMs, stationId, stationId, ...cells).changes > 0) return false
      see.run(stationId, atMs, atMs, ...cells)
      return true
    },

    /** Concludes which devices these stations had, and those that share a device with them. For writers. */
    settle(stationIds: Iterable<number>): void {
      const ids = JSON.stringify([...stationIds])
      plain.run(ids)
      withSeams = null
      const concerned = eventful.all({ ids })
      if (concerned.length > 0) settleAll(concerned)
    },

    /** Records of a device were written: where it was exchanged, they may tell when. For writers. */
    wrote(equipmentId: number): void {
      withSeams ??= new Set(seamed.all())
      if (withSeams.has(equipmentId)) settleAll(stationsOf.all(equipmentId))
    },

    /** An engineer's word. `at`: when it was said, Unix ms. For writers. */
    give: (said: Given, at: number): void =>
      atOnce(() => {
        given.say(said, at)
        settleAll([said.stationId, ...stationsOf.all(said.equipmentId)])
      }),
    /** Takes it back. For writers. */
    take: (stationId: number, equipmentId: number, at: number): void =>
      atOnce(() => {
        given.unsay(stationId, equipmentId, at)
        settleAll([stationId, ...stationsOf.all(equipmentId)])
      }),
    /** What engineers said of a station's devices. */
    givenAt: (stationId: number): Given[] => given.ofStations(JSON.stringify([stationId])),

    /** The devices with records that no station has, or had. */
    homeless: given.homeless,

    /** Concludes what an older version could not: once, when a book is opened for writing. */
    settleOlder: (): void => {
      if (db.prepare<[string], number>('SELECT 1 FROM meta WHERE key = ?').pluck().get(UNSETTLED) === undefined) return
      atOnce(() => {
        if (meta.get(UNSETTLED) !== undefined) settleAll([...several.all(), ...everyGiven.all()])
      })
    },

    /** The time of a device at a station of `withHistory`; null at any other: all of its archives are the station's. */
    timeAt(stationId: number, equipmentId: number): DeviceTime | null {
      return devices(stationId).findLast((one) => one.equipmentId === equipmentId)?.time ?? null
    },

    /** The stations that had more than one device, one that was elsewhere as well, or one that the service does not know: few, or none. */
    withHistory,

    /** The times of a device at its stations; none where all of its archives are those of one station. */
    timesOf(equipmentId: number): DeviceTime[] {
      if (!timedEver().has(equipmentId)) return []
      return stationsOf
        .all(equipmentId)
        .flatMap((id) => devices(id).flatMap((one) => (one.equipmentId === equipmentId ? (one.time ?? ALWAYS) : [])))
    },

    /** As the public view has them: the same device with another telemetry unit is another row. Times null: open. */
    stays: staysOf,

    /** The stations that ever had a device. */
    stationsOf: (equipmentId: number): number[] => stationsOf.all(equipmentId),

    /** Whether a device was exchanged, or moved. */
    isTimed: (equipmentId: number): boolean => timedEver().has(equipmentId),

    /** The telemetry units of a station, the oldest first, each with its time there, which is bounded only where it was elsewhere too. */
    unitsOf(stationId: number): UnitTime[] {
      const units: UnitTime[] = []
      for (const { telemetryId, fromMs, toMs } of staysOf(stationId)) {
        const last = units.at(-1)
        if (telemetryId === null) continue
        if (last?.telemetryId === telemetryId) last.toMs = toMs
        else units.push({ telemetryId, fromMs, toMs })
      }
      return units.map((unit) => (elsewhere.get(unit.telemetryId, stationId) === undefined ? { ...unit, fromMs: null, toMs: null } : unit))
    },

    /** The devices that a station had, the oldest first; the same device with another telemetry unit is one. */
    of: devices,
  }
}

const ALWAYS: DeviceTime = { afterMs: null, toMs: null, sinceMs: null, beforeId: null, logAfterMs: null, logToMs: null }

const rowOf = (stay: Stay, stationId: number, place: number): unknown[] => [
  stationId,
  place,
  ...device.encode(stay),
  stay.fromMs,
  stay.toMs,
  stay.sinceMs,
  stay.beforeId,
  stay.logFromMs,
  stay.logToMs,
]

/** The serial numbers of rows as text. */
const serialsIn = (all: readonly unknown[][], from: number): string => all.map((cells) => String(cells[from + WIDTH - 1])).join('\n')

const isSameRows = (before: readonly unknown[][], now: readonly unknown[][]): boolean =>
  before.length === now.length && now.every((cells, at) => cells.slice(2).every((cell, column) => isSameCell(cell, before[at]?.[column])))
const isSameCell = (a: unknown, b: unknown): boolean =>
  Buffer.isBuffer(a) && Buffer.isBuffer(b)
    ? a.equals(b)
    : typeof a === 'bigint'
      ? a === BigInt(Number(b)) && typeof b === 'number'
      : a === b
