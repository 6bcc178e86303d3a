import { useRouter } from 'vue-router'
import { calledBy } from '../../../electron/contract/called.ts'
import type { NoteRow } from '../../../electron/contract/notes.ts'
import { useNoteWords } from '../../parts/notes/words.ts'
import type { PaletteCommand } from './commands.ts'
import { noteOn } from '../../places/station.ts'

/** Notes that a text finds, each leading to its place in the station's list. */
export function usePaletteNotes() {
  const router = useRouter()
  const { kindName, timeText } = useNoteWords()
  return (notes: readonly NoteRow[]) =>
    notes.map<PaletteCommand>((note) => ({
      id: `n${note.id}`,
      icon: 'note',
      words: note.text.replaceAll(/\s+/g, ' ') || kindName(note.kind),
      hint: [calledBy(note.stationName, note.stationId), kindName(note.kind), timeText(note)].join(' · '),
      run: () => router.push(noteOn(note.stationId, note.id)),
    }))
}
