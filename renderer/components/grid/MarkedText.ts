import { h, type FunctionalComponent, type VNodeChild } from 'vue'
import { piecesOf } from '../../../electron/contract/highlight.ts'

/** A text with the places marked where words were found; `words` are folded, without spaces. */
export const MarkedText: FunctionalComponent<{ text: string; words: readonly string[] }> = ({ text, words }) => {
  if (words.length === 0) return text as VNodeChild
  return piecesOf(text, words).map((piece) => (piece.found ? h('mark', piece.text) : piece.text))
}
MarkedText.props = ['text', 'words']
