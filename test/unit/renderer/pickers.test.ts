import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/** Enter chooses in every picker: what is typed into one and confirmed with Enter is what is meant. */

const ROOT = 'renderer'
const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.vue'))
const pickers = files.flatMap((file) =>
  [...readFileSync(path.join(ROOT, file), 'utf8').matchAll(/<(El(?:Tree)?Select)\b[^]*?>\s/gu)].map(([tag, name]) => ({ file, tag, name })),
)

test('in a list that is searched, Enter takes the first choice that was found', () => {
  expect(pickers.length).toBeGreaterThan(10)
  const searched = pickers.filter(({ tag }) => /\sfilterable\b/u.test(tag))
  expect(searched.filter(({ tag }) => !/\sdefault-first-option\b/u.test(tag)).map(({ file }) => file)).toEqual([])
})

test('no picker is a tree: Enter takes its first branch, whatever was typed', () => {
  expect(pickers.filter(({ name }) => name === 'ElTreeSelect').map(({ file }) => file)).toEqual([])
})
