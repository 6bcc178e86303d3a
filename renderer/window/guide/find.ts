import { finderOf, foldText, typedWords } from '../../../electron/contract/folding.ts'
import { onOtherLayout } from '../../../electron/contract/keyboard-layout.ts'
import type { GuideAddress } from '../../stores/guide.ts'
import { wordsOfPieces, type Block, type GuidePage } from './read-page.ts'

/** A part of a page that has every word that is looked for. */
export interface GuideFind {
  to: GuideAddress
  title: string
  /** The heading of the section; empty: what stands before the first. */
  heading: string
  excerpt: string
}

interface Part extends Omit<GuideFind, 'excerpt'> {
  text: string
}

const MOST_FINDS = 40
/** Letters of a text that are shown before and after the first word that was found. */
const BEFORE = 40
const AFTER = 110

function wordsOfBlock(block: Block): string {
  switch (block.kind) {
    case 'list':
      return block.items.map(wordsOfPieces).join(' ')
    case 'commands':
      return block.text
    case 'picture':
      return block.alt
    default:
      return wordsOfPieces(block.pieces)
  }
}

function partsOf({ name, title, blocks }: GuidePage): Part[] {
  const parts: Part[] = [{ to: { page: name, section: null }, title, heading: '', text: '' }]
  for (const block of blocks) {
    if (block.kind === 'section')
      parts.push({ to: { page: name, section: block.id }, title, heading: wordsOfPieces(block.pieces), text: '' })
    const part = parts.at(-1)
    if (part && block.kind !== 'section') part.text = `${part.text} ${wordsOfBlock(block)}`.trim()
  }
  return parts
}

function excerptOf(text: string, words: readonly string[]): string {
  const plain = text.normalize('NFC').replaceAll(/\s+/g, ' ')
  const folded = foldText(plain)
  const places = words.map((word) => folded.indexOf(word)).filter((place) => place >= 0)
  const from = Math.max(0, Math.min(...(places.length > 0 ? places : [0])) - BEFORE)
  const start = from === 0 ? 0 : plain.indexOf(' ', from) + 1
  const cut = plain.slice(start, start + BEFORE + AFTER)
  return `${start === 0 ? '' : '… '}${cut}${start + cut.length < plain.length ? '…' : ''}`
}

/** What the pages say to a text: titles first, then headings, then the rest, each in the order of the contents. */
export function findIn(pages: readonly GuidePage[], typed: string): { finds: GuideFind[]; words: string[] } {
  const parts = pages.flatMap(partsOf)
  const find = (text: string) => {
    const words = typedWords(text)
    const has = finderOf(text)
    const rankOf = ({ title, heading, to }: Part) => (has(title) && to.section === null ? 0 : has(heading) ? 1 : 2)
    const finds = parts
      .filter((part) => words.length > 0 && has(`${part.title} ${part.heading} ${part.text}`))
      // A part that has the words in its page's title alone says nothing of its own.
      .filter((part) => part.to.section === null || words.some((word) => foldText(`${part.heading} ${part.text}`).includes(word)))
      .toSorted((a, b) => rankOf(a) - rankOf(b))
      .slice(0, MOST_FINDS)
      .map(({ to, title, heading, text: said }) => ({ to, title, heading, excerpt: excerptOf(said, words) }))
    return { finds, words }
  }
  const found = find(typed)
  const meant = found.finds.length > 0 ? null : onOtherLayout(typed)
  return meant === null ? found : find(meant)
}
