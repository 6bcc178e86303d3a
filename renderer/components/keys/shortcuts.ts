import { RAIL, type RailScreen } from '../../../electron/contract/screens.ts'

/** A key press. Letters and signs are named by their position on the keyboard, so that they work on a Russian layout. */
interface Chord {
  code: string
  /** The sign itself, where a layout has it in another position. */
  sign?: string
  ctrl?: boolean
  shift?: boolean
}

export interface Shortcut {
  /** Names what it does: the message is `keys.PLACE.ID`, and for a key that leads to a screen the screen's name. */
  id: string
  words?: string
  /** The keys as they are written for people. */
  keys: readonly string[]
  /** The presses that `pressed` recognises; none where the table, tree or chart handles them itself. */
  chords?: readonly Chord[]
}

const ctrl = (code: string): Chord => ({ code, ctrl: true })

const SCREENS_BY_DIGIT = RAIL.toSorted((a, b) => (a.digit < b.digit ? -1 : 1))
/** The keys of the screens; the preferences have the key that they have in most programs, too. */
const SCREEN_KEYS: readonly (Shortcut & { id: RailScreen['name'] })[] = SCREENS_BY_DIGIT.map(({ name, digit }) => ({
  id: name,
  words: `screen.${name}`,
  keys: [`Ctrl+${digit}`, ...(name === 'preferences' ? ['Ctrl+,'] : [])],
  chords: [ctrl(`Digit${digit}`), ...(name === 'preferences' ? [ctrl('Comma')] : [])],
}))

