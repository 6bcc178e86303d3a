import { LOGO_PIXELS, MOST_LOGO_BASE64 } from '../../../../electron/contract/logo.ts'
import type { Letterhead } from '../../../../electron/contract/reports.ts'
import { drawnPicture } from '../../../components/drawn-picture.ts'

type Logo = NonNullable<Letterhead['logo']>
const TYPES: readonly string[] = ['image/png', 'image/jpeg']
/** The largest file that is opened: a picture of some hundred megapixels. */
const MOST_FILE_BYTES = 50_000_000
const QUALITY = 0.92

/**
 * A PNG or JPEG drawn anew as the book keeps it: of its pixels alone, no more of them than are seen in print. Null where
 * the file is no such picture.
 */
export async function logoOf(file: Blob): Promise<Logo | null> {
  if (!TYPES.includes(file.type) || file.size > MOST_FILE_BYTES) return null
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)
  if (!picture) return null
  try {
    const kept = await drawnPicture(picture, LOGO_PIXELS).convertToBlob({ type: file.type, quality: QUALITY })
    const base64 = await base64Of(kept)
    return base64.length > MOST_LOGO_BASE64 ? null : { type: kept.type as Logo['type'], base64 }
  } catch {
    return null
  } finally {
    picture.close()
  }
}

const base64Of = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result).replace(/^[^,]*,/, '')))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('the picture cannot be read')))
    reader.readAsDataURL(blob)
  })
