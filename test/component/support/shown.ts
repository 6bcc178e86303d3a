import { mount, type VueWrapper } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import type { Component } from 'vue'
import { createMemoryHistory, createRouter, type Router } from 'vue-router'
import { SCREENS } from '../../../electron/contract/screens.ts'
import { i18n } from '../../../renderer/i18n/index.ts'

const NOWHERE = { render: () => null }
/** The screens that the parts under test may lead to, without what is on them. */
const NAMES = SCREENS.map(({ name }) => name).filter((name) => name !== 'station')

interface Shown {
  wrapper: VueWrapper
  router: Router
}

/** A fresh window without anything in it: its stores, and screens that are only names. */
function freshWindow() {
  const pinia = createPinia()
  setActivePinia(pinia)
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [
      ...NAMES.map((name) => ({ path: name === 'workbench' ? '/' : `/${name}`, name, component: NOWHERE })),
      { path: '/stations/:id/:tab?', name: 'station', component: NOWHERE },
    ],
  })
  return { pinia, router }
}

/** Shows one part of the window, in the document, in English. Ends with the test. */
export function shown(component: Component, options: { props?: Record<string, unknown> } = {}): Shown {
  const { pinia, router } = freshWindow()
  const wrapper = mount(component, {
    ...options,
    attachTo: document.body.appendChild(document.createElement('div')),
    global: { plugins: [pinia, i18n, router] },
  })
  return { wrapper, router }
}

/** The element of a selector. Throws where there is none. */
export function one<Kind extends Element = HTMLElement>(selector: string): Kind {
  const found = document.querySelector<Kind>(selector)
  if (!found) throw new Error(`nothing is ${selector}`)
  return found
}

/** The texts of all elements of a selector. */
export const texts = (selector: string): string[] =>
  [...document.querySelectorAll(selector)].map((element) => element.textContent?.trim().replaceAll(/\s+/g, ' ') ?? '')

/** Presses a key where the focus is; a chord as `Ctrl+Alt+ArrowRight`. Resolves to the event. */
export function press(chord: string, code = ''): KeyboardEvent {
  const parts = chord.split('+')
  const event = new KeyboardEvent('keydown', {
    key: parts.at(-1) ?? '',
    code,
    ctrlKey: parts.includes('Ctrl'),
    altKey: parts.includes('Alt'),
    shiftKey: parts.includes('Shift'),
    bubbles: true,
    cancelable: true,
  })
  ;(document.activeElement ?? document.body).dispatchEvent(event)
  return event
}
