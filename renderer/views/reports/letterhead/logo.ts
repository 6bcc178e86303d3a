import type { Letterhead } from '../../../../electron/contract/reports.ts'

type Logo = NonNullable<Letterhead['logo']>
const TYPES: readonly string[] = ['image/png', 'image/jpeg']
/** A logo is printed some centimetres wide: more than this is not seen, and would be in every report. */
const MOST_BYTES = 400_000
const MOST_SIDE = 1200

/** A PNG or JPEG as the book keeps it, made smaller where it is large. Null where the file is no such picture. */
export async function logoOf(file: Blob): Promise<Logo | null> {
  if (!TYPES.includes(file.type)) return null
  try {
    const picture = await createImageBitmap(file)
    const fits = file.size <= MOST_BYTES && Math.max(picture.width, picture.height) <= MOST_SIDE
    const kept = fits ? file : await smaller(picture, file.type)
    if (kept === null || kept.size > MOST_BYTES) return null
    return { type: kept.type as Logo['type'], base64: await base64Of(kept) }
  } catch {
    return null
  }
}

function smaller(picture: ImageBitmap, type: string): Promise<Blob | null> {
  const scale = Math.min(1, MOST_SIDE / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, type, 0.9))
}

const base64Of = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result).replace(/^[^,]*,/, '')))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('the picture cannot be read')))
    reader.readAsDataURL(blob)
  })
