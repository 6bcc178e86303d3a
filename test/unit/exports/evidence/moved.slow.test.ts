import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { writeBundle } from '../../../../electron/exports/evidence/bundle.ts'
import { recordsOfChoice } from '../../../../electron/exports/evidence/choice.ts'
import { writeEvidence } from '../../../../electron/exports/evidence/evidence.ts'
import { recordsHash } from '../../../../electron/exports/evidence/records.ts'
import { verifyBundle } from '../../../../electron/exports/evidence/verify.ts'
import { readZip } from '../../../support/evidence-tampering.ts'
import { allText, pdfText } from '../../../support/pdf-text.ts'
import { tempFolder } from '../../book/fixtures.ts'
import { sampleBook, sampleChoice } from './sample.ts'

const { madeAtMs, ...request } = sampleChoice
const FROM_MS = Date.parse('2026-10-01T07:00:00Z')
const key = { equipmentId: 101, archiveType: 'hourly', view: 'unified' } as const

/** A book of which records are corrected while a report of it is laid out: so many times. */
function movingBook(times: number) {
  const folder = tempFolder()
  const book = sampleBook(folder)
  onTestFinished(() => book.close())
  let left = times
  let before = 0
  // Pages are begun anew after each refused try, so progress falls back.
  const tell = (done: number) => {
    const isNewTry = done < before || before === 0
    before = done
    if (!isNewTry || left === 0) return
    left--
    book.readings.put(key, [{ atMs: FROM_MS + 3_600_000, values: { gas_consume: 1000 + left } }])
  }
  const options = { dataFolder: folder, version: '1.2.3', nowMs: madeAtMs, key: null, tell }
  return { folder, book, file: join(folder, 'bundle.zip'), options }
}

test('where records come while pages are laid out, the pages are made anew: they print the hash of the records beside them', async () => {
  const { book, file, options } = movingBook(1)
  const { hash } = await writeEvidence(book, request, file, options)
  expect(hash).toBe(await recordsHash(book, recordsOfChoice(sampleChoice)))
  const pdf = (await readZip(file)).get('evidence/data/report.pdf')
  expect(allText(await pdfText(pdf as Buffer))).toContain(hash)
  const { verification, close } = await verifyBundle(file, { version: '1.2.3' })
  await close()
  expect(verification).toMatchObject({ holds: true, recordsHash: hash })
})

test('where they never cease to come it is said, and nothing is written', async () => {
  const { folder, book, file, options } = movingBook(3)
  await expect(writeEvidence(book, request, file, options)).rejects.toMatchObject({ code: 'RECORDS_MOVED' })
  expect(readdirSync(folder).filter((name) => name.includes('bundle'))).toEqual([])
})

test('a record from before 1970 is in the book inside where no first day was said', async () => {
  const { book, file } = movingBook(0)
  book.readings.put(key, [{ atMs: -86_400_000, values: { gas_consume: 5 } }])
  const { from: _from, ...open } = sampleChoice
  const printed = await recordsHash(book, recordsOfChoice(open))
  expect((await writeBundle(book, open, file, { version: '1.2.3', key: null, printed })).hash).toBe(printed)
})

test('what is stated is of the records in the bundle, also where others come just after they were taken', async () => {
  const { book, file } = movingBook(0)
  const { shareInto } = book.sharing
  Object.assign(book.sharing, {
    shareInto: async (...asked: Parameters<typeof shareInto>) => {
      const shared = await shareInto(...asked)
      book.readings.put(key, [{ atMs: FROM_MS + 3_600_000, values: { gas_consume: 100_000 } }])
      return shared
    },
  })
  await writeBundle(book, sampleChoice, file, { version: '1.2.3', key: null })
  const { consumption } = JSON.parse(String((await readZip(file)).get('evidence/data/report.json'))) as {
    consumption: { stated: { m3: number }[]; fromRecords: object[] }
  }
  expect(consumption.stated[0]?.m3).toBeGreaterThan(0)
  expect(consumption.stated).toEqual(consumption.fromRecords)
  const { verification, close } = await verifyBundle(file, { version: '1.2.3' })
  await close()
  expect(verification.numbers.map(({ stated, computed }) => stated?.m3 === computed?.m3)).toEqual([true, true])
})
