import type { AnswerOf, InputOf } from '../threads/messages.ts'
import { inThread, type AskOptions } from '../threads/thread.ts'
import type { BackupQuestions } from './worker.ts'

const PROGRAM = { folder: import.meta.dirname, built: 'backups.cjs', name: 'backups' }

/** Asks one question of worker.ts in a thread of its own. Throws what the work throws; CANCELLED for an aborted signal. */
export const askBackups = <Name extends keyof BackupQuestions>(
  name: Name,
  input: InputOf<BackupQuestions, Name>,
  options?: AskOptions,
): Promise<AnswerOf<BackupQuestions, Name>> => inThread<BackupQuestions, Name>(PROGRAM, name, input, options)
