import { expect, test } from 'vitest'
import { z } from 'zod'
import { askingDays, askingSpan, daySchema } from '../../../electron/contract/common.ts'

/** Days that questions refuse: out of the world, or in the wrong order. */

const shape = { from: daySchema.optional(), to: daySchema.optional(), period: z.string().optional() }
const said = (schema: z.ZodType, asked: object) =>
  schema.safeParse(asked).error?.issues.map(({ message, path }) => [message, ...path]) ?? []

test('days that nothing is of are refused with the field; open ends and any real day are not', () => {
  const schema = askingDays(z.object(shape))
  expect(said(schema, { from: '2026-01-01', to: '9999-12-31' })).toEqual([['too far away', 'to']])
  expect(said(schema, { from: '0001-01-01' })).toEqual([['too far away', 'from']])
  expect(said(schema, { from: '1970-01-01', to: '2199-12-31' })).toEqual([])
  expect(said(schema, {})).toEqual([])
})

test('a reversed span is refused as such, but for a period of the calendar, which the days beside it do not change', () => {
  const schema = askingSpan(z.object(shape))
  expect(said(schema, { from: '2026-02-02', to: '2026-02-01' })).toEqual([['SPAN_REVERSED', 'to']])
  expect(said(schema, { from: '2026-02-02', to: '2026-02-01', period: 'last-month' })).toEqual([])
  expect(said(schema, { from: '2026-02-01', to: '2026-02-01', period: 'fixed' })).toEqual([])
  expect(said(schema, { from: '2026-02-02' })).toEqual([])
})
