import { computed, type Ref } from 'vue'
import { useI18n } from 'vue-i18n'
import type { GasClock } from '../../../electron/contract/time/gas-day.ts'
import type { useLineWords } from '../../parts/overlay/line-words.ts'
import type { ShownLine } from '../../parts/overlay/lines.ts'
import type { PanelLine } from './OverlayPanel.vue'
import type { OverlayPlace } from '../../places/overlay.ts'
import { nearestPosition, useReadout } from '../../parts/overlay/readout.ts'

/** The lines' numbers at the crosshair, or of the whole lines without one: for the list beside the chart and for those who hear it. */
export function useCrosshairWords(
  {
    place,
    shown,
    drawn,
    baseline,
    crosshair,
  }: {
    place: Ref<OverlayPlace>
    shown: Ref<readonly ShownLine[]>
    /** The lines that are switched on and can be drawn. */
    drawn: Ref<readonly ShownLine[]>
    baseline: Ref<ShownLine | undefined>
    crosshair: Ref<number | null>
  },
  words: { position: (position: number) => string; lines: ReturnType<typeof useLineWords>; gas: Ref<GasClock> },
) {
  const { t } = useI18n({ useScope: 'global' })
  const readout = useReadout(() => place.value.measure)
  const at = computed(() => (crosshair.value === null ? null : nearestPosition(drawn.value, crosshair.value)))
  const panelLines = computed<PanelLine[]>(() =>
    shown.value.map((line) => ({
      place: line.place,
      name: words.lines.name(line),
      note: words.lines.note(line),
      hidden: place.value.hidden.includes(line.place),
      drawable: line.hindrance === null,
      reading: readout.read(line, at.value, baseline.value),
      to: words.lines.readings(line, words.gas.value),
    })),
  )
  const title = computed(() => (at.value === null ? t('overlay.means') : words.position(at.value)))
  function spokenAt(position: number): string {
    const read = drawn.value.map((line) => {
      const { value, difference, lacks } = readout.read(line, position, baseline.value)
      return [`${words.lines.name(line)}: ${value}`, difference, lacks].filter(Boolean).join(', ')
    })
    return [words.position(position), ...read].join('; ')
  }
  return { at, panelLines, title, spokenAt }
}
