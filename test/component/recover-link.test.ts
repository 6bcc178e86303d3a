import { expect, test } from 'vitest'
import { defineComponent, h } from 'vue'
import type { Failure } from '../../electron/contract/common.ts'
import FailureNotice from '../../renderer/components/FailureNotice.vue'
import NoticeStack from '../../renderer/components/NoticeStack.vue'
import { useShellKeys } from '../../renderer/components/shell-keys.ts'
import { useBook } from '../../renderer/stores/book.ts'
import { useNotices } from '../../renderer/stores/notices.ts'
import BookSection from '../../renderer/views/preferences/BookSection.vue'
import { BOOK } from './support/book.ts'
import { answer, failing } from './support/fake-client.ts'
import { one, shown, texts } from './support/shown.ts'

/** From wherever a book is said to be damaged, a way leads to where it is recovered. */

const OTHER = '/backups/trip-2026.meterbook'
const LEAD = 'Recover what can be read…'
const leads = () =>
  [...document.querySelectorAll<HTMLAnchorElement>('a')]
    .filter((link) => link.textContent === LEAD)
    .map((link) => decodeURIComponent(link.getAttribute('href') ?? ''))

const PLACE = `/sign-in?damaged=${BOOK.file}`
test.each<[what: string, failure: Failure, open: boolean, places: string[]]>([
  ['the open book', { code: 'BOOK_DAMAGED', data: { reason: 'SQLITE_CORRUPT' } }, true, [PLACE]],
  ['the open book by its name', { code: 'BOOK_DAMAGED', data: { file: BOOK.file } }, true, [PLACE]],
  ['a book that was to be opened while none is', { code: 'BOOK_DAMAGED', data: { file: BOOK.file } }, false, [PLACE]],
  ['a backup of the open book', { code: 'BOOK_DAMAGED', data: { file: OTHER } }, true, []],
  ['nobody knows which book', { code: 'BOOK_DAMAGED', data: {} }, false, []],
  ['another failure', { code: 'DISK_FULL', data: { file: BOOK.file } }, true, []],
])('beside the failure of %s', async (_, failure, open, places) => {
  shown(
    defineComponent(() => {
      useBook().summary = open ? BOOK : null
      useNotices().add({ kind: 'failure', failure })
      return () => [h(FailureNotice, { failure, final: true }), h(NoticeStack)]
    }),
  )
  await expect.poll(() => texts('[role=alert] p')).toHaveLength(1)
  // In the page, and in the corner.
  expect(leads()).toEqual([...places, ...places])
})

test('a notice that leads there is gone', async () => {
  const { router } = shown(
    defineComponent(() => {
      useBook().summary = BOOK
      useNotices().add({ kind: 'failure', failure: { code: 'BOOK_DAMAGED', data: {} } })
      return () => h(NoticeStack)
    }),
  )
  await expect.poll(leads).toHaveLength(1)
  one('.notice a').click()
  await expect.poll(() => router.currentRoute.value.query).toEqual({ damaged: BOOK.file })
  expect(useNotices().all).toEqual([])
})

test('a run of the schedule names its book', async () => {
  shown(
    defineComponent(() => {
      useBook().summary = BOOK
      const failure = { code: 'BOOK_DAMAGED', data: {} }
      useNotices().add({ kind: 'scheduled', book: OTHER, atMs: 0, failure, look: () => undefined })
      return () => h(NoticeStack)
    }),
  )
  await expect.poll(leads).toEqual([`/sign-in?damaged=${OTHER}`])
})

test('a check that finds problems names them, and leads there', async () => {
  answer({
    book: { integrity: () => ({ problems: ['row 5 missing from index note_by_time'] }), summary: () => BOOK },
    sharing: { history: () => ({ origin: null, merges: [] }) },
  })
  shown(BookSection, { props: { summary: BOOK } })
  expect(leads()).toEqual([])
  const check = [...document.querySelectorAll('button')].find((button) => button.textContent?.trim() === 'Check')
  check?.click()
  await expect.poll(() => texts('[role=status]')).toEqual([expect.stringContaining('row 5 missing from index note_by_time')])
  expect(leads()).toEqual([PLACE])
})

/** A file that was dropped, double-clicked or chosen in the menu, and what opening it fails with. */
function opening(code: Failure['code'], open: boolean) {
  answer({
    program: {
      commands: async function* () {
        yield await Promise.resolve({ command: 'open-book' as const, file: OTHER })
        await new Promise(() => undefined)
      } as never,
    },
    book: { open: () => Promise.reject(failing(code, { file: OTHER })) },
  })
  return shown(
    defineComponent(() => {
      useBook().summary = open ? BOOK : null
      useShellKeys({ find: () => undefined })
      return () => h('div')
    }),
  ).router
}

test.each([
  ['BOOK_DAMAGED', true, { damaged: OTHER }],
  ['BOOK_DAMAGED', false, { damaged: OTHER }],
  ['NOT_A_BOOK', false, { damaged: OTHER, refused: 'NOT_A_BOOK' }],
])('a file that is refused with %s leads to where it is recovered; a book is open: %s', async (code, open, query) => {
  const router = opening(code, open)
  await expect.poll(() => router.currentRoute.value.query).toEqual(query)
  expect(router.currentRoute.value.name).toBe('sign-in')
  expect(useNotices().all).toEqual([])
})

test.each([
  ['NOT_A_BOOK', true],
  ['BOOK_IN_USE', false],
])('a file that is refused with %s is only said; a book is open: %s', async (code, open) => {
  const router = opening(code, open)
  await expect.poll(() => useNotices().all).toMatchObject([{ kind: 'failure', failure: { code } }])
  expect(router.currentRoute.value.name).not.toBe('sign-in')
})
