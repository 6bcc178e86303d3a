import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { SCREENS } from '../../../electron/contract/screens.ts'
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

/**
 * Keys that are recognised by their press: whoever listens to them says what they do, and the palette offers it. The keys of
 * screens are left out: whatever is no other key of `everywhere` is the name of a screen.
 */
const RECOGNISED = Object.entries(SHORTCUTS).flatMap(([place, list]) =>
  (list as readonly Shortcut[])
    .filter(({ id, chords }) => chords !== undefined && !(place === 'everywhere' && SCREENS.some(({ name }) => name === id)))
    .map(({ id }) => [place, id] as const),
)
/** Listens to the panes of every list whose place says which keys those are (`keys: 'PLACE'`). */
const PANES = 'parts/lists/use-side-panes.ts'
const hasPanes = (place: string) => sources.some(({ text }) => text.includes(`keys: '${place}'`))

/** Whoever listens to the keys of a place, without its imports and comments. */
const listenersOf = (place: string) =>
  sources
    .filter(({ name, text }) => new RegExp(`\\buseKey(s|Reader)\\('${place}'`).test(text) || (name === PANES && hasPanes(place)))
    .map(({ text }) => text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*|^import .*/gm, ''))
/** An act stands under the key's name, or the name is one of a list that acts are made from, or is compared with the key. */
const saysWhat = (text: string, id: string) => new RegExp(`[{,]\\s*${id}\\s*[:,}]|(\\[|, |key === )'${id}'`).test(text)

test.each(RECOGNISED)('whoever listens to the keys of %s says what %s does', (place, id) => {
  expect(listenersOf(place).filter((text) => saysWhat(text, id)).length).toBeGreaterThan(0)
})

test('a key that nobody says anything of is noticed', () => {
  for (const place of ['everywhere', 'pages', 'spans']) expect(listenersOf(place).filter((text) => saysWhat(text, 'nothing'))).toEqual([])
  // Words that stand in nearly every file are no acts there.
  expect(saysWhat('const all = next()', 'all') || saysWhat('const all = next()', 'next')).toBe(false)
})
