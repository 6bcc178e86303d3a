import type { Failure } from '../../electron/contract/common.ts'

type Translate = (key: string, named: Record<string, unknown>) => string

/** The parts of a failure's data that help a person, in the order in which they are told. Absent parts are left out. */
const TOLD = [
  'file',
  'host',
  'location',
  'status',
  'path',
  'entry',
  'archive',
  'timeZone',
  'field',
  'owner',
  'reason',
  'detail',
  'known',
  'said',
  'message',
] as const

/** Failures without particulars: the sentence says it all, or the data is meant for programs. */
const UNTOLD: Record<string, readonly string[]> = {
  BAD_ADDRESS: ['reason'],
  UNREACHABLE: ['path'],
  TIMEOUT: ['path'],
  TLS: ['path'],
  BAD_PROXY: ['reason'],
  BAD_AUTHORITY: ['reason'],
  PROXY_REFUSED: ['path'],
  SIGN_IN_REFUSED: ['path'],
  WRONG_PASSWORD: ['path', 'status'],
  SIGNED_OUT: ['path', 'reason'],
  NOT_THE_SERVICE: ['path', 'status', 'reason'],
  NEWER_BOOK: ['known'],
  SPAN_REVERSED: ['from', 'to'],
  BAD_PHOTO: ['reason'],
  FILE_NOT_READABLE: ['reason'],
  FILE_IN_USE: ['reason'],
  LINK_REFUSED: ['reason'],
  FOLDER_GONE: ['reason'],
  NOT_A_BUNDLE: ['reason'],
  BUNDLE_CUT_OFF: ['reason'],
  UPDATES_OFF: ['reason'],
  SCHEDULE_REFUSED: ['said'],
}

/** Failures whose reason is a code with words of its own, under this key. */
const REASONS: Record<string, string> = {
  BUNDLE_REFUSED: 'evidence.refused',
  BUNDLE_AMBIGUOUS: 'evidence.refused',
  IMPORT_UNREADABLE: 'importFault',
  IMPORT_TOO_LARGE: 'importFault',
  IMPORT_MAP_BROKEN: 'importFault',
  IMPORT_MAP_UNFIT: 'importFault',
  QUESTION_REFUSED: 'questionFault',
  QUESTION_TOO_LARGE: 'questionFault',
  UPDATE_REFUSED: 'updateFault',
  UPDATE_UNAVAILABLE: 'updateSilence',
}

/** The sentence of a failure with its particulars; a code without a sentence (a newer backend's) is named as it is. */
export function failureSentence(failure: Failure, t: Translate, te: (key: string) => boolean): string {
  const key = `failure.${failure.code}`
  const sentence = te(key) ? t(key, failure.data) : t('failure.other', { code: failure.code })
  const parts = TOLD.filter((name) => !UNTOLD[failure.code]?.includes(name)).flatMap((name) => {
    const value = failure.data[name]
    if (value === null || value === undefined || value === '') return []
    if (name === 'status') return [t('failure.status', { status: value })]
    const worded = `${REASONS[failure.code] ?? ''}.${String(value)}`
    return [name === 'reason' && te(worded) ? t(worded, {}) : String(value)]
  })
  return parts.length === 0 ? sentence : `${sentence} ${t('failure.details', { details: parts.join(', ') })}`
}
