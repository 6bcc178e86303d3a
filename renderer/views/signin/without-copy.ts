import type { Failure } from '../../../electron/contract/common.ts'

const CODES: readonly string[] = ['NO_ROOM_FOR_COPY', 'NO_PLACE_FOR_COPY']

/** The book that was not opened because no copy of it could be made first; somebody may agree to go without. '' for any other failure. */
export const bookWithoutCopy = (failure: Failure | null): string =>
  failure && CODES.includes(failure.code) ? String(failure.data['book'] ?? '') : ''
