import { computed, watch, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import type { TimeSpan } from '../../../../../electron/contract/time/gas-day.ts'
import type { Lane, LaneMark } from '../../../../charts/lanes.ts'
import { useChartTheme } from '../../../../charts/theme.ts'
import { isNumber, kept } from '../../../../stores/kept.ts'
import { useProgram } from '../../../../stores/program.ts'
import { worstFirst } from '../../../../parts/findings/flags.ts'
import { spanOf } from '../../../../places/findings.ts'
import { useStationFindings } from '../use-station-findings.ts'

/** The lane of the findings: spans in the colours of their flags, short ones over long ones. No lane where there are none. */
export function useFindingLane(
  stationId: () => number,
  span: () => TimeSpan | null,
): { lanes: ComputedRef<readonly Lane[]>; rows: ComputedRef<number> } {
  const { t } = useI18n({ useScope: 'global' })
  const theme = useChartTheme()
  const program = useProgram()
  const findings = useStationFindings(stationId)
  // Until it is known whether there are any, as much room is left as the last station took: the panes do not jump.
  const lastRows = kept('lanes.findings', 0, isNumber)
  watch(findings, (known) => {
    if (known) lastRows.value = known.length > 0 ? 1 : 0
  })

  const marks = computed((): LaneMark[] => {
    const now = span()
    if (!now) return []
    const { bad, warn, faint } = theme.value
    const colors = { 3: warn, 4: bad, 9: faint }
    return (
      (findings.value ?? [])
        .map((finding) => ({ finding, ...spanOf(finding, program.nowMs) }))
        // A short one over a long one: both are seen.
        .toSorted((a, b) => b.toMs - b.fromMs - (a.toMs - a.fromMs) || worstFirst(b.finding, a.finding))
        .flatMap(({ finding, fromMs, toMs }): LaneMark[] => {
          if (toMs < now.fromMs || fromMs > now.toMs) return []
          const color = colors[finding.flag]
          return [{ shape: 'span', fromMs, untilMs: toMs, count: 1, about: { kind: 'finding', finding }, color }]
        })
    )
  })
  const lanes = computed((): Lane[] =>
    (findings.value ?? []).length === 0
      ? []
      : [
          {
            key: 'findings',
            title: t('findings.laneShort'),
            name: t('findings.lane'),
            color: theme.value.warn,
            symbol: 'rect',
            marks: marks.value,
          },
        ],
  )
  return { lanes, rows: computed(() => (findings.value ? lanes.value.length : Math.min(1, lastRows.value))) }
}
