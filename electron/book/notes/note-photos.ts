import { MeterbookError } from '../../contract/errors.ts'
import { MOST_PHOTO_BYTES, MOST_THUMB_BYTES } from '../../contract/note-words.ts'
import type { Context } from '../context.ts'
import { pictureOnly, type Picture } from './jpeg.ts'
import { noteId } from './note-id.ts'

/** A photograph as it comes in: bytes of JPEG files. */
export interface NewPhoto {
  name: string
  jpeg: Uint8Array
  /** Small, for lists; null: the picture itself stands there. */
  thumb: Uint8Array | null
}

/** A photograph without its picture. */
export interface Photo {
  id: string
  name: string
  width: number
  height: number
  bytes: number
}

/** All SQL that touches `note_photo`. Only pictures get in: no Exif, no place, no comment, whatever the file said. */
export function notePhotosIn({ db }: Pick<Context, 'db'>) {
  const add = db.prepare(
    `INSERT INTO note_photo (id, note_id, position, name, width, height, bytes, added_at_ms, thumb, jpeg)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const place = db.prepare('UPDATE note_photo SET position = ? WHERE id = ? AND note_id = ? AND removed_at_ms IS NULL')
  const drop = db.prepare(
    `UPDATE note_photo SET removed_at_ms = @atMs, thumb = NULL, jpeg = NULL, name = ''
     WHERE note_id = @noteId AND removed_at_ms IS NULL AND id NOT IN (SELECT value FROM json_each(@kept))`,
  )
  const ofNotes = db.prepare<[string], Photo & { noteId: string }>(
    `SELECT note_id AS noteId, id, name, width, height, bytes FROM note_photo
     WHERE note_id IN (SELECT value FROM json_each(?)) AND removed_at_ms IS NULL ORDER BY note_id, position, id`,
  )
  const whole = db.prepare<[string], Buffer>('SELECT jpeg FROM note_photo WHERE id = ? AND jpeg IS NOT NULL').pluck()
  const small = db.prepare<[string], Buffer>('SELECT coalesce(thumb, jpeg) FROM note_photo WHERE id = ? AND jpeg IS NOT NULL').pluck()

  return {
    /**
     * A note's photographs are from now on these: the kept ones, then new ones. What is no longer among them loses its
     * picture and leaves its id. Throws BAD_PHOTO.
     */
    set(noteId_: string, keptIds: readonly string[], photos: readonly NewPhoto[], nowMs: number): void {
      drop.run({ noteId: noteId_, atMs: nowMs, kept: JSON.stringify(keptIds) })
      keptIds.forEach((id, at) => place.run(at, id, noteId_))
      photos.forEach(({ name, jpeg, thumb }, at) => {
        const picture = checked(jpeg, MOST_PHOTO_BYTES, name)
        const { width, height } = picture
        const preview = thumb && checked(thumb, MOST_THUMB_BYTES, name)
        const bytes = picture.jpeg.length
        add.run(noteId(nowMs), noteId_, keptIds.length + at, name, width, height, bytes, nowMs, preview?.jpeg ?? null, picture.jpeg)
      })
    },

    /** By note, in the order of the note. */
    of(noteIds: readonly string[]): Map<string, Photo[]> {
      const found = Map.groupBy(ofNotes.all(JSON.stringify(noteIds)), (row) => row.noteId)
      return new Map([...found].map(([id, rows]) => [id, rows.map(({ noteId: _, ...photo }) => photo)]))
    },

    /** The bytes of a picture. Throws NO_SUCH_NOTE where it has been taken away. */
    picture(id: string, size: 'whole' | 'thumb'): Buffer {
      const found = (size === 'whole' ? whole : small).get(id)
      if (!found) throw new MeterbookError('NO_SUCH_NOTE', { id })
      return found
    },
  }
}

function checked(file: Uint8Array, mostBytes: number, name: string): Picture {
  if (file.length > mostBytes) throw new MeterbookError('BAD_PHOTO', { name, reason: 'too-large' })
  const picture = pictureOnly(file)
  if (!picture) throw new MeterbookError('BAD_PHOTO', { name, reason: 'not-jpeg' })
  return picture
}
