import { existsSync, lstatSync, renameSync } from 'node:fs'
import { MeterbookError } from '../../contract/errors.ts'
import { BookError } from './errors.ts'
import { takeLock, type Lock } from './lock.ts'
import { journalsOf } from './place.ts'
import { isBook, refuseBookTarget } from './protected.ts'

/**
 * Gives a finished book its name. A closed book that has the name is replaced while nobody else can open it for writing.
 * @throws as `refuseBookTarget`.
 */
export function putBook(made: string, target: string, source: string): void {
  refuseBookTarget(target, source)
  const lock = isLockable(target) ? lockOf(target) : null
  try {
    if (journalsOf(target).some((journal) => existsSync(journal))) throw isOpen(target)
    renameSync(made, target)
  } finally {
    lock?.release()
  }
}

/** A book that nobody ever had open for writing under this name has no lock, and needs none. A link is replaced, not followed. */
const isLockable = (target: string): boolean => isBook(target) && existsSync(`${target}.lock`) && !lstatSync(target).isSymbolicLink()

function lockOf(target: string): Lock {
  try {
    return takeLock(target, { owner: 'meterbook', pid: process.pid, sinceMs: Date.now() })
  } catch (error) {
    throw error instanceof BookError && error.code === 'BOOK_IN_USE' ? isOpen(target) : error
  }
}

const isOpen = (file: string) => new MeterbookError('FILE_PROTECTED', { file, what: 'open-book' })
