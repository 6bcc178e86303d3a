import { channelsOf } from '../../analysis/station/archives.ts'
import { beforeOf } from '../../analysis/judge/station.ts'
import { judgedArchives } from '../../analysis/station/load/views.ts'
import { sharedGround } from '../../analysis/station/load/ground.ts'
import { settingsSnapshots } from '../../analysis/station/load/settings.ts'
import type { SettingData, SettingsSnapshot } from '../../analysis/kernel/data.ts'
import { inForceAt, itemsOf } from '../../analysis/station/settings/values.ts'
import { deviceAt } from '../../analysis/station/own-device.ts'
import { verifiedUntil } from '../../analysis/station/settings/verification.ts'
import type { StationRow } from '../../book/index.ts'
import { SAYS_ABSOLUTE, SAYS_GAUGE } from '../../contract/meaning-words.ts'
import type { PressureBasis } from '../../contract/meaning.ts'
import { zoneClock } from '../../contract/time/zone.ts'
import { wordsOf } from '../../words/program.ts'
import { clockOfStation } from './clock.ts'
import type { FormSource } from './content.ts'
import { inForm } from './printed.ts'

/** The conditions that a station's numbers hold at: what its pressure is, at which conditions m³ are standard, until when it is verified. */

/** Settings in force at a moment; null where none were ever read. */
function settingsAt({ book, usual }: FormSource, station: StationRow, atMs: number): SettingsSnapshot | null {
  const device = deviceAt(book.stations.life(station.id), atMs) ?? station
  if (device.equipmentId === null) return null
  const { meanings } = sharedGround(book, usual)
  return inForceAt(settingsSnapshots(book, device, meanings(device.equipmentTypeId)), atMs) ?? null
}

/** 'absolute', 'gauge', with who says so where no channel and no setting does; null: nobody knows it. */
export function pressureBasisText(source: FormSource, station: StationRow, atMs: number): string | null {
  const { basis: words } = wordsOf(source.language).forms
  const own = channelBasis(source, station) ?? settingBasis(settingsAt(source, station, atMs))
  if (own !== null) return words[own]
  const run = source.book.findings.run(station.id)
  const told = (run && beforeOf(run)?.basis.toldBasis?.basis) ?? null
  return told === null ? null : words.byVolumes(words[told])
}

/** The basis of the first pressure channel whose basis is known: that is the pressure printed. */
function channelBasis({ book, usual }: FormSource, station: StationRow): PressureBasis | null {
  const { equipmentTypeId } = station
  const meanings = sharedGround(book, usual).meanings(equipmentTypeId)
  for (const archive of judgedArchives(book, station, meanings))
    for (const { channelVarname, channelName, unitName } of channelsOf(book, equipmentTypeId, archive, archive.channels)) {
      const { quantity, basis } = meanings.channel({
        archiveType: archive.archiveType,
        channelVarname,
        channelName,
        unitName,
        counts: false,
      })
      if (quantity === 'pressure') return basis
    }
  return null
}

function settingBasis(snapshot: SettingsSnapshot | null): PressureBasis | null {
  const said = snapshot ? (itemsOf(snapshot, 'pressureBasis')[0]?.value ?? '') : ''
  return SAYS_ABSOLUTE.test(said) ? 'absolute' : SAYS_GAUGE.test(said) ? 'gauge' : null
}

/** '0.101325 MPa; 20 °C', as the device says it; null where its settings name neither. */
export function conditionsText(source: FormSource, station: StationRow, atMs: number): string | null {
  const snapshot = settingsAt(source, station, atMs)
  if (!snapshot) return null
  const items = [itemsOf(snapshot, 'standardPressure')[0], itemsOf(snapshot, 'standardTemperature')[0]]
  const said = items.flatMap((item) => (item && item.value.trim() !== '' ? [settingText(item)] : []))
  return said.length > 0 ? said.join('; ') : null
}

/** The value of a setting with its unit, as sent. */
export const settingText = ({ value, unit }: SettingData): string => [value.trim(), unit?.trim()].filter(Boolean).join('\u00a0')

/** The last day on which the verification holds; of several instruments the first that ends. Null: neither the settings nor anybody says. */
export function verificationText(source: FormSource, station: StationRow, atMs: number): string | null {
  const snapshot = settingsAt(source, station, atMs)
  const gas = clockOfStation(source, station.id)
  const device = deviceAt(source.book.stations.life(station.id), atMs) ?? station
  const typedVerification = sharedGround(source.book, source.usual).typedVerificationOf({ id: station.id, time: device.time ?? null })
  const [first] = verifiedUntil({ settings: snapshot ? [snapshot] : [], gas, typedVerification })
  return first ? inForm(source).day(zoneClock(gas.zone).dayAt(first.untilMs - 1)) : null
}
