import fc from 'fast-check'
import { createHash } from 'node:crypto'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openBook, putFileInto, type Book } from '../../../../electron/book/index.ts'
import { mergeBooks } from '../../../../electron/book/sharing/merge.ts'
import { fileAsBook } from '../../../../electron/contract/import-words.ts'
import { NOW, numRuns, station, tempFolder } from '../fixtures.ts'

/**
 * One station, what the service says of it and a file of it, which do not agree everywhere. Several books download some hours, take
 * in the file or a part of it, and are merged in any order: what the service said anywhere stands, the rest is the file's, and where
 * both were seen and differ both are kept.
 */
const HOURS = 12
const key = { equipmentId: 1001, archiveType: 'hourly', view: 'general' } as const
const at = (hour: number) => Date.UTC(2026, 0, 10, hour)
const hours = fc.uniqueArray(fc.nat(HOURS - 1), { maxLength: HOURS })
const steps = fc.oneof(
  fc.record({ does: fc.constant('download' as const), book: fc.nat(2), hours }),
  fc.record({ does: fc.constant('import' as const), book: fc.nat(2), hours }),
  fc.record({ does: fc.constant('merge' as const), book: fc.nat(2), other: fc.nat(2) }),
)
const worlds = fc.record({
  differing: hours,
  steps: fc.array(steps, { minLength: 3, maxLength: 14 }),
  order: fc.shuffledSubarray([0, 1, 2], { minLength: 3 }),
})

const content = Buffer.from('the file')
const sha256 = createHash('sha256').update(content).digest('hex')

test('in any order of downloads, files and merges the service stands, and nothing that a file says is lost', () => {
  const folder = tempFolder()
  const empty = join(folder, 'empty.meterbook')
  const first = openBook(empty, { mode: 'write', now: () => NOW })
  first.stations.put([station({ id: 1 })], NOW)
  first.close()
  let run = 0
  fc.assert(
    fc.property(worlds, ({ differing, steps: history, order }) => {
      run++
      const files = [0, 1, 2].map((nth) => join(folder, `${run}-${nth}.meterbook`))
      const books = files.map((file) => {
        copyFileSync(empty, file)
        const book = openBook(file, { mode: 'write', now: () => NOW })
        book.db.pragma('synchronous = OFF')
        return book
      })
      const fileSays = (hour: number) => (differing.includes(hour) ? hour + 0.5 : hour)
      // Of each book, what was ever seen in it.
      const seen = books.map(() => ({ service: new Set<number>(), file: new Set<number>() }))
      const merge = (into: number, from: number) => {
        if (into === from) return
        mergeBooks(
          { file: files[into] as string, other: files[from] as string, isDryRun: false, nowMs: NOW },
          () => undefined,
          () => false,
        )
        const [own, other] = [seen[into], seen[from]]
        for (const hour of other?.service ?? []) own?.service.add(hour)
        for (const hour of other?.file ?? []) own?.file.add(hour)
      }
      try {
        for (const step of history) {
          const book = books[step.book] as Book
          if (step.does === 'merge') merge(step.book, step.other)
          else if (step.does === 'download') {
            book.page(() =>
              book.readings.put(
                key,
                step.hours.map((hour) => ({ atMs: at(hour), values: { V: hour } })),
              ),
            )
            for (const hour of step.hours) seen[step.book]?.service.add(hour)
          } else {
            const records = step.hours.map((hour) => ({ atMs: at(hour), values: { V: fileSays(hour) } }))
            const asked = {
              stationId: 1,
              equipmentTypeId: null,
              name: 'a.csv',
              sha256,
              content,
              map: '{}',
              author: '',
              events: [],
              isDryRun: false,
            }
            putFileInto(
              book.file,
              { ...asked, readings: [{ archiveType: 'hourly', view: 'general', records, tolerances: {}, equipmentId: null }] },
              NOW,
            )
            for (const hour of step.hours) seen[step.book]?.file.add(hour)
          }
        }
        const [last = 0, ...others] = order
        for (const other of others) merge(last, other)
        const { service, file } = seen[last] as (typeof seen)[number]
        const { db, imports } = books[last] as Book
        const known = [...new Set([...service, ...file])].sort((a, b) => a - b)
        const source = `a.csv ${fileAsBook(sha256)}`
        expect(db.prepare('SELECT event_time * 1000, value, source FROM v_reading ORDER BY 1').raw().all()).toEqual(
          known.map((hour) => [at(hour), service.has(hour) ? hour : fileSays(hour), service.has(hour) ? null : source]),
        )
        const both = known.filter((hour) => service.has(hour) && file.has(hour) && differing.includes(hour))
        expect(db.prepare('SELECT event_time * 1000, content, book FROM v_kept_twice ORDER BY 1').raw().all()).toEqual(
          both.map((hour) => [at(hour), JSON.stringify({ V: fileSays(hour) }), fileAsBook(sha256)]),
        )
        expect(db.prepare('SELECT total(records) FROM series').pluck().get()).toBe(known.length)
        expect(db.prepare('SELECT total(records) FROM reading_minute').pluck().get()).toBe(known.length)
        const isOfFile = both.length > 0 || known.some((hour) => !service.has(hour))
        if (isOfFile) expect(imports.content(sha256)?.equals(content)).toBe(true)
      } finally {
        for (const book of books) book.close()
      }
    }),
    { numRuns: numRuns(30, 1000) },
  )
})
