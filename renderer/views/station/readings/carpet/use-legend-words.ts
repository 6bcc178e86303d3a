import { computed, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import type { ChannelKind } from '../../../../../electron/contract/channels.ts'
import type { ChannelInfo } from '../../../../../electron/contract/readings.ts'
import type { LegendWords } from '../../../../charts/carpet/file.ts'
import { rangeDecimals } from '../../../../charts/carpet/range.ts'
import { isPart } from '../../../../charts/carpet/values.ts'
import { useChannelNames } from '../../../../i18n/channels.ts'
import { useFormat } from '../../../../stores/words/format.ts'
import type { Carpet } from '../../../../parts/carpet/use-carpet.ts'

interface Shown {
  carpet: Carpet
  channel: ChannelInfo | null
  kind: ChannelKind
  /** The usual step between records where a cell has several of them; else null. */
  stepMs: number | null
}

/** The legend in words: what a cell has of the channel, how far the colours reach, what is marked, how days are counted. */
export function useLegendWords(shown: () => Shown): ComputedRef<LegendWords> {
  const { t } = useI18n({ useScope: 'global' })
  const { channelName } = useChannelNames()
  const format = useFormat()

  function measure({ kind, stepMs, carpet }: Shown): string {
    const of = t(`carpet.of.${carpet.cells.kind}`)
    if (kind === 'accumulator') return t('carpet.rise', { of })
    if (stepMs === null) return ''
    return t(kind === 'period' ? 'carpet.sum' : 'carpet.mean', { of })
  }
  function range({ carpet: { range: found } }: Shown): string {
    if (!found) return ''
    const parts = [
      found.above > 0 ? format.counted('carpet.countAbove', found.above) : '',
      found.below > 0 ? format.counted('carpet.countBelow', found.below) : '',
    ].filter(Boolean)
    return parts.length === 0 ? t('carpet.rangeAll') : t('carpet.rangeMost', { marked: parts.join(', ') })
  }
  function part({ carpet: { cells, found }, stepMs }: Shown): string {
    let parts = 0
    for (let cell = 0; cell < cells.length; cell++) if (isPart(cells, found, cell, stepMs)) parts++
    return parts === 0 ? '' : format.counted('carpet.parts', parts)
  }
  return computed(() => {
    const now = shown()
    const { range: found, cells } = now.carpet
    const decimals = found ? rangeDecimals(found) : 0
    const unit = now.channel?.unitName ?? null
    const end = (value: number | undefined) => (value === undefined ? '' : format.beside(format.fixed(value, decimals), unit))
    const hour = `${String(cells.gas.contractHour).padStart(2, '0')}:00`
    return {
      title: [now.channel && channelName(now.channel), measure(now)].filter(Boolean).join(', '),
      low: end(found?.low),
      high: end(found?.high),
      range: range(now),
      missing: t('carpet.state.missing'),
      lacking: t('carpet.state.lacking'),
      part: part(now),
      days: t('carpet.daysFrom', { hour, zone: cells.gas.zone }),
    }
  })
}
