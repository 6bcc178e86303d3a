import type { Book, StationRow } from '../../../book/index.ts'
import type { RuleCode } from '../../../contract/rules.ts'
import type { Quantity } from '../../../contract/quantities.ts'
import type { SettingRole } from '../../../contract/meaning.ts'
import type { Dimension } from '../../../contract/units.ts'
import { settingsSnapshots } from '../load/settings.ts'
import { baseNumber, inForceAt, itemsOf } from '../settings/values.ts'
import { meaningsIn, type Meanings } from '../meaning/of-type.ts'
import { deviceThresholds, namesOfDevice, type HeldThreshold } from './of-device.ts'

/** The thresholds that hold at a station, with those that the device's own settings say. */

interface Told {
  rule: RuleCode
  key: string
  roles: readonly SettingRole[]
  quantities: readonly (Quantity | null)[]
  dimension: Dimension
}

const FLOWS: readonly (Quantity | null)[] = ['workingFlow', 'flow', 'workingVolume', null]

/** The device's own word where nobody has set anything: as the rules read it. */
const TOLD: readonly Told[] = [
  { rule: 'range', key: 'pressureMin', roles: ['lowerLimit'], quantities: ['pressure'], dimension: 'pressure' },
  { rule: 'range', key: 'pressureMax', roles: ['upperLimit'], quantities: ['pressure'], dimension: 'pressure' },
  {
    rule: 'range',
    key: 'temperatureMin',
    roles: ['lowerLimit'],
    quantities: ['temperature'],
    dimension: 'temperature',
  },
  {
    rule: 'range',
    key: 'temperatureMax',
    roles: ['upperLimit'],
    quantities: ['temperature'],
    dimension: 'temperature',
  },
  { rule: 'range', key: 'flowMax', roles: ['upperLimit', 'qmax'], quantities: FLOWS, dimension: 'flow' },
  {
    rule: 'below_qmin',
    key: 'qmin',
    roles: ['qmin'],
    quantities: ['workingFlow', 'flow', 'standardFlow'],
    dimension: 'flow',
  },
]

/**
 * Tells which value of each threshold of each rule holds at a station, and where it comes from.
 * @param at.meanings of the station's type, for whoever has them: making them takes a while
 * @param at.untilMs by the device's settings of then, Unix ms; by the newest where absent
 */
export function heldByStation(
  book: Book,
  station: StationRow,
  { meanings = () => meaningsIn(book)(station.equipmentTypeId), untilMs = Infinity }: { meanings?: () => Meanings; untilMs?: number } = {},
): HeldThreshold[] {
  const { equipmentId, equipmentTypeId } = station
  const held = deviceThresholds(book, { equipmentId, equipmentTypeId, names: namesOfDevice(book, station) }).origins
  const newest = equipmentId === null ? undefined : inForceAt(settingsSnapshots(book, station, meanings()), untilMs)
  if (!newest) return [...held]
  return held.map((one) => {
    const told = one.value === null ? TOLD.find(({ rule, key }) => rule === one.rule && key === one.key) : undefined
    for (const role of told?.roles ?? []) {
      for (const item of itemsOf(newest, role, told?.quantities)) {
        const value = told ? baseNumber(item, told.dimension, null) : Number.NaN
        if (!Number.isNaN(value)) return { ...one, value: Number(value.toPrecision(9)), from: 'settings' as const }
      }
    }
    return one
  })
}
