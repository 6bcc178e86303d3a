import type { BookMode } from '../../book/context.ts'
import { BACKUP_REASONS } from '../../contract/backup-words.ts'
import { FAILURE_CODES } from '../../contract/errors.ts'
import { LARGE_FAULTS, MAP_FAULTS, UNFIT_FAULTS, UNREADABLE_FAULTS } from '../../contract/import-map.ts'
import {
  CRASH_ORIGINS,
  GONE_REASONS,
  LOGGED_THREADS,
  NOTICE_REFUSALS,
  PROCESS_KINDS,
  WORK_COMMANDS,
  WORK_OUTCOMES,
} from '../../contract/log-words.ts'
import { LOGO_FAULTS } from '../../contract/logo.ts'
import { JOURNAL_USES } from '../../contract/recovery-words.ts'
import { SCHEDULERS } from '../../contract/schedule-words.ts'
import { UPDATE_FAULTS, UPDATE_OFFS, UPDATE_SILENCES } from '../../contract/update-words.ts'
import { WORK_KINDS } from '../../contract/work-words.ts'

const MODES = ['read', 'write'] as const satisfies readonly BookMode[]
const PLATFORMS = ['aix', 'android', 'cygwin', 'darwin', 'freebsd', 'haiku', 'linux', 'netbsd', 'openbsd', 'sunos', 'win32'] as const
const ARCHITECTURES = ['arm', 'arm64', 'ia32', 'loong64', 'mips', 'mipsel', 'ppc64', 'riscv64', 's390x', 'x64'] as const

/**
 * The facts of the log that are codes in small letters, and all that each may be: the enums themselves. Whoever writes such a
 * fact can write no other code (`LogFacts`), and a code that stands in an enum is never removed.
 */
export const CODES = {
  kind: [...WORK_KINDS, ...PROCESS_KINDS],
  outcome: WORK_OUTCOMES,
  /** Of a failure that is one of many kinds, or of a process that has gone. In capitals: the code of what a failure came of. */
  reason: [
    ...[...UPDATE_FAULTS, ...UPDATE_SILENCES, ...UPDATE_OFFS],
    ...[...UNREADABLE_FAULTS, ...LARGE_FAULTS, ...UNFIT_FAULTS, ...MAP_FAULTS, ...LOGO_FAULTS],
    ...[...GONE_REASONS, ...NOTICE_REFUSALS, ...FAILURE_CODES],
  ],
  why: BACKUP_REASONS,
  scheduler: SCHEDULERS,
  journal: JOURNAL_USES,
  thread: LOGGED_THREADS,
  origin: CRASH_ORIGINS,
  command: WORK_COMMANDS,
  mode: MODES,
  platform: PLATFORMS,
  arch: ARCHITECTURES,
} as const satisfies Record<string, readonly string[]>

type Codes = typeof CODES
export type CodeFacts = { readonly [Name in keyof Codes]?: Codes[Name][number] | null }

/** What a fact of this name may be; undefined: it is no code of an enum. */
export const codesOf = (name: string): readonly string[] | undefined =>
  Object.hasOwn(CODES, name) ? CODES[name as keyof Codes] : undefined

export const isReason = (value: unknown): value is Codes['reason'][number] => (CODES.reason as readonly unknown[]).includes(value)
