import { useI18n } from 'vue-i18n'
import type { Measure } from '../../../electron/contract/overlaid.ts'
import type { OverlaidUnits } from '../../../electron/contract/overlaid-units.ts'
import type { Span } from '../../../electron/contract/records.ts'
import { gasDaySpan, type GasClock } from '../../../electron/contract/time/gas-day.ts'
import { useArchiveNames } from '../../stores/words/archives.ts'
import { useChannelNames } from '../../i18n/channels.ts'
import { useFormat } from '../../stores/words/format.ts'
import { useUnits } from '../../stores/words/units.ts'
import type { ShownLine } from './lines.ts'
import type { OverlayData } from './use-lines.ts'
import { readingsOn } from '../../places/station.ts'

/** The names of an overlay and its lines, and the units that they are shown in. */
export function useLineWords(data: () => OverlayData, units: () => OverlaidUnits, period: (span: Span) => string) {
  const { t } = useI18n({ useScope: 'global' })
  const format = useFormat()
  const { archiveName, viewName } = useArchiveNames()
  const { channelName } = useChannelNames()
  const { unitHeader, unitTitle } = useUnits()
  const isPeriods = () => data().stations === 1

  /** Lines of several stations by the station, those of one by the period. */
  function name({ name: station, period: days }: Pick<ShownLine, 'name' | 'period'>): string {
    if (!isPeriods()) return station
    return days ? period(days) : t('overlay.noYear')
  }
  /** The device's own channel, or why there is no line. */
  function note({ hindrance, channel, unit: shown }: ShownLine): string {
    const channelWords = channel && [channelName(channel), channel.unitName].filter(Boolean).join(', ')
    if (hindrance === null && shown?.converted) return t('overlay.converted', { channel: channelWords ?? '', unit: shown.unitText })
    if (hindrance === null) return channelWords ?? ''
    return t(`overlay.hindrance.${hindrance}`, {
      quantity: quantity(),
      unit: channel?.unitName ?? '—',
      archive: archive(),
    })
  }
  const quantity = () => t(`overlay.quantity.${data().quantity ?? 'other'}`)
  const archive = () => {
    const { archiveType, view } = data()
    return archiveType === null ? '' : `${archiveName(archiveType)} · ${viewName(view ?? '')}`
  }
  /** Names the things that lie over each other. */
  function subject(): string {
    const [first] = data().lines
    return isPeriods() && first ? first.name : t('overlay.title')
  }
  const measured = (measure: Measure) => {
    const { from, to } = data()
    const words = [quantity(), unit(measure), archive(), format.days(from, to), format.zoneLabel()]
    return words.filter(Boolean).join('   ')
  }
  const span = () => format.days(data().from, data().to)
  /** The unit of the axis; one that is converted says so. */
  const unit = (measure: Measure): string => (measure === 'share' ? t('overlay.ofMean') : unitHeader(units().axis))
  /** The unit in a heading of the list, and what its tooltip adds. */
  const column = (measure: Measure) =>
    measure === 'share' ? { unit: '%', title: undefined } : { unit: unitHeader(units().axis), title: unitTitle(units().axis) }
  /** The name of the lower axis. */
  const differenceUnit = (measure: Measure) => {
    const against = data().lines[data().baseline]
    const words = [t('overlay.differenceFrom', { name: against ? name(against) : '' }), column(measure).unit]
    return words.filter(Boolean).join(', ')
  }
  /** The address of a line's readings in its own span. */
  function readings({ state, stationId, channel, period: days }: ShownLine, gas: GasClock): object | null {
    if (state === 'noStation') return null
    const { archiveType, view } = data()
    const span = days && gasDaySpan(days.from, days.to, gas)
    const channels = channel && [channel.channelVarname]
    return readingsOn(stationId, { archive: archiveType, view, channels, span })
  }
  return { name, note, subject, span, measured, unit, column, differenceUnit, readings }
}
