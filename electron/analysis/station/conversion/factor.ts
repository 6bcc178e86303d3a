import { SAYS_ABSOLUTE, SAYS_GAUGE } from '../../../contract/meaning-words.ts'
import type { PressureBasis } from '../../../contract/meaning.ts'
import { dayNumberAt } from '../../../contract/time/day.ts'
import { knownChannel, whyNoVolume, type BasedChannel } from '../../kernel/channels/channel.ts'
import { baseStepOf } from '../../kernel/channels/step.ts'
import type { ArchiveData, ToldBasis } from '../../kernel/data.ts'
import { once } from '../../kernel/once.ts'
import { dependsOn } from '../../kernel/part.ts'
import { medianOf } from '../../kernel/statistics/select.ts'
import type { Columns } from '../facts/columns.ts'
import { itemsOf } from '../settings/values.ts'
import { blocksOf, conditionsOf, dailyRatios, type Blocks, type DailyRatios, type Input } from './blocks.ts'

/**
 * The conversion factor that a device's volumes imply, K = standard ÷ working volume, beside the one of the formula
 * K = P·Tst ÷ (Pst·T·Kcompr), docs/field-rules.md, source a1.
 */

export interface Implied {
  archive: ArchiveData
  blocks: Blocks
  /** The ratio of the blocks by day. */
  daily: () => DailyRatios
  /** Likewise with the standard conditions of the first settings throughout: a change of those shows as a step. */
  steady: () => DailyRatios
  basis: PressureBasis | null
  /** Where records alone tell the basis, and enough of them: what later ones cannot change. */
  toldBasis: ToldBasis | null
  /** The two numbers that the ratio compares. */
  by: 'formula' | 'temperature' | 'nothing'
  /** The device tells its compressibility. */
  hasCompressibility: boolean
}

export type NoFactor = 'no_volume' | 'no_working_volume' | 'unknown_unit'

/** The implied factor over time, by the archive with the shortest records that has both volumes. */
export function impliedFactor(columns: Columns): Implied | NoFactor {
  const { data, counted } = columns
  const sent = columns.finest(
    (one) => knownChannel(counted(one), 'standardVolume') !== null && knownChannel(counted(one), 'workingVolume') !== null,
  )
  const archive = sent && counted(sent)
  const standard = archive && knownChannel(archive, 'standardVolume')
  const working = archive && knownChannel(archive, 'workingVolume')
  if (!archive || !standard || !working) {
    const hasStandard = data.archives.some((one) => knownChannel(counted(one), 'standardVolume', 'volume'))
    return hasStandard ? 'no_working_volume' : whyNoVolume(data.archives)
  }
  const pressure = knownChannel(archive, 'pressure')
  const temperature = knownChannel(archive, 'temperature')
  const compressibility = knownChannel(archive, 'compressibility')
  const stepOf = (channel: BasedChannel | null) => (channel ? baseStepOf(channel) : 0)
  const steps = { standard: stepOf(standard), working: stepOf(working), pressure: stepOf(pressure), temperature: stepOf(temperature) }
  const input: Input = { archive, standard, working, pressure, temperature, compressibility, steps }
  const { basis, blocks, toldBasis = null } = temperature && pressure ? basisOf(columns, input, pressure) : { basis: null }
  const all = blocks ?? blocksOf(columns, input, basis)
  return {
    archive,
    blocks: all,
    daily: once(() => dailyRatios(archive, all, all.ratio)),
    steady: () => {
      const steady = blocksOf(columns, input, basis, conditionsOf(data).slice(0, 1))
      return dailyRatios(archive, steady, steady.ratio)
    },
    basis,
    toldBasis,
    by: basis !== null ? 'formula' : temperature && !pressure ? 'temperature' : 'nothing',
    hasCompressibility: compressibility !== null,
  }
}

/** Days that have to agree before a basis that nobody named is believed, the most that are asked, and how well they agree. */
const BASIS_DAYS = 30
const MOST_BASIS_DAYS = 90
const BASIS_FITS = 0.02

/**
 * The basis of a pressure: as channel or settings say it, else the one basis of both by which the formula fits the
 * first records.
 */
function basisOf(
  columns: Columns,
  input: Input,
  pressure: BasedChannel,
): { basis: PressureBasis | null; blocks?: Blocks; toldBasis?: ToldBasis | null } {
  const { data } = columns
  if (pressure.meaning.basis !== null) return { basis: pressure.meaning.basis }
  const newest = data.settings.at(-1)
  const item = newest && itemsOf(newest, 'pressureBasis')[0]
  if (item && SAYS_ABSOLUTE.test(item.value)) return { basis: 'absolute' }
  if (item && SAYS_GAUGE.test(item.value)) return { basis: 'gauge' }
  const { timesMs } = input.archive
  if (data.part && data.toldBasis) return { basis: data.toldBasis.basis }
  dependsOn(data, -Infinity, Infinity)
  /** Until when the records tell it; Infinity: more of them may yet tell otherwise. */
  let toMs = -Infinity
  const fits = (['absolute', 'gauge'] as const).flatMap((basis) => {
    const blocks = blocksOf(columns, input, basis)
    const { from, to, ratio } = blocks
    let [days, last, end] = [0, NaN, 0]
    for (; end < from.length; end++) {
      const day = dayNumberAt(timesMs[from[end] as number] as number)
      if (day !== last && ++days > MOST_BASIS_DAYS) break
      last = day
    }
    toMs = Math.max(toMs, days > MOST_BASIS_DAYS ? (timesMs[to[end] as number] as number) : Infinity)
    return days >= BASIS_DAYS && Math.abs(medianOf(ratio.subarray(0, end)) - 1) <= BASIS_FITS ? [{ basis, blocks }] : []
  })
  const [only, other] = fits
  const told = only && !other ? only : { basis: null }
  return { ...told, toldBasis: Number.isFinite(toMs) ? { basis: told.basis, toMs } : null }
}