/** Every key of the program by the place where it works: for handling and for the help. */
export const SHORTCUTS = {
  everywhere: [
    { id: 'find', keys: ['Ctrl+K'], chords: [ctrl('KeyK')] },
    ...SCREEN_KEYS,
    { id: 'scan', keys: ['0…9', 'Enter'] },
    { id: 'help', keys: ['?'], chords: [{ code: 'Slash', sign: '?', shift: true }] },
    { id: 'guide', keys: ['F1'], chords: [{ code: 'F1' }] },
  ],
  workbench: [
    { id: 'search', keys: ['/', 'Ctrl+F'], chords: [{ code: 'Slash', sign: '/' }, ctrl('KeyF')] },
    { id: 'facets', keys: ['['], chords: [{ code: 'BracketLeft' }] },
    { id: 'details', keys: [']'], chords: [{ code: 'BracketRight' }] },
    { id: 'side', keys: ['F'], chords: [{ code: 'KeyF' }] },
  ],
  station: [
    { id: 'note', keys: ['N'], chords: [{ code: 'KeyN' }] },
    { id: 'reading', keys: ['R'], chords: [{ code: 'KeyR' }] },
    { id: 'import', keys: ['I'], chords: [{ code: 'KeyI' }] },
  ],
  events: [
    { id: 'facets', keys: ['['], chords: [{ code: 'BracketLeft' }] },
    { id: 'details', keys: [']'], chords: [{ code: 'BracketRight' }] },
    { id: 'readings', keys: ['Enter'] },
    { id: 'group', keys: ['Enter'] },
  ],
  findings: [
    { id: 'readings', keys: ['Enter'] },
    { id: 'seen', keys: ['S'], chords: [{ code: 'KeyS' }] },
    { id: 'explained', keys: ['E'], chords: [{ code: 'KeyE' }] },
    { id: 'wrong', keys: ['X'], chords: [{ code: 'KeyX' }] },
    { id: 'none', keys: ['U'], chords: [{ code: 'KeyU' }] },
    { id: 'undo', keys: ['Ctrl+Z'] },
    { id: 'facets', keys: ['['], chords: [{ code: 'BracketLeft' }] },
    { id: 'details', keys: [']'], chords: [{ code: 'BracketRight' }] },
  ],
  fleet: [
    { id: 'facets', keys: ['['], chords: [{ code: 'BracketLeft' }] },
    { id: 'details', keys: [']'], chords: [{ code: 'BracketRight' }] },
    { id: 'print', keys: ['P'], chords: [{ code: 'KeyP' }] },
    { id: 'tick', keys: ['V'], chords: [{ code: 'KeyV' }] },
    { id: 'trip', keys: ['T'], chords: [{ code: 'KeyT' }] },
    { id: 'move', keys: ['Alt+↑', 'Alt+↓'] },
    { id: 'takeOut', keys: ['Delete'] },
  ],
  digest: [
    { id: 'facets', keys: ['['], chords: [{ code: 'BracketLeft' }] },
    { id: 'looked', keys: ['L'], chords: [{ code: 'KeyL' }] },
  ],
  questions: [
    { id: 'ask', keys: ['Ctrl+Enter'], chords: [{ code: 'Enter', ctrl: true }] },
    { id: 'cancel', keys: ['Esc'], chords: [{ code: 'Escape' }] },
    { id: 'complete', keys: ['Ctrl+Space'] },
    { id: 'leave', keys: ['Esc', 'Tab'] },
    { id: 'save', keys: ['Ctrl+S'], chords: [ctrl('KeyS')] },
    { id: 'facets', keys: ['['], chords: [{ code: 'BracketLeft' }] },
    { id: 'details', keys: [']'], chords: [{ code: 'BracketRight' }] },
  ],
  reports: [{ id: 'save', keys: ['Ctrl+S'], chords: [ctrl('KeyS')] }],
  pages: [
    { id: 'before', keys: ['←'], chords: [{ code: 'ArrowLeft' }] },
    { id: 'next', keys: ['→'], chords: [{ code: 'ArrowRight' }] },
    { id: 'nearer', keys: ['+'], chords: [{ code: 'Equal' }, { code: 'Equal', shift: true }, { code: 'NumpadAdd' }] },
    { id: 'farther', keys: ['−'], chords: [{ code: 'Minus' }, { code: 'NumpadSubtract' }] },
    { id: 'fit', keys: ['0'], chords: [{ code: 'Digit0' }, { code: 'Numpad0' }] },
  ],
  table: [
    { id: 'move', keys: ['↑', '↓', '←', '→', 'PgUp', 'PgDn'] },
    { id: 'ends', keys: ['Home', 'End', 'Ctrl+Home', 'Ctrl+End'] },
    { id: 'open', keys: ['Enter'] },
    { id: 'sort', keys: ['↑', 'Enter'] },
    { id: 'choose', keys: ['Space', 'Shift+↑', 'Shift+↓'] },
    { id: 'chooseAll', keys: ['Ctrl+A'] },
    { id: 'letGo', keys: ['Esc'] },
    { id: 'copy', keys: ['Ctrl+C'] },
    { id: 'menu', keys: ['Shift+F10', 'Menu'] },
    { id: 'moveColumn', keys: ['Alt+←', 'Alt+→'] },
    { id: 'sizeColumn', keys: ['Alt+Shift+←', 'Alt+Shift+→'] },
  ],
  tree: [
    { id: 'move', keys: ['↑', '↓', 'PgUp', 'PgDn', 'Home', 'End'] },
    { id: 'branch', keys: ['→', '←'] },
    { id: 'narrow', keys: ['Enter', 'Space'] },
    { id: 'letters', keys: ['A…Z'] },
  ],
  spans: [
    { id: 'earlier', keys: [','], chords: [{ code: 'Comma' }] },
    { id: 'later', keys: ['.'], chords: [{ code: 'Period' }] },
    { id: 'day', keys: ['D'], chords: [{ code: 'KeyD' }] },
    { id: 'week', keys: ['W'], chords: [{ code: 'KeyW' }] },
    { id: 'month', keys: ['M'], chords: [{ code: 'KeyM' }] },
    { id: 'quarter', keys: ['Q'], chords: [{ code: 'KeyQ' }] },
    { id: 'year', keys: ['Y'], chords: [{ code: 'KeyY' }] },
    { id: 'all', keys: ['A'], chords: [{ code: 'KeyA' }] },
  ],
  charts: [
    { id: 'step', keys: ['←', '→', 'Alt+←', 'Alt+→'] },
    { id: 'ends', keys: ['Home', 'End'] },
    { id: 'pan', keys: ['Shift+←', 'Shift+→'] },
    { id: 'zoom', keys: ['+', '−', '0'] },
    { id: 'event', keys: ['Enter'] },
    { id: 'back', keys: ['Backspace'] },
    { id: 'line', keys: ['1…8'] },
  ],
  carpet: [
    { id: 'move', keys: ['↑', '↓', '←', '→', 'PgUp', 'PgDn', 'Home', 'End'] },
    { id: 'open', keys: ['Enter'] },
    { id: 'marked', keys: ['N'], chords: [{ code: 'KeyN' }] },
    { id: 'markedBefore', keys: ['Shift+N'], chords: [{ code: 'KeyN', shift: true }] },
    { id: 'missing', keys: ['M'], chords: [{ code: 'KeyM' }] },
    { id: 'missingBefore', keys: ['Shift+M'], chords: [{ code: 'KeyM', shift: true }] },
  ],
} as const satisfies Record<string, readonly Shortcut[]>
/** Signs that are recognised wherever a layout has them. */
const SIGNS: ReadonlySet<string> = new Set(['/', '?'])
export type ShortcutPlace = keyof typeof SHORTCUTS
export type IdsOf<Place extends ShortcutPlace> = (typeof SHORTCUTS)[Place][number]['id']

