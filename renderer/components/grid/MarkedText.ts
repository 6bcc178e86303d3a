import { h, type FunctionalComponent, type VNodeChild } from 'vue'
import { cutForEye, SHOWN } from '../../../electron/contract/cut.ts'
import { piecesOf } from '../../../electron/contract/highlight.ts'

/** A text, cut for the eye, with the places marked where words were found; `words` are folded, without spaces. */
export const MarkedText: FunctionalComponent<{ text: string; words: readonly string[] }> = ({ text, words }) => {
  const shown = cutForEye(text, SHOWN.cell)
  if (words.length === 0) return shown as VNodeChild
  return piecesOf(shown, words).map((piece) => (piece.found ? h('mark', piece.text) : piece.text))
}
MarkedText.props = ['text', 'words']
