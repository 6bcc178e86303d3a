import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { SCREENS, tabsOf } from '../../../electron/contract/screens.ts'
import { LANGUAGES } from '../../../electron/words/index.ts'
import enNames from '../../../electron/words/en/names.ts'
import en from '../../../electron/words/en/window/index.ts'
import ruNames from '../../../electron/words/ru/names.ts'
import ru from '../../../electron/words/ru/window/index.ts'
import { SHORTCUTS, type Shortcut } from '../../../renderer/components/keys/shortcuts.ts'
import { CHAPTERS, placeOfScreen } from '../../../renderer/window/guide/contents.ts'
import { findIn } from '../../../renderer/window/guide/find.ts'
import { readPage, type Block, type GuidePage, type Piece } from '../../../renderer/window/guide/read-page.ts'

/** The guide as it is written: the same pages in each language, every link and picture leads somewhere, and every place has a page. */

const FOLDER = path.resolve(import.meta.dirname, '../../../resources/guide')
const PICTURES = readdirSync(path.join(FOLDER, 'pictures'))
const NAMES = Object.values(CHAPTERS).flat()
const pagesIn = (language: string): readonly GuidePage[] =>
  NAMES.map((name) => readPage(name, readFileSync(path.join(FOLDER, language, `${name}.md`), 'utf8')))
const PAGES = Object.fromEntries(LANGUAGES.map((language) => [language, pagesIn(language)]))
const all = Object.entries(PAGES).flatMap(([language, pages]) => pages.map((page) => ({ language, page })))

const sectionsOf = ({ blocks }: GuidePage) => blocks.flatMap((block) => (block.kind === 'section' ? [block.id] : []))
function piecesOf(block: Block): readonly Piece[] {
  if (block.kind === 'list') return block.items.flat()
  return 'pieces' in block ? block.pieces : []
}

test.each(LANGUAGES)('the folder %s holds the pages of the contents and no others', (language) => {
  const files = readdirSync(path.join(FOLDER, language))
  expect(files.toSorted()).toEqual(NAMES.map((name) => `${name}.md`).toSorted())
})

/** Keys that a language writes with a word of its own, as SHORTCUTS has them. */
const keyOf = (text: string) => text.replace('Пробел', 'Space')

/** What a page is made of, without its words: kinds of blocks, sections, commands, keys, and where its links lead. */
const shapeOf = ({ blocks }: GuidePage, language: string) =>
  blocks.map((block) => [
    block.kind,
    block.kind === 'section' ? block.id : '',
    block.kind === 'commands' ? block.text : '',
    block.kind === 'picture' ? block.name.replace(`.${language}.`, '.') : '',
    ...piecesOf(block).flatMap((piece) => {
      if (piece.kind === 'link') return [`${piece.to.page}#${piece.to.section}`]
      if (piece.kind === 'open') return [piece.path]
      return piece.kind === 'key' ? [keyOf(piece.text)] : []
    }),
  ])

test.each(NAMES)('the page %s is the same in every language but for its words', (name) => {
  const [first, ...others] = LANGUAGES.map((language) => {
    const page = PAGES[language]?.find((one) => one.name === name)
    return page && shapeOf(page, language)
  })
  for (const other of others) expect(other).toEqual(first)
})

test('every link of the guide leads to a page and section that are there', () => {
  const lost = all.flatMap(({ language, page }) =>
    page.blocks.flatMap(piecesOf).flatMap((piece) => {
      if (piece.kind !== 'link') return []
      const to = PAGES[language]?.find(({ name }) => name === piece.to.page)
      const isThere = to && (piece.to.section === null || sectionsOf(to).includes(piece.to.section))
      return isThere ? [] : [`${language}/${page.name}: ${piece.text}`]
    }),
  )
  expect(lost).toEqual([])
})

