import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBook } from '../../../electron/book/index.ts'
import { DAY_MS } from '../../../electron/contract/time/units.ts'
import { placesOf } from '../../support/one-question.ts'
import { testFolder } from '../../support/pull.ts'
import { CLOCK, named, NOW, OCTOBER, TROUBLES, writeTrouble } from '../../support/troubles.ts'

/**
 * Troubles of the field, each at a station of one book: eight places tell the same m³ of the month and the same hours, and
 * these are what really passed.
 */

const folder = testFolder()
const file = folder.file('cases.meterbook')
const ids = TROUBLES.map((_, at) => at + 1)
let places: ReturnType<typeof placesOf>
beforeAll(() => {
  const book = openBook(file, { mode: 'write', now: () => NOW })
  for (const [at, trouble] of TROUBLES.entries()) writeTrouble(book, at + 1, trouble)
  book.close()
  places = placesOf(file, { clock: CLOCK, name: named, nowMs: NOW + DAY_MS })
})
afterAll(async () => {
  await places?.close()
  folder.remove()
})

test.each(TROUBLES.map((trouble, at) => [trouble.name, at + 1, trouble] as const))('%s', async (_, id, trouble) => {
  for (const { where, m3, rounding, ...hours } of await places.answers(id, OCTOBER, ids)) {
    expect(Math.abs(m3 - trouble.m3), `${where}: ${m3} m³ for ${trouble.m3}`).toBeLessThanOrEqual(rounding)
    const said = { known: trouble.received + trouble.otherwise, unknown: trouble.unknown, received: trouble.received }
    for (const [name, of] of Object.entries(said)) {
      const told = hours[name as keyof typeof said]
      if (told !== undefined) expect(`${where}: ${name} ${told}`).toBe(`${where}: ${name} ${of}`)
    }
  }
})
