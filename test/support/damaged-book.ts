import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import Database from 'better-sqlite3'

/**
 * Overwrites pages that hold a text: a disk that has lost them. Of those in the middle the first ones stay, so that
 * reading begins well.
 * @returns how many were overwritten
 */
export function damagePages(file: string, text: string, which: 'all' | 'middle'): number {
  const db = new Database(file)
  // No journal: a page is where the file has it.
  db.pragma('journal_mode = DELETE')
  const size = db.pragma('page_size', { simple: true }) as number
  db.close()
  const bytes = readFileSync(file)
  const holding: number[] = []
  for (let at = 0; at < bytes.length; at += size) if (bytes.subarray(at, at + size).includes(text)) holding.push(at)
  const sound = which === 'all' ? 0 : Math.floor(holding.length / 3)
  const damaged = holding.slice(sound, holding.length - sound)
  const handle = openSync(file, 'r+')
  try {
    for (const at of damaged) writeSync(handle, Buffer.alloc(size, 0x5a), 0, size, at)
  } finally {
    closeSync(handle)
  }
  return damaged.length
}