/** The ids of the preferences' sections, as other screens link to them. */
const PREFERENCES = path.resolve(import.meta.dirname, '../../../renderer/views/preferences')
const SECTIONS = readdirSync(PREFERENCES).flatMap((name) =>
  [...readFileSync(path.join(PREFERENCES, name), 'utf8').matchAll(/<section\b[^\n]*? id="([\w-]+)"/g)].map(([, id]) => id),
)

test('every link into the program leads to a screen, and to a tab or section of it that is there', () => {
  const lost = all.flatMap(({ language, page }) =>
    page.blocks.flatMap(piecesOf).flatMap((piece) => {
      if (piece.kind !== 'open') return []
      const [address = '', hash] = piece.path.split('#')
      const screen = SCREENS.find(({ path: own }) => address === own || address.startsWith(`${own}/`))
      const tab = screen ? address.slice(screen.path.length + 1) : ''
      const isThere = screen && (tab === '' || tabsOf(screen.name).includes(tab))
      const hasSection = hash === undefined || (screen?.name === 'preferences' && SECTIONS.includes(hash))
      return isThere && hasSection ? [] : [`${language}/${page.name}: ${piece.path}`]
    }),
  )
  expect(lost).toEqual([])
})

test('every picture that a page names is there, and every picture is named', () => {
  const named = all.flatMap(({ page }) => page.blocks.flatMap((block) => (block.kind === 'picture' ? [block.name] : [])))
  expect([...new Set(named)].toSorted()).toEqual(PICTURES.toSorted())
  for (const { language, page } of all)
    for (const block of page.blocks) if (block.kind === 'picture') expect(block.name).toMatch(new RegExp(`^[a-z-]+\\.${language}\\.webp$`))
})

/** Every text of the window: what a page prints in bold is a name of something there, and must be called so. */
const textsIn = (tree: unknown): string[] =>
  typeof tree === 'string' ? tree.split(' | ') : typeof tree === 'object' && tree !== null ? Object.values(tree).flatMap(textsIn) : []
const plain = (text: string) => text.replace(/…$/, '').toLowerCase()
const CALLED = { en: new Set(textsIn([en, enNames]).map(plain)), ru: new Set(textsIn([ru, ruNames]).map(plain)) }

test.each(LANGUAGES)('what the pages in %s print in bold is called so in the window', (language) => {
  const unknown = (PAGES[language] ?? []).flatMap((page) =>
    page.blocks
      .flatMap(piecesOf)
      .filter((piece) => piece.kind === 'strong' && !CALLED[language].has(plain(piece.text)))
      .map(({ text }) => `${page.name}: ${text}`),
  )
  expect(unknown).toEqual([])
})

/** The keys of the program. Of a range of them a page may name the ends; a key that is held down while one clicks is none of them. */
const KEYS = new Set(
  Object.values(SHORTCUTS).flatMap((list: readonly Shortcut[]) =>
    list.flatMap(({ keys }) => keys.flatMap((key) => [key, ...key.split('…')])),
  ),
)
const HELD = ['Shift']

test('every key that a page names is a key of the program', () => {
  const named = all.flatMap(({ language, page }) =>
    page.blocks
      .flatMap(piecesOf)
      .flatMap((piece) => (piece.kind === 'key' ? [{ key: keyOf(piece.text), said: `${language}/${page.name}: ${piece.text}` }] : [])),
  )
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter(({ key }) => !KEYS.has(key) && !HELD.includes(key)).map(({ said }) => said)).toEqual([])
})

test('all pictures together are small', () => {
  const bytes = PICTURES.map((name) => readFileSync(path.join(FOLDER, 'pictures', name)).byteLength)
  expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThan(2_500_000)
})

test.each(SCREENS.map(({ name }) => name))('the screen %s has a page, and each of its tabs a section there', (name) => {
  const { page } = placeOfScreen(name, null)
  for (const language of LANGUAGES) {
    const found = PAGES[language]?.find((one) => one.name === page)
    expect(found, language).toBeDefined()
    if (found) expect(sectionsOf(found)).toEqual(expect.arrayContaining([...tabsOf(name)]))
  }
})

