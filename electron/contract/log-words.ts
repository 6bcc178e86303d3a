/** How grave a line of the program's log is: usual, worth a look, something went wrong. */
export const LOG_LEVELS = ['info', 'warn', 'error'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** What of the program lies in files: said in About. */
export const ABOUT_PLACES = ['book', 'data', 'log', 'backups'] as const

/** What the program has to tell once of how it fared: the last run ended badly, or a part of it was started anew. */
export const MISHAPS = ['ended-badly', 'page', 'analyst', 'events'] as const
export type Mishap = (typeof MISHAPS)[number]

/**
 * Codes that lines of the log have and nothing else does. Whoever writes one into a line names it here, or in the enum that it
 * is of: `backend/logged/known-codes.ts` gathers them, and everything that is not among them is removed.
 */

/** The program's threads, of which a line tells that one ended. */
export const LOGGED_THREADS = ['backend', 'analyst', 'events'] as const
/** How an error came that nothing caught. */
export const CRASH_ORIGINS = ['exception', 'rejection'] as const
/** How long work ended. */
export const WORK_OUTCOMES = ['done', 'cancelled', 'failed'] as const
/** Electron's own processes but the page's, as the log calls them. */
export const PROCESS_KINDS = ['utility', 'zygote', 'sandbox-helper', 'gpu', 'pepper-plugin', 'pepper-plugin-broker', 'unknown'] as const
export type ProcessKind = (typeof PROCESS_KINDS)[number]
/** Why one of them has gone, in Electron's words. */
export const GONE_REASONS = [
  'clean-exit',
  'abnormal-exit',
  'killed',
  'crashed',
  'oom',
  'launch-failed',
  'integrity-failure',
  'memory-eviction',
] as const
/** Why the system showed no notification. */
export const NOTICE_REFUSALS = ['unsupported', 'failed'] as const
export type NoticeRefusal = (typeof NOTICE_REFUSALS)[number]

/** Commands that fetch, write or check, and take their time: the log says when each began and how it ended. */
export const WORK_COMMANDS = [
  'sync',
  'export',
  'check',
  'import',
  'evidence',
  'verify',
  'report',
  'backup',
  'recover',
  'restore',
  'share',
  'merge',
  'update',
] as const
export type WorkCommand = (typeof WORK_COMMANDS)[number]
