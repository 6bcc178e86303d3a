import { MeterbookError } from '../../../contract/errors.ts'
import type { Letterhead } from '../../../contract/reports.ts'
import { startPdf } from './make-pdf.ts'

const ENDS = { 'image/png': Buffer.from('IEND\u00ae\u0042\u0060\u0082', 'latin1'), 'image/jpeg': Buffer.from([0xff, 0xd9]) } as const // oxfmt-ignore

/**
 * Lays out one page with a logo, as reports do: what fails here would fail in each of them.
 * @throws MeterbookError BAD_LOGO: no picture, a damaged one, or one that is cut off.
 */
export async function checkLogo(logo: NonNullable<Letterhead['logo']>): Promise<void> {
  // Some writers leave bytes behind the end; nobody draws a picture that lacks it whole.
  if (!Buffer.from(logo.base64, 'base64').includes(ENDS[logo.type])) throw new MeterbookError('BAD_LOGO')
  const maker = startPdf({ language: 'en', title: '', author: '', size: 'A4', orientation: 'portrait', fontSize: 8, madeAtMs: 0, footer: [] }) // oxfmt-ignore
  maker.part({
    title: 'x',
    subtitle: '',
    running: '',
    letterhead: { organisation: '', address: '', logo },
    heads: [],
    above: null,
    pictures: [],
    columns: [],
    totals: [],
    stated: '',
    statements: [],
    below: null,
    signatures: [],
    empty: '',
  })
  try {
    await maker.finish()
  } catch (error) {
    throw new MeterbookError('BAD_LOGO', {}, { cause: error })
  } finally {
    await maker.close()
  }
}
