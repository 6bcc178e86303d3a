import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { waitingLink } from '../../../renderer/connection.ts'
import { useFindings } from '../../../renderer/stores/findings.ts'
import { useNotices } from '../../../renderer/stores/notices.ts'

/** Marks of findings in a window whose backend writes down what it is asked, and writes notes for what is explained. */
let asked: [path: string, input: unknown][]
beforeEach(() => {
  const pinia = createPinia()
  setActivePinia(pinia)
  pinia._s.set('program', { onChange: () => undefined } as never)
  pinia._s.set('book', { summary: { file: '' }, readOnly: false } as never)
  asked = []
  vi.spyOn(waitingLink, 'call').mockImplementation((path, input) => {
    asked.push([path.join('.'), input])
    const { mark, noteId } = input as { mark?: string; noteId?: string | null }
    return Promise.resolve({ noteIds: mark === 'explained' && !noteId ? ['note-1', 'note-2'] : [] })
  })
})
afterEach(() => void vi.restoreAllMocks())

const finding = { id: 'a', state: 'seen', noteId: null } as const
const pathsOf = () => asked.map(([path]) => path)

test('what explained a finding is deleted when that is undone, by the key and by the notice', async () => {
  const findings = useFindings()
  expect(await findings.mark([finding], 'explained', 'Ремонт', 'Ольга')).toBe(true)
  asked = []
  expect(findings.undo()).toBe(true)
  await expect.poll(() => asked.length === 3).toBe(true)
  expect(asked).toEqual([
    ['findings.mark', { ids: ['a'], mark: 'seen', noteId: null }],
    ['notes.remove', { id: 'note-1' }],
    ['notes.remove', { id: 'note-2' }],
  ])

  await findings.mark([finding], 'explained', 'Ремонт', 'Ольга')
  asked = []
  const told = useNotices().all.at(-1)
  if (told?.kind === 'done') told.undo?.()
  await expect.poll(() => asked.length === 3).toBe(true)
  expect(pathsOf()).toEqual(['findings.mark', 'notes.remove', 'notes.remove'])
})

test('undoing another mark brings the explanation back with its note, and deletes none', async () => {
  const findings = useFindings()
  await findings.mark([{ id: 'a', state: 'explained', noteId: 'note-0' }], 'wrong')
  asked = []
  findings.undo()
  await expect.poll(() => asked.length > 0).toBe(true)
  expect(asked).toEqual([['findings.mark', { ids: ['a'], mark: 'explained', noteId: 'note-0' }]])
})
