import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { contrast } from '../../support/contrast.ts'

const RENDERER = path.join(import.meta.dirname, '../../../renderer')

/** WCAG 2.2: text of ordinary size (1.4.3), and what is seen without being read (1.4.11). */
const [READ, SEEN] = [4.5, 3]

/** What stands alone or in lists, and may be under any text: hovered, current, selected. */
const GROUNDS = ['bg', 'surface', 'raised', 'hover', 'active', 'selected', 'accent-soft']
/** Colours of text. */
const INKS = ['text', 'muted', 'accent', 'accent-strong', 'bad', 'warn', 'good', 'note', 'seam']
const SERIES = Array.from({ length: 8 }, (_, at) => `series-${at + 1}`)
/** Grounds with a colour of their own, and what is written on them. */
const ON_COLOUR: Readonly<Record<string, readonly string[]>> = {
  accent: ['on-accent'],
  'bad-soft': ['text', 'bad'],
  'warn-soft': ['text', 'warn'],
  'good-soft': ['text', 'good'],
  'note-soft': ['text', 'note'],
  mark: ['text'],
  note: ['surface'],
  // The letter of a line on its colour.
  ...Object.fromEntries(SERIES.map((line) => [line, ['surface']])),
}
const ARCHIVES = ['nesht', 'nesht_svod', 'changes', 'event', 'alarm', 'valve', 'seance'].map((code) => `archive-${code}`)
/** Colours that are set as `color` where no text is: of a mark, a drawing, and of what is switched off (exempt from 1.4.3). */
const NO_TEXT = [...ARCHIVES, 'faint']

interface Rule {
  where: string
  /** The properties of one rule of a style sheet. */
  body: string
}

const styleFiles = readdirSync(RENDERER, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(vue|css)$/.test(name))
/** The styles of a file without comments; of a component, its `style` parts. */
function stylesOf(name: string): string {
  const text = readFileSync(path.join(RENDERER, name), 'utf8')
  const css = name.endsWith('.vue') ? [...text.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, part]) => part).join('\n') : text
  return css.replaceAll(/\/\*.*?\*\//gs, '')
}
const rules: Rule[] = styleFiles.flatMap((name) =>
  [...stylesOf(name).matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => ({
    where: `${name} ${selector.trim().replaceAll(/\s+/g, ' ')}`,
    body,
  })),
)

/** The colours that a rule of `tokens.css` gives. */
function tokensOf(selector: string): Map<string, string> {
  const body = rules.find(({ where }) => where === path.join('styles', 'tokens.css') + ` ${selector}`)?.body ?? ''
  return new Map([...body.matchAll(/--mb-([\w-]+):\s*(#[\da-f]{3,6})\b/g)].map(([, name = '', colour = '']) => [name, colour]))
}
const light = tokensOf(':root')
const THEMES = { light, dark: new Map([...light, ...tokensOf('html.dark')]) }

const inkOf = ({ body }: Rule) => /(?<![-\w])color:\s*var\(--mb-([\w-]+)\)/.exec(body)?.[1]
const groundOf = ({ body }: Rule) => /background(?:-color)?:\s*var\(--mb-([\w-]+)\)/.exec(body)?.[1]

describe.each(Object.entries(THEMES))('%s', (_, tokens) => {
  const colour = (name: string) => {
    const found = tokens.get(name)
    if (found === undefined) throw new Error(`no colour --mb-${name}`)
    return found
  }
  /** The pairs whose contrast is below a limit, each with its contrast. */
  const below = (limit: number, pairs: readonly (readonly [string, string])[]) =>
    pairs
      .map(([ink, ground]) => ({ ink, ground, ratio: contrast(colour(ink), colour(ground)) }))
      .filter(({ ratio }) => ratio < limit)
      .map(({ ink, ground, ratio }) => `${ink} on ${ground}: ${ratio.toFixed(2)}`)

  test('every colour of text is read on every ground', () => {
    const usual = INKS.flatMap((ink) => GROUNDS.map((ground) => [ink, ground] as const))
    const coloured = Object.entries(ON_COLOUR).flatMap(([ground, inks]) => inks.map((ink) => [ink, ground] as const))
    expect(below(READ, [...usual, ...coloured])).toEqual([])
  })

  test('what one rule writes on a ground is read there', () => {
    const pairs = rules.flatMap((rule) => {
      const [ink, ground] = [inkOf(rule), groundOf(rule)]
      return ink === undefined || ground === undefined ? [] : [{ where: rule.where, ink, ground }]
    })
    expect(pairs.length).toBeGreaterThan(40)
    expect(pairs.filter(({ ink, ground }) => contrast(colour(ink), colour(ground)) < READ)).toEqual([])
  })

  test('marks, lines of charts, frames of controls and the focus are seen', () => {
    const onGrounds = GROUNDS.map((ground) => ['focus', ground] as const)
    const onSurface = [...ARCHIVES, ...SERIES, 'control', 'faint', 'focus'].map((name) => [name, 'surface'] as const)
    expect(below(SEEN, [...onGrounds, ...onSurface])).toEqual([])
  })
})

test('a colour of text stands in the table above', () => {
  const known = new Set([...INKS, ...NO_TEXT, ...Object.values(ON_COLOUR).flat()])
  const unknown = rules.filter((rule) => {
    const ink = inkOf(rule)
    return ink !== undefined && !known.has(ink)
  })
  expect(unknown.map((rule) => `${rule.where}: ${inkOf(rule)}`)).toEqual([])
})

test('every variable that a style asks for is given somewhere', () => {
  const texts = styleFiles.map((name) => readFileSync(path.join(RENDERER, name), 'utf8')).join('\n')
  const given = new Set([...texts.matchAll(/--mb-[\w-]+(?=['"]?\s*:)/g)].map(([name]) => name))
  const asked = new Set([...texts.matchAll(/var\((--mb-[\w-]+)/g)].map(([, name = '']) => name))
  expect([...asked].filter((name) => !given.has(name))).toEqual([])
})
