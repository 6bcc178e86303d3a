import type { Language } from '../../../electron/words/index.ts'
import { CHAPTERS } from './contents.ts'
import { readPage, type GuidePage } from './read-page.ts'

/** The guide's pages in both languages, and its pictures: loaded with the guide, from this computer. */
const texts = import.meta.glob<string>('../../../resources/guide/*/*.md', { query: '?raw', import: 'default', eager: true })
const pictures = import.meta.glob<string>('../../../resources/guide/pictures/*.webp', { query: '?url', import: 'default', eager: true })

const read = new Map<Language, readonly GuidePage[]>()

/** All pages of a language, in the order of the contents. */
export function pagesIn(language: Language): readonly GuidePage[] {
  const known = read.get(language)
  if (known) return known
  const pages = Object.values(CHAPTERS)
    .flat()
    .map((name) => readPage(name, texts[`../../../resources/guide/${language}/${name}.md`] ?? ''))
  read.set(language, pages)
  return pages
}

/** The address of a picture's file. */
export const pictureAt = (name: string): string | undefined => pictures[`../../../resources/guide/pictures/${name}`]
