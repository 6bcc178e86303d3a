import { expect, test } from 'vitest'
import { lineDifferences } from '../../../../electron/exports/evidence/line-diff.ts'

test('whoever stops at the first difference leaves no lines open', async () => {
  const ended: string[] = []
  async function* lines(name: string) {
    try {
      for (let at = 0; ; at++) yield [`${name} ${at}`]
    } finally {
      ended.push(name)
    }
  }
  for await (const difference of lineDifferences(lines('a'), lines('b'))) {
    expect(difference).toEqual({ line: 1, expected: 'a 0', found: 'b 0' })
    break
  }
  expect(ended).toEqual(['a', 'b'])
})
