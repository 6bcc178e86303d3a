import { useI18n } from 'vue-i18n'
import type { NoteKind } from '../../../electron/contract/note-words.ts'
import type { NoteTime } from '../../stores/notes.ts'
import { useFormat } from '../../stores/words/format.ts'

/** Words for a note: its kind, and the time that it is about. */
export function useNoteWords() {
  const { t } = useI18n({ useScope: 'global' })
  const format = useFormat()
  return {
    kindName: (kind: NoteKind) => t(`notes.kinds.${kind}`),
    timeText({ fromMs, toMs }: NoteTime): string {
      if (fromMs === null) return t('notes.wholeStation')
      return toMs === null ? format.dateTime(fromMs) : format.dateTimeRange(fromMs, toMs)
    },
    /** The time to the second with its zone, for tooltips. */
    timeTitle({ fromMs, toMs }: NoteTime): string | undefined {
      if (fromMs === null) return undefined
      return toMs === null ? format.exact(fromMs) : `${format.instant(fromMs)} – ${format.exact(toMs)}`
    },
  }
}
