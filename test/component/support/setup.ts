import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach, expect, vi } from 'vitest'
import { endOfQuestions } from './fake-client.ts'

vi.mock('../../../renderer/client.ts', async (original) => {
  const { fakeClient } = await import('./fake-client.ts')
  return { ...(await original<object>()), client: fakeClient }
})

afterEach(() => {
  document.body.replaceChildren()
  localStorage.clear()
  expect(endOfQuestions(), 'every question of the window is answered').toEqual([])
})
enableAutoUnmount(afterEach)

// What happy-dom lacks. Nothing is laid out: what is in the document is seen, and the window is idle at once.
HTMLElement.prototype.checkVisibility = () => true
window.requestIdleCallback = (run) => window.setTimeout(() => run({ didTimeout: false, timeRemaining: () => 50 }))
window.cancelIdleCallback = (handle) => window.clearTimeout(handle)
