import { useI18n } from 'vue-i18n'
import type { MenuEntry } from '../../components/grid/menu/entries.ts'
import { useNotes } from '../../stores/notes.ts'

/** Makes the entry of a table's menu that writes a note about a row: on its station, about its moment where it has one. */
export function useNoteEntry() {
  const { t } = useI18n({ useScope: 'global' })
  const notes = useNotes()
  return (stationId: number | null, atMs: number | null = null): MenuEntry[] => {
    if (stationId === null) return []
    const time = atMs === null ? undefined : { fromMs: atMs, toMs: null }
    return [{ id: 'note', label: t('notes.write'), run: () => notes.write(stationId, time) }]
  }
}
