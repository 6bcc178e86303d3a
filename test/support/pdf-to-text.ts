import { spawnSync } from 'node:child_process'

/** The text of a PDF by poppler's `pdftotext`; null where this machine has none. */
export function popplerText(pdf: Uint8Array): string | null {
  const { error, status, stdout } = spawnSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' })
  if (error) {
    console.warn('skipped: no pdftotext')
    return null
  }
  if (status !== 0) throw new Error(`pdftotext ended with ${status}`)
  return stdout
}
