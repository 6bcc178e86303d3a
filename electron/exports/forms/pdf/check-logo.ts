import { MeterbookError } from '../../../contract/errors.ts'
import type { Letterhead } from '../../../contract/reports.ts'
import { logoFault } from './logo-fault.ts'
import { startPdf } from './make-pdf.ts'

/**
 * Lays out one page with a logo, as reports do: what fails here would fail in each of them.
 * @throws MeterbookError BAD_LOGO: no picture, a damaged one, one that is cut off or larger than a logo is printed.
 */
export async function checkLogo(logo: NonNullable<Letterhead['logo']>): Promise<void> {
  const fault = logoFault(logo)
  if (fault) throw new MeterbookError('BAD_LOGO', { reason: fault })
  const maker = startPdf({
    language: 'en',
    title: '',
    author: '',
    size: 'A4',
    orientation: 'portrait',
    fontSize: 8,
    madeAtMs: 0,
    footer: [],
  })
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
    throw new MeterbookError('BAD_LOGO', { reason: 'damaged' }, { cause: error })
  } finally {
    await maker.close()
  }
}
