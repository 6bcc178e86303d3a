import type { GuideAddress } from '../../stores/guide.ts'

/**
 * Reads a page of the guide (`resources/guide`): a small part of Markdown, so that a page is read as well where
 * it is written. What it does not know it refuses: nothing of a page may be left out or shown raw. The result is drawn by
 * components, never as HTML.
 */
export type Piece =
  | { kind: 'text' | 'strong' | 'code' | 'key'; text: string }
  | { kind: 'link'; text: string; to: GuideAddress }
  | { kind: 'open'; text: string; path: string }

export type Block =
  | { kind: 'section'; id: string; pieces: Piece[] }
  | { kind: 'paragraph' | 'hint'; pieces: Piece[] }
  | { kind: 'list'; ordered: boolean; items: Piece[][] }
  | { kind: 'commands'; language: string; text: string }
  | { kind: 'picture'; name: string; alt: string }

export interface GuidePage {
  name: string
  title: string
  blocks: readonly Block[]
}

const INLINE = /\*\*(?<strong>[^*]+)\*\*|`(?<code>[^`]+)`|<kbd>(?<key>[^<]+)<\/kbd>|\[(?<words>[^\]]+)\]\((?<target>[^)\s]+)\)/g
const PAGE_LINK = /^(?:(?<page>[a-z-]+)\.md)?(?:#(?<section>[\w-]+))?$/
const SECTION = /^## (?<words>.+) \{#(?<id>[\w-]+)\}$/
const PICTURE = /^!\[(?<alt>[^\]]+)\]\(\.\.\/pictures\/(?<name>[\w.-]+)\)$/
const ITEM = /^(?:-|(?<number>\d+)\.) (?<words>.+)$/

/** @throws where the page holds what is not read */
export function readPage(name: string, text: string): GuidePage {
  const lines = text.replaceAll('\r\n', '\n').trimEnd().split('\n')
  const refuse = (at: number, why: string): never => {
    throw new Error(`guide ${name}, line ${at + 1}: ${why}: ${lines[at] ?? ''}`)
  }
  const title = /^# (.+)$/.exec(lines[0] ?? '')?.[1] ?? refuse(0, 'a page begins with its title')
  const blocks: Block[] = []
  let at = 1

  function pieces(words: string): Piece[] {
    const found: Piece[] = []
    let end = 0
    const plain = (between: string) => {
      if (/[<`*[\]]/.test(between)) refuse(at, 'not understood')
      if (between !== '') found.push({ kind: 'text', text: between })
    }
    for (const match of words.matchAll(INLINE)) {
      plain(words.slice(end, match.index))
      end = match.index + match[0].length
      found.push(pieceOf(match.groups ?? {}))
    }
    plain(words.slice(end))
    return found
  }
  function pieceOf({ strong, code, key, words = '', target = '' }: Record<string, string | undefined>): Piece {
    if (strong !== undefined) return { kind: 'strong', text: strong }
    if (code !== undefined) return { kind: 'code', text: code }
    if (key !== undefined) return { kind: 'key', text: key }
    if (target.startsWith('app:/')) return { kind: 'open', text: words, path: target.slice('app:'.length) }
    const { page = name, section = null } = PAGE_LINK.exec(target)?.groups ?? refuse(at, 'a link leads to a page or into the program')
    return { kind: 'link', text: words, to: { page, section } }
  }
  /** The line here and those that carry it on. */
  function whole(carriesOn: (line: string) => boolean): string {
    const parts = [lines[at] ?? '']
    while (carriesOn(lines[at + 1] ?? '')) parts.push((lines[++at] ?? '').trim())
    return parts.join(' ')
  }
  function list(): Block {
    const ordered = /^\d/.test(lines[at] ?? '')
    const items: Piece[][] = []
    for (; ITEM.test(lines[at] ?? ''); at++) items.push(pieces(ITEM.exec(whole((line) => /^ {2,}\S/.test(line)))?.groups?.['words'] ?? ''))
    at--
    return { kind: 'list', ordered, items }
  }
  function commands(): Block {
    const language = (lines[at] ?? '').slice(3)
    const from = at + 1
    do at++
    while (at < lines.length && lines[at] !== '```')
    if (at === lines.length) refuse(from - 1, 'the commands do not end')
    return { kind: 'commands', language, text: lines.slice(from, at).join('\n') }
  }
  function block(line: string): Block {
    const section = SECTION.exec(line)?.groups
    if (section) return { kind: 'section', id: section['id'] ?? '', pieces: pieces(section['words'] ?? '') }
    const picture = PICTURE.exec(line)?.groups
    if (picture) return { kind: 'picture', name: picture['name'] ?? '', alt: picture['alt'] ?? '' }
    if (line.startsWith('```')) return commands()
    if (ITEM.test(line)) return list()
    if (line.startsWith('> ')) {
      const hint = whole((next) => next.startsWith('>'))
      return { kind: 'hint', pieces: pieces(hint.replaceAll(/(^| )> ?/g, '$1').trim()) }
    }
    if (/^[#!|\s]/.test(line)) refuse(at, 'not understood')
    return { kind: 'paragraph', pieces: pieces(whole((next) => next !== '' && !/^[#>!`|-]|^\d+\. /.test(next))) }
  }

  for (; at < lines.length; at++) if (lines[at] !== '') blocks.push(block(lines[at] ?? ''))
  return { name, title, blocks }
}

export const wordsOfPieces = (pieces: readonly Piece[]): string => pieces.map(({ text }) => text).join('')
