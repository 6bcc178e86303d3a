import { expect, test } from 'vitest'
import SignInView from '../../renderer/views/signin/SignInView.vue'
import { useProgram } from '../../renderer/stores/program.ts'
import { answer, asked, failing } from './support/fake-client.ts'
import { shown, texts } from './support/shown.ts'

/** A book of an older version that no copy can be made of: where it lies is in the failure, however it was to be opened. */
const BOOK = '/books/old.meterbook'
const NO_COPY = () => Promise.reject(failing('NO_PLACE_FOR_COPY', { file: '/media/stick/backups', reason: 'EROFS', book: BOOK }))

function view(chooseFiles: boolean) {
  answer({
    account: { known: () => [], signIn: ({ withoutCopy }) => (withoutCopy ? Promise.reject(failing('UNKNOWN')) : NO_COPY()) },
    works: { running: () => new Promise(() => undefined) },
    book: {
      recent: () => [],
      open: ({ withoutCopy }) => (withoutCopy ? Promise.reject(failing('UNKNOWN')) : NO_COPY()),
      choose: NO_COPY,
    },
  })
  const { wrapper } = shown(SignInView)
  useProgram().$patch({ info: { can: { chooseFiles } } })
  return wrapper
}
const opened = () => asked.filter(({ question }) => question === 'book.open').map(({ input }) => input)
const goWithout = async (wrapper: ReturnType<typeof view>) => {
  await expect.poll(() => texts('[role=alert]')).toEqual([expect.stringContaining('/media/stick/backups')])
  expect(texts('[role=alert]')[0]).not.toContain(BOOK)
  const button = wrapper.findAll('[role=alert] button').find((one) => one.text() === 'Open without a copy')
  await button?.trigger('click')
}

test('a path that was typed', async () => {
  const wrapper = view(false)
  await wrapper.get('.path input').setValue(BOOK)
  await wrapper.get('.path').trigger('submit')
  await goWithout(wrapper)
  await expect.poll(opened).toMatchObject([{ withoutCopy: false }, { file: BOOK, withoutCopy: true }])
})

test('a file that was chosen in the desktop’s dialog', async () => {
  const wrapper = view(true)
  await expect.poll(() => texts('.known .button')).toEqual(['Open a book without an account…'])
  await wrapper.get('.known .button').trigger('click')
  await goWithout(wrapper)
  await expect.poll(opened).toMatchObject([{ file: BOOK, withoutCopy: true }])
})

test('the book of an account that signs in', async () => {
  const wrapper = view(false)
  await wrapper.get('[name=url]').setValue('https://meters.example.org')
  await wrapper.get('[name=email]').setValue('me@example.org')
  await wrapper.get('[name=password]').setValue('guess')
  await wrapper.get('form:not(.path)').trigger('submit')
  await goWithout(wrapper)
  await expect
    .poll(() => asked.filter(({ question }) => question === 'account.signIn').map(({ input }) => input))
    .toMatchObject([{ withoutCopy: false }, { email: 'me@example.org', withoutCopy: true }])
})