const renderer = path.resolve(import.meta.dirname, '../../../renderer')
const parts = readdirSync(renderer, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.vue'))
  .map((name) => ({ name: path.basename(name), text: readFileSync(path.join(renderer, name), 'utf8') }))

test('every dialog has a place in the guide', () => {
  // The dialog that those with a form are made of hands theirs on.
  const dialogs = parts.filter(({ name, text }) => /<(FormDialog|ElDialog)\b/.test(text) && name !== 'FormDialog.vue')
  expect(dialogs.length).toBeGreaterThan(15)
  expect(dialogs.filter(({ text }) => !text.includes(' data-guide="')).map(({ name }) => name)).toEqual([])
})

test('every place that a dialog names for the guide is there', () => {
  const places = parts.flatMap(({ text }) => [...text.matchAll(/ data-guide="([^"]+)"/g)].map(([, place = '']) => place))
  expect(places.length).toBeGreaterThan(5)
  const lost = places.filter((place) => {
    const [page, section] = place.split('#')
    const found = PAGES['en']?.find(({ name }) => name === page)
    return !found || (section !== undefined && !sectionsOf(found).includes(section))
  })
  expect(lost).toEqual([])
})

test('the search folds as the house does, puts titles first and shows where the words are', () => {
  const { finds } = findIn(PAGES['ru'] ?? [], 'ПОИСК НЕИСПРАВНОСТИ')
  expect(finds[0]).toMatchObject({ to: { page: 'fault-hunt', section: null } })
  expect(findIn(PAGES['ru'] ?? [], 'отчет').finds.length).toBe(findIn(PAGES['ru'] ?? [], 'отчёт').finds.length)
  expect(findIn(PAGES['ru'] ?? [], 'отчёт').finds.length).toBeGreaterThan(3)
  // Typed on the other layout.
  expect(findIn(PAGES['ru'] ?? [], 'gkjv,').finds.map(({ to }) => to.page)).toEqual(
    findIn(PAGES['ru'] ?? [], 'пломб').finds.map(({ to }) => to.page),
  )
  expect(findIn(PAGES['en'] ?? [], 'proxy').finds.map(({ excerpt }) => excerpt.toLowerCase().includes('proxy'))).not.toContain(false)
  expect(findIn(PAGES['en'] ?? [], 'zzzz').finds).toEqual([])
  expect(findIn(PAGES['en'] ?? [], ' ').finds).toEqual([])
})

test.each([
  ['no title', 'Text', 'begins with its title'],
  ['HTML', '# A\n\n<b>x</b>', 'not understood'],
  ['a table', '# A\n\n| a | b |', 'not understood'],
  ['a heading without a name', '# A\n\n## B', 'not understood'],
  ['a link out of the guide', '# A\n\n[x](https://example.org)', 'a link leads'],
  ['commands without an end', '# A\n\n```sh\nmeterbook', 'do not end'],
])('a page with %s is refused', (_, text, why) => {
  expect(() => readPage('a', text)).toThrow(why)
})

test('a page is read as it is written', () => {
  const text = '# T\n\nOne **two** `three`\nfour <kbd>F1</kbd>.\n\n1. a\n   b\n2. [c](trip.md#x)\n\n> Mind\n> this'
  expect(readPage('a', text).blocks).toEqual([
    {
      kind: 'paragraph',
      pieces: [
        { kind: 'text', text: 'One ' },
        { kind: 'strong', text: 'two' },
        { kind: 'text', text: ' ' },
        { kind: 'code', text: 'three' },
        { kind: 'text', text: ' four ' },
        { kind: 'key', text: 'F1' },
        { kind: 'text', text: '.' },
      ],
    },
    {
      kind: 'list',
      ordered: true,
      items: [[{ kind: 'text', text: 'a b' }], [{ kind: 'link', text: 'c', to: { page: 'trip', section: 'x' } }]],
    },
    { kind: 'hint', pieces: [{ kind: 'text', text: 'Mind this' }] },
  ])
  expect(existsSync(FOLDER)).toBe(true)
})
