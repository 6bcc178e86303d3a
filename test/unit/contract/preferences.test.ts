import { expect, test } from 'vitest'
import { contract } from '../../../electron/contract/index.ts'

test('changing one preference leaves the others alone', () => {
  const input = contract.program.setPreferences['~orpc'].inputSchema
  expect(input?.['~standard'].validate({ theme: 'dark' })).toEqual({ value: { theme: 'dark' } })
})
