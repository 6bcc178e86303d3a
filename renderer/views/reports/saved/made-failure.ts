import type { Failure } from '../../../../electron/contract/common.ts'
import type { MadeReport } from '../../../../electron/contract/reports.ts'

/** Why a line of the log failed; null where it did not. What an older version logged has no facts: its sentence names none. */
export const failureOfMade = ({ failure, form, name, facts }: MadeReport): Failure | null =>
  failure === null ? null : { code: failure, data: { form, name, ...facts } }
