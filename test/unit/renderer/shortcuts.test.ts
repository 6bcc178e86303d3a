import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { pressed } from '../../../renderer/components/keys/shortcuts.ts'

/** As much of an element as is asked of the target of a key. */
class Part {
  readonly is: string
  readonly parent: Part | null
  constructor(is: string, parent: Part | null = null) {
    this.is = is
    this.parent = parent
  }
  closest(selector: string): Part | null {
    return selector.split(', ').includes(this.is) ? this : (this.parent?.closest(selector) ?? null)
  }
  contains(other: Part | null): boolean {
    return other !== null && (other === this || this.contains(other.parent))
  }
}
beforeAll(() => void vi.stubGlobal('Element', Part))
afterAll(() => void vi.unstubAllGlobals())

const screen = new Part('main')
const dialog = new Part('[role=dialog]', screen)
const plain = { key: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
const key = (code: string, target: Part, currentTarget: unknown, ctrlKey = false) =>
  ({ ...plain, code, ctrlKey, target, currentTarget, composedPath: () => [target] }) as unknown as KeyboardEvent
const theWindow = {}

test('keys in a dialog are not for the screen behind it, but for the whole program', () => {
  const field = new Part('input', dialog)
  for (const target of [dialog, field]) {
    expect(pressed(key('KeyS', target, theWindow, true), 'reports')).toBeNull()
    expect(pressed(key('BracketLeft', target, theWindow), 'workbench')).toBeNull()
    expect(pressed(key('KeyK', target, theWindow, true), 'everywhere')).toBe('find')
    expect(pressed(key('F1', target, theWindow), 'everywhere')).toBe('guide')
  }
  expect(pressed(key('KeyS', new Part('input', screen), theWindow, true), 'reports')).toBe('save')
  expect(pressed(key('KeyS', screen, theWindow, true), 'reports')).toBe('save')
})

test('what handles keys inside a dialog gets those of the dialog, but not of a field or of a dialog above', () => {
  const pages = new Part('div', dialog)
  expect(pressed(key('Equal', new Part('button', pages), pages), 'pages')).toBe('nearer')
  expect(pressed(key('ArrowRight', new Part('div', pages), pages), 'pages')).toBe('next')
  expect(pressed(key('Digit0', new Part('input', pages), pages), 'pages')).toBeNull()
  expect(pressed(key('Digit0', new Part('[role=dialog]', pages), pages), 'pages')).toBeNull()
})