/** Single signs are text in a field, in one inside a shadow root as well, which hides it from the window. */
export function isInField(event: KeyboardEvent): boolean {
  const target = event.composedPath()[0] ?? event.target
  if (!(target instanceof Element) || target.closest(CLOSED)) return false
  return target.closest('input, textarea, select, [contenteditable], [role=combobox]') !== null
}

/** True for a key that is pressed inside a dialog. */
export const isInDialog = ({ target }: KeyboardEvent): boolean => target instanceof Element && target.closest(DIALOG) !== null
const DIALOG = '[role=dialog], dialog[open]'
/** The focus stays in a dialog that has closed until the browser draws again: what is typed by then is meant for the screen. */
const CLOSED = 'dialog:not([open])'

/** A dialog has keys of its own, and those of what handles the key inside it. */
function isInOtherDialog({ target, currentTarget }: KeyboardEvent): boolean {
  const dialog = target instanceof Element ? target.closest(DIALOG) : null
  return dialog !== null && !(currentTarget instanceof Element && dialog.contains(currentTarget))
}

/** Signs and letters are meant for neither a field nor a dialog; of keys that are no text, a dialog lets through those of the whole program. */
function isElsewhere(event: KeyboardEvent, chord: Chord, place: ShortcutPlace): boolean {
  const isText = !chord.ctrl && chord.code !== 'F1' && chord.code !== 'Escape'
  return (isText && isInField(event)) || ((isText || place !== 'everywhere') && isInOtherDialog(event))
}

function fits(event: KeyboardEvent, chord: Chord): boolean {
  const ctrlDown = event.ctrlKey || event.metaKey
  if (event.altKey || ctrlDown !== (chord.ctrl ?? false)) return false
  if (SIGNS.has(event.key)) return event.key === chord.sign
  return event.code === chord.code && event.shiftKey === (chord.shift ?? false)
}

/** The shortcut of `place` that was pressed; null when none was. */
export function pressed<Place extends ShortcutPlace>(event: KeyboardEvent, place: Place): IdsOf<Place> | null {
  const list: readonly Shortcut[] = SHORTCUTS[place]
  const hit = list.find(({ chords }) => chords?.some((chord) => fits(event, chord) && !isElsewhere(event, chord, place)))
  return (hit?.id as IdsOf<Place> | undefined) ?? null
}
