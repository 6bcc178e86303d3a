import fc from 'fast-check'
import { cpSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readManifest, type Backup } from '../../../../electron/book/backups/manifest.ts'
import { shelfOf } from '../../../../electron/book/backups/shelf.ts'
import { rowsOf, sha256Of } from '../../../../electron/book/backups/verify.ts'
import { writtenIn } from '../../../../electron/book/backups/written.ts'
import { openUntouched } from '../../../../electron/book/file/open.ts'
import { restoreBook } from '../../../../electron/book/file/restore.ts'
import type { Book } from '../../../../electron/book/index.ts'
import { DAY_MS } from '../../../../electron/contract/time/units.ts'
import { NOW, numRuns, station, tempFolder } from '../fixtures.ts'
import { bookWithPlace, note } from './support.ts'

/** The number of a process that does not live: higher than Linux, macOS and Windows give. */
const DEAD = 99_999_999

type Step = { do: 'note' | 'station' | 'make' | 'full' } | { do: 'clock'; days: number } | { do: 'fail' | 'kill'; at: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom('note' as const, 'station' as const, 'make' as const, 'make' as const, 'full' as const) }),
  fc.record({ do: fc.constant('clock' as const), days: fc.integer({ min: -800, max: 800 }) }),
  fc.record({ do: fc.constantFrom('fail' as const, 'kill' as const), at: fc.integer({ min: 0, max: 60 }) }),
)

/** All that people wrote in a book, and how many rows each table has. */
const contentOf = ({ db }: Book): string => JSON.stringify([rowsOf(db), [...writtenIn(db)]])
const readContent = (file: string): string => {
  const book = openUntouched(file, () => NOW)
  try {
    return contentOf(book)
  } finally {
    book.close()
  }
}

test('once there was a verified backup there is one at every moment, and the newest is the book as it was then', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 4, maxLength: 14 }),
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 0, max: 2 }),
      async (steps, newest, weeks) => {
        const { book, make, place, about } = bookWithPlace(1)
        const shelf = shelfOf(place.folder, about)
        const asked = { keeping: { newest, weeks, mostBytes: 3_000_000 } }
        let clockMs = NOW
        let written = 1
        /** What the book was when each backup was made, by its hash. */
        const was = new Map<string, string>()
        let wasOne = false
        const sound = (): Backup[] =>
          (readManifest(shelf)?.backups ?? []).filter(
            ({ name, sha256 }) => existsSync(join(shelf, name)) && sha256Of(join(shelf, name)) === sha256,
          )
        const check = () => {
          if (wasOne) expect(sound().length).toBeGreaterThan(0)
        }
        async function tryMake(at: { isCancelled: () => boolean; freeBytes?: () => number }): Promise<void> {
          const now = contentOf(book)
          const made = await make({ ...asked, nowMs: clockMs }, at).catch((error: unknown) => {
            expect(error).toMatchObject({ code: expect.stringMatching(/^(?:CANCELLED|NO_ROOM_FOR_BACKUP)$/) as unknown })
            return null
          })
          if (made?.backup) {
            was.set(made.backup.sha256, now)
            wasOne = true
          }
        }
        for (const one of steps) {
          if (one.do === 'note') note(book, `note ${++written}`)
          else if (one.do === 'station') book.page(() => book.stations.put([station({ id: ++written })], NOW))
          else if (one.do === 'clock') clockMs += one.days * DAY_MS
          else if (one.do === 'make') await tryMake({ isCancelled: () => (check(), false) })
          else if (one.do === 'full') await tryMake({ isCancelled: () => false, freeBytes: () => 10 })
          else if (one.do === 'fail' || one.do === 'kill') {
            let steps = 0
            const killed = join(tempFolder(), 'killed')
            await tryMake({
              isCancelled: () => {
                check()
                if (steps++ !== one.at) return false
                // As the disk is at that moment: where the program is killed nobody tidies up.
                if (one.do === 'kill') cpSync(shelf, killed, { recursive: true })
                return true
              },
            })
            if (existsSync(killed)) {
              rmSync(shelf, { recursive: true })
              cpSync(killed, shelf, { recursive: true })
              for (const name of readdirSync(shelf)) {
                if (name.startsWith('.meterbook-'))
                  renameSync(join(shelf, name), join(shelf, name.replace(`-${process.pid}-`, `-${DEAD}-`)))
              }
            }
          }
          check()
        }
        if (wasOne) {
          await tryMake({ isCancelled: () => false })
          expect(readdirSync(shelf).filter((name) => name.startsWith('.'))).toEqual([])
          const last = sound().toSorted((a, b) => b.order - a.order)[0]
          const target = join(tempFolder(), 'restored.meterbook')
          await restoreBook(target, join(shelf, last?.name ?? ''), { now: () => NOW, owner: 'test' })
          expect(readContent(target)).toBe(was.get(last?.sha256 ?? ''))
          for (const backup of sound()) expect(readContent(join(shelf, backup.name))).toBe(was.get(backup.sha256))
        }
        book.close()
      },
    ),
    { numRuns: numRuns(4, 100) },
  )
})
