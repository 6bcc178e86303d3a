import { autocompletion, closeBrackets, closeBracketsKeymap, closeCompletion, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab, toggleComment } from '@codemirror/commands'
import { bracketMatching, indentOnInput } from '@codemirror/language'
import { Compartment, EditorState, Prec, StateEffect, StateField } from '@codemirror/state'
import {
  Decoration,
  EditorView,
  drawSelection,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  placeholder,
  type DecorationSet,
} from '@codemirror/view'
import type { PublicViewWords } from '../../../../electron/words/public-view-words.ts'
import { questionLanguage, type ParameterWords } from './completion.ts'
import { look } from './look.ts'
import { placesOf } from './places-of.ts'

export type { ParameterWords }

/** What the editor says, in the language of the window. */
export interface EditorWords {
  label: string
  hint: string
  placeholder: string
  parameters: ParameterWords
  views: PublicViewWords
}

interface EditorEvents {
  changed: (text: string) => void
  /** Escape where nothing is completed; true: it has done something. */
  cancel: () => boolean
}

const markRefused = StateEffect.define<readonly { from: number; to: number }[]>()
/** The places of what was refused, until the text changes. */
const refused = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, { docChanged, effects }) {
    const now = docChanged ? Decoration.none : marks
    return effects.reduce(
      (found, effect) =>
        effect.is(markRefused)
          ? Decoration.set(effect.value.map(({ from, to }) => Decoration.mark({ class: 'cm-refused' }).range(from, to)))
          : found,
      now,
    )
  },
  provide: (field) => EditorView.decorations.from(field),
})

/**
 * What is typed over a selection is put there by the editor: the browser itself would give it the looks of what was selected, in a
 * style attribute, which the page's Content-Security-Policy refuses and reports.
 */
const typedOver = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { data, inputType } = event
    const { empty, from, to } = view.state.selection.main
    if (inputType !== 'insertText' || data === null || empty || view.composing || view.state.selection.ranges.length > 1) return false
    event.preventDefault()
    const insert = () => view.state.update(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true })
    if (!view.state.facet(EditorView.inputHandler).some((handle) => handle(view, from, to, data, insert))) view.dispatch(insert())
    return true
  },
})

/**
 * An editor of questions inside a shadow root: there its styles are adopted sheets, where a `<style>` in the page would be
 * refused by the Content-Security-Policy. Tab indents; after Escape it leads on to the next field, as everywhere.
 */
export function createEditor(root: ShadowRoot, parent: HTMLElement, text: string, words: EditorWords, events: EditorEvents) {
  const said = new Compartment()
  const saying = ({ label, hint, placeholder: empty, parameters, views }: EditorWords) => [
    questionLanguage(views, parameters),
    EditorView.contentAttributes.of({ 'aria-label': label, 'aria-description': hint, spellcheck: 'false', tabindex: '0' }),
    placeholder(empty),
  ]
  let sayingNow = words
  const extensions = () => [
    Prec.highest(
      keymap.of([
        // The screen asks by this key: here it writes no line.
        { key: 'Mod-Enter', run: (now) => (closeCompletion(now), true) },
        { key: 'Mod-/', run: toggleComment },
        // The first Escape closes the completion, and the screen hears nothing of it; one that cancels nothing lets Tab leave
        // (CodeMirror's own next key).
        { key: 'Escape', run: (now) => closeCompletion(now) || events.cancel(), stopPropagation: true },
      ]),
    ),
    lineNumbers(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    history(),
    drawSelection(),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    autocompletion({ activateOnTypingDelay: 80 }),
    typedOver,
    refused,
    keymap.of([...closeBracketsKeymap, ...completionKeymap, ...historyKeymap, ...defaultKeymap, indentWithTab]),
    EditorView.lineWrapping,
    look,
    said.of(saying(sayingNow)),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) events.changed(update.state.doc.toString())
    }),
  ]
  const stateOf = (doc: string) => EditorState.create({ doc, extensions: extensions() })
  const view = new EditorView({ root, parent, state: stateOf(text) })
  return {
    text: () => view.state.doc.toString(),
    /** Another question in place of this one. Its history begins anew: 'Undo' must not bring this one's text into it. */
    put(next: string): void {
      if (next !== view.state.doc.toString()) view.setState(stateOf(next))
    },
    /** Writes a word where the cursor is. */
    insert(word: string): void {
      const { from, to } = view.state.selection.main
      const before = view.state.sliceDoc(Math.max(0, from - 1), from)
      const insert = /[\w)'"]$/.test(before) ? ` ${word}` : word
      view.dispatch({ changes: { from, to, insert }, selection: { anchor: from + insert.length }, scrollIntoView: true })
      view.focus()
    },
    /** Marks a name where the text says it. */
    mark(name: string | null): void {
      view.dispatch({ effects: markRefused.of(name === null ? [] : placesOf(view.state.doc.toString(), name)) })
    },
    say(next: EditorWords): void {
      sayingNow = next
      view.dispatch({ effects: said.reconfigure(saying(next)) })
    },
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  }
}
export type Editor = ReturnType<typeof createEditor>
