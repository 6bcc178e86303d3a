import { expect, test } from 'vitest'
import { defineComponent, h } from 'vue'
import { useShellKeys } from '../../renderer/components/shell-keys.ts'
import { useBook } from '../../renderer/stores/book.ts'
import { useNotices } from '../../renderer/stores/notices.ts'
import { BOOK } from './support/book.ts'
import { answer, asked, failing } from './support/fake-client.ts'
import { shown } from './support/shown.ts'

const OTHER = '/books/north.meterbook'

/** The window with a link that the desktop hands over. */
function linked(readLink: () => { file: string | null; stationId: number | null; questionId: number | null }) {
  answer({
    program: {
      commands: async function* () {
        yield await Promise.resolve({ command: 'open-link' as const, file: 'meterbook://open?station=10002' })
      } as never,
      readLink,
    },
    book: { open: ({ file }) => ({ ...BOOK, file }) },
  })
  return shown(
    defineComponent(() => {
      useBook().summary = BOOK
      useShellKeys({ find: () => undefined })
      return () => h('div')
    }),
  )
}
const opened = () => asked.filter(({ question }) => question === 'book.open').map(({ input }) => (input as { file: string }).file)

test('a link to a station of the open book leads there, and the book stays', async () => {
  const { router } = linked(() => ({ file: BOOK.file, stationId: 10_002, questionId: null }))
  await expect.poll(() => router.currentRoute.value.params['id']).toBe('10002')
  expect(router.currentRoute.value.name).toBe('station')
  expect(opened()).toEqual([])
})

test('a link to a question of another book opens the book and shows the question', async () => {
  const { router } = linked(() => ({ file: OTHER, stationId: null, questionId: 7 }))
  await expect.poll(() => router.currentRoute.value.fullPath).toBe('/questions?question=7')
  expect(opened()).toEqual([OTHER])
})

test('a link to another book opens it first', async () => {
  const { router } = linked(() => ({ file: OTHER, stationId: null, questionId: null }))
  await expect.poll(() => router.currentRoute.value.name).toBe('workbench')
  expect(opened()).toEqual([OTHER])
})

test('a link that is refused says so, and nothing is opened', async () => {
  linked(() => {
    throw failing('LINK_REFUSED', { reason: 'book' })
  })
  await expect.poll(() => useNotices().all.map((notice) => notice.kind === 'failure' && notice.failure.code)).toEqual(['LINK_REFUSED'])
  expect(opened()).toEqual([])
})
