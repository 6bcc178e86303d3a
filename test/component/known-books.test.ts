import { expect, test } from 'vitest'
import KnownBooks from '../../renderer/views/signin/KnownBooks.vue'
import { answer } from './support/fake-client.ts'
import { shown } from './support/shown.ts'

test.each([
  ['C:\\Books\\trip.meterbook', 'C:\\Books\\trip.meterbook'],
  [' "C:\\My books\\trip.meterbook" ', 'C:\\My books\\trip.meterbook'],
  ['/books/a "b".meterbook', '/books/a "b".meterbook'],
])('the path %s opens its book, without the quotes that Windows puts around it', async (typed, opened) => {
  answer({ account: { known: () => [] }, book: { recent: () => [] } })
  const { wrapper } = shown(KnownBooks, { props: { busy: false } })
  await wrapper.get('input').setValue(typed)
  await wrapper.get('form').trigger('submit')
  expect(wrapper.emitted('open')).toEqual([[opened]])
})
