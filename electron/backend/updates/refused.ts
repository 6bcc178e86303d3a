import { MeterbookError } from '../../contract/errors.ts'
import type { UpdateFault, UpdateSilence } from '../../contract/update-words.ts'

/** A manifest or package that is not taken. `detail`: what it is about, for people; it comes from outside and is cut. */
export const refused = (reason: UpdateFault, detail = '', cause?: unknown): MeterbookError =>
  new MeterbookError('UPDATE_REFUSED', { reason, ...(detail && { detail: detail.slice(0, MOST_SAID) }) }, { cause })

/** The place of releases gave nothing that could be looked at. */
export const unavailable = (reason: UpdateSilence, detail = '', cause?: unknown): MeterbookError =>
  new MeterbookError('UPDATE_UNAVAILABLE', { reason, ...(detail && { detail: detail.slice(0, MOST_SAID) }) }, { cause })

const MOST_SAID = 160
