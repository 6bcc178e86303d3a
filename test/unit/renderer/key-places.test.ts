import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { SHORTCUTS, type Shortcut } from '../../../renderer/components/keys/shortcuts.ts'

/**
 * The list of keys shows first what works on the screen. It knows by `useKeyPlace`, which every way of listening to a
 * shortcut calls: nothing may compare keys with the list besides.
 */
const renderer = path.resolve(import.meta.dirname, '../../../renderer')
const sources = readdirSync(renderer, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(ts|vue)$/.test(name))
  .map((name) => ({ name: name.replaceAll(path.sep, '/'), text: readFileSync(path.join(renderer, name), 'utf8') }))

test('only use-keys.ts compares a key press with the shortcuts', () => {
  const others = sources
    .filter(({ text }) => /import \{[^}]*\bpressed\b[^}]*\} from '[^']*shortcuts\.ts'/.test(text))
    .map(({ name }) => name)
  expect(others).toEqual(['components/keys/use-keys.ts'])
})

test.each(Object.keys(SHORTCUTS))('somebody says that the keys of %s work while they do', (place) => {
  const said = new RegExp(`\\b(useKeys|useKeyReader|useKeyPlace)\\('${place}'|\\bkeys: '${place}'`)
  expect(sources.filter(({ text }) => said.test(text)).map(({ name }) => name)).not.toEqual([])
})

/** Keys that are recognised by their press: whoever listens to them says what they do, and the palette offers it. */
const RECOGNISED = Object.entries(SHORTCUTS).flatMap(([place, list]) =>
  (list as readonly Shortcut[]).filter(({ chords }) => chords !== undefined).map(({ id }) => [place, id] as const),
)

test.each(RECOGNISED)('whoever listens to the keys of %s says what %s does', (place, id) => {
  const listens = new RegExp(`'${place}'`)
  const says = new RegExp(`\\b${id}\\b`)
  const found = sources.filter(({ text }) => /\buseKey(s|Reader)\(/.test(text) && listens.test(text) && says.test(text))
  // The screens are led to by their names.
  expect(found.length > 0 || place === 'everywhere').toBe(true)
})
