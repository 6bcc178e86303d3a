import type { SettingsSnapshot } from '../../../electron/analysis/kernel/data.ts'
import type { SettingRole } from '../../../electron/contract/meaning.ts'
import type { Quantity } from '../../../electron/contract/quantities.ts'
import { DAY_MS } from '../../../electron/contract/time/units.ts'
import { dayAt } from '../../../electron/contract/time/day.ts'
import { shownPressure } from './device.ts'
import type { Random } from './random.ts'
import type { Site, SiteSetting } from './site.ts'

/** The book asks for the settings about once a month. */
export const CHECK_MS = 30 * DAY_MS

/** What the settings of a sound station say: limits far from what happens, a verification that is far off. */
export function settingsOf(site: Pick<Site, 'chance' | 'device' | 'flow' | 'calendar' | 'gas'>): SiteSetting[] {
  const { chance, device, flow, calendar, gas } = site
  const number = numbers(chance)
  const items: SiteSetting[] = []
  const add = (channelName: string, value: string, unit: string | null, role: SettingRole, quantity: Quantity | null = null) =>
    items.push({ channelName, value, unit, meaning: { role, quantity } })
  const { least, most } = bounds(flow)
  add('Контрактный час', String(gas.contractHour), 'ч', 'contractHour')
  add('Заводской номер счётчика', String(chance.int(1e5, 9e6)), null, 'meterSerial')
  add('Заводской номер корректора', String(chance.int(1e5, 9e6)), null, 'deviceSerial')
  add('Наибольший расход Qmax', number(8 * most, 1), 'м3/ч', 'qmax', 'workingFlow')
  // An eighth of what ever flows: sound stations never come near it.
  add('Наименьший расход Qmin', number(least / 8, 4), 'м3/ч', 'qmin', 'workingFlow')
  if (device.corrects) {
    const shown = shownPressure(device, device.held)
    const unit = device.pressureUnitText
    add('Нижний предел давления', number(shown * 0.5, 6), unit, 'lowerLimit', 'pressure')
    add('Верхний предел давления', number(shown * 1.6, 6), unit, 'upperLimit', 'pressure')
    add('Нижняя уставка давления', number(shown * 0.75, 6), unit, 'lowSetPoint', 'pressure')
    add('Верхняя уставка давления', number(shown * 1.3, 6), unit, 'highSetPoint', 'pressure')
    add('Нижний предел температуры', '-40', '°C', 'lowerLimit', 'temperature')
    add('Верхний предел температуры', '60', '°C', 'upperLimit', 'temperature')
    // Off what is ever measured, so that no sound hour has this very value.
    add('Подстановочное давление', number(shownPressure(device, substituteOf(site)), 6), unit, 'substitute', 'pressure')
    add('Подстановочная температура', '22', '°C', 'substitute', 'temperature')
    add('Стандартное давление', number(0.101325, 6), 'МПа', 'standardPressure')
    add('Стандартная температура', '20', '°C', 'standardTemperature')
    if (device.barometric !== null) add('Барометрическое давление', number(device.barometric, 1), 'кПа', 'barometricPressure')
    add('Вид давления', device.barometric === null ? 'абсолютное' : 'избыточное', null, 'pressureBasis')
  }
  add('Дата поверки', dateText(chance, calendar.nowMs - 800 * DAY_MS), null, 'verified')
  add('Дата следующей поверки', dateText(chance, calendar.nowMs + chance.int(120, 1200) * DAY_MS), null, 'nextVerification')
  return items
}

/** Absolute, kPa: a hair above what the regulator holds, beyond its noise. */
export const substituteOf = ({ device }: Pick<Site, 'device'>): number => (device.held < 120 ? device.held + 0.45 : device.held * 1.05)

function bounds(flow: Float64Array): { least: number; most: number } {
  let least = Infinity
  let most = 0
  for (const one of flow) {
    if (one > 0 && one < least) least = one
    if (one > most) most = one
  }
  return { least, most }
}

/** Numbers come with a point from one maker and with a comma from another. */
function numbers(chance: Random): (value: number, decimals: number) => string {
  const comma = chance.chance(0.4)
  return (value, decimals) => {
    const text = String(Number(value.toFixed(decimals)))
    return comma ? text.replace('.', ',') : text
  }
}

/** Dates come as dd.mm.yyyy, yyyy-mm-dd or Unix time. */
export function dateText(chance: Random, atMs: number): string {
  const [year, month, day] = dayAt(atMs).split('-')
  return chance.pick([`${day}.${month}.${year}`, `${year}-${month}-${day}`, String(Math.floor(atMs / 1000))])
}

/** The snapshots that differ, each with when it was last seen: one check after each month. */
export function snapshotsOf({ settings, settingChanges, calendar, chance }: Site): SettingsSnapshot[] {
  const firstMs = (calendar.hourEndMs[0] as number) + chance.int(1, 20) * 3_600_000
  const changes = settingChanges.toSorted((a, b) => a.atMs - b.atMs)
  const snapshots: SettingsSnapshot[] = []
  let items = settings
  let next = 0
  for (let atMs = firstMs; atMs <= calendar.nowMs; atMs += CHECK_MS) {
    const before = items
    for (; next < changes.length; next++) {
      const change = changes[next]
      if (!change || change.atMs > atMs) break
      items = items.map((item) => (item.channelName === change.channelName ? { ...item, value: change.value } : item))
    }
    const last = snapshots.at(-1)
    if (last && items === before) last.checkedAtMs = atMs
    else snapshots.push({ takenAtMs: atMs, checkedAtMs: atMs, items })
  }
  return snapshots
}
