import { MOST_PHOTO_BYTES, MOST_THUMB_BYTES } from '../../../electron/contract/note-words.ts'
import { drawnPicture } from '../../components/drawn-picture.ts'

/** A photograph ready to be written into the book: JPEG files made of its pixels alone. */
export interface ReadyPhoto {
  name: string
  jpeg: Blob
  thumb: Blob
}

/** The longer side in pixels and the quality of JPEG, tried in this order until the file is small enough. */
const SIDES = [2560, 2048, 1600, 1280, 960] as const
const QUALITIES = [0.86, 0.76, 0.62] as const
const THUMB_SIDE = 320

/**
 * Draws a picture file anew: upright, whatever its Exif says of its orientation, and without all else that the file
 * holds (place, camera, comments). Null where the file is no picture that the window can read, or nothing makes it fit.
 */
export async function photoOf(file: File): Promise<ReadyPhoto | null> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)
  if (!picture) return null
  try {
    const jpeg = await smallEnough(picture, SIDES, MOST_PHOTO_BYTES)
    const thumb = await smallEnough(picture, [THUMB_SIDE, THUMB_SIDE / 2], MOST_THUMB_BYTES)
    return jpeg && thumb && { name: jpegName(file.name), jpeg, thumb }
  } finally {
    picture.close()
  }
}

async function smallEnough(picture: ImageBitmap, sides: readonly number[], mostBytes: number): Promise<Blob | null> {
  for (const side of sides) {
    // On white, which is what JPEG has in place of transparency.
    const canvas = drawnPicture(picture, { width: side, height: side }, '#fff')
    for (const quality of QUALITIES) {
      const jpeg = await canvas.convertToBlob({ type: 'image/jpeg', quality })
      if (jpeg.size <= mostBytes) return jpeg
    }
  }
  return null
}

/** The file's own name with the ending that it has now. */
const jpegName = (name: string) => `${name.replace(/\.[^.]*$/, '').slice(0, 180) || 'photo'}.jpg`
