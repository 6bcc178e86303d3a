import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** The editor in the colours and the type of the style sheet, whose custom properties reach into its shadow root. */
const theme = EditorView.theme({
  '&': { height: '100%', color: 'var(--mb-text)', backgroundColor: 'var(--mb-surface)', fontSize: '13px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mb-mono)', lineHeight: '1.5', overflow: 'auto' },
  '.cm-content': { padding: '6px 0', caretColor: 'var(--mb-text)' },
  '.cm-line': { padding: '0 10px' },
  '.cm-cursor': { borderLeftColor: 'var(--mb-text)', borderLeftWidth: '1.5px' },
  '.cm-placeholder': { color: 'var(--mb-muted)' },
  '.cm-gutters': { backgroundColor: 'var(--mb-raised)', color: 'var(--mb-muted)', border: '0', borderRight: '1px solid var(--mb-line)' },
  '.cm-activeLine': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--mb-hover) 60%, transparent)' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--mb-hover)', color: 'var(--mb-text)' },
  '& > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground':
    { backgroundColor: 'var(--mb-selected)' },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--mb-accent-soft)', color: 'inherit' },
  '.cm-nonmatchingBracket, &.cm-focused .cm-nonmatchingBracket': { backgroundColor: 'var(--mb-bad-soft)', color: 'inherit' },
  '.cm-refused': { backgroundColor: 'var(--mb-bad-soft)', textDecoration: 'underline wavy var(--mb-bad)' },
  '.cm-tooltip': {
    border: '1px solid var(--mb-border)',
    borderRadius: 'var(--mb-radius)',
    backgroundColor: 'var(--mb-surface)',
    color: 'var(--mb-text)',
    boxShadow: 'var(--mb-shadow)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { maxHeight: '15em', fontFamily: 'var(--mb-mono)', fontSize: '12px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '2px 8px' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--mb-selected)', color: 'var(--mb-text)' },
  '.cm-completionDetail': { color: 'var(--mb-muted)', fontStyle: 'normal', marginLeft: '10px' },
  '.cm-completionMatchedText': { color: 'var(--mb-accent-strong)', textDecoration: 'none', fontWeight: '600' },
  '.cm-tooltip.cm-completionInfo': { maxWidth: '320px', padding: '6px 10px', fontFamily: 'var(--mb-font)', fontSize: '12px' },
})

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--mb-series-3)', fontWeight: '600' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--mb-series-4)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--mb-warn)' },
  { tag: [tags.lineComment, tags.blockComment], color: 'var(--mb-muted)' },
  { tag: tags.special(tags.name), color: 'var(--mb-series-5)', fontWeight: '600' },
  { tag: tags.standard(tags.name), color: 'var(--mb-accent)' },
  { tag: tags.typeName, color: 'var(--mb-accent)' },
])

export const look = [theme, syntaxHighlighting(colours)]
