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
