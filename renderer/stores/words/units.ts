import { useI18n } from 'vue-i18n'
import type { MeasuredChannel } from '../../../electron/contract/quantities.ts'
import type { RefutedValue } from '../../../electron/contract/readings.ts'
import type { Verbatim } from '../../../electron/contract/records.ts'
import { toShown, type ShownUnit } from '../../../electron/contract/shown-units.ts'
import { asSentAgain } from '../../../electron/contract/units.ts'
import { useProgram } from '../program.ts'
import { useFormat } from './format.ts'
import type { Shown, Unformatted } from './shown.ts'

/** That a value does not count: why, and what counts instead in the unit that is shown; null: nothing that is of its record alone. */
export type Refutal = Pick<RefutedValue, 'why' | 'instead'>

/** Values in the units of the preferences. What is converted says so, and what was sent stands in the tooltip. */
export function useUnits() {
  const { t } = useI18n({ useScope: 'global' })
  const program = useProgram()
  const format = useFormat()
  function shownOf(channel: MeasuredChannel, counts = false): ShownUnit {
    const shown = toShown(channel, program.preferences, program.language, counts)
    return { ...shown, unitText: format.unitName(shown.unitText) }
  }
  /** A sent value with its shown unit. */
  const measuredIn = (value: Unformatted | undefined, shown: ShownUnit): Shown => format.beside(format.inUnit(value, shown), shown.unitText)
  /** A value as it was sent, with its unit: what the tooltip of a shown one says. */
  function sentTitle(value: Verbatim | undefined, shown: ShownUnit): string {
    const sent = format.asSent(value, shown.sentUnit)
    return shown.converted ? t('units.asSentTitle', { value: sent }) : sent
  }
  return {
    /** How a channel is shown; a counter that only its values give away is told by `counts`. */
    shownOf,
    /** How a value is shown that the service names no channel of: by what it is called and its unit. */
    shownNamed: (channelVarname: string, channelName: string | null, unit: Verbatim): ShownUnit =>
      shownOf({ channelVarname, channelName, unitName: typeof unit === 'string' && unit !== '' ? unit : null }),
    /** The unit in a header or at an axis: a converted one is marked. */
    unitHeader: ({ unitText, converted }: ShownUnit): string =>
      converted ? t('units.converted', { unit: unitText }) : format.unitName(unitText),
    /** A text for a header's tooltip; undefined where the unit is as it was sent. */
    unitTitle: ({ sentUnit, converted }: ShownUnit): string | undefined =>
      converted ? t('units.convertedTitle', { unit: sentUnit }) : undefined,
    measuredIn,
    /** A value as shown, marked where it is converted: for values with no header beside them that could say so. */
    marked: (value: Unformatted | undefined, shown: ShownUnit): string =>
      shown.converted ? t('units.converted', { unit: measuredIn(value, shown) }) : measuredIn(value, shown),
    sentTitle,
    /** Why a shown value is struck through, and what counts instead. */
    refutedTitle: (value: string, { why, instead }: Refutal, unit: string | null | undefined): string =>
      instead === null
        ? t('units.refuted', { value, why: t(`refuted.${why}`) })
        : t('units.refutedFor', { value, why: t(`refuted.${why}`), instead: format.measured(instead, unit) }),
    /**
     * A shown number as it was sent, for where only the shown one is there; undefined where it is shown as it was sent.
     */
    sentOf: (value: number | null, shown: ShownUnit | null | undefined): string | undefined =>
      shown?.converted && value !== null && !Number.isNaN(value) ? sentTitle(asSentAgain(value, shown), shown) : undefined,
  }
}
