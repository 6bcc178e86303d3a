import { expect, test, vi } from 'vitest'
import type { AccountState } from '../../electron/contract/account.ts'
import type { Failure } from '../../electron/contract/common.ts'
import SignInForm from '../../renderer/views/signin/SignInForm.vue'
import { answer, asked, failing } from './support/fake-client.ts'
import { one, shown, texts } from './support/shown.ts'

const SIGNED_IN: AccountState = {
  account: { url: 'https://meters.example.org', email: 'me@example.org' },
  session: 'signed-in',
  line: 'online',
  lanes: 1,
  canRemember: true,
  remembered: true,
  isDemo: false,
  failure: null,
  trouble: null,
}
const form = () => shown(SignInForm, { props: { initial: null } }).wrapper

async function signIn(wrapper: ReturnType<typeof form>, url: string): Promise<void> {
  await wrapper.get('[name=url]').setValue(url)
  await wrapper.get('[name=email]').setValue('me@example.org')
  await wrapper.get('[name=password]').setValue('guess')
  await wrapper.get('form').trigger('submit')
}
const refusing = (code: Failure['code']) =>
  answer({ account: { signIn: () => Promise.reject(failing(code, { host: 'meters.example.org' })) } })

test.each([
  ['WRONG_PASSWORD', 'password', 'The service refused this e-mail and password'],
  ['UNREACHABLE', 'url', 'The service cannot be reached'],
  ['NOT_THE_SERVICE', 'url', 'it is not a metering service'],
  ['BAD_ADDRESS', 'url', 'This is not the address of a service'],
])('%s is told at its field, which has the focus and keeps its text', async (code, name, sentence) => {
  refusing(code)
  const wrapper = form()
  await signIn(wrapper, 'meters.example.org')
  await expect.poll(() => texts('[role=alert]')).toEqual([expect.stringContaining(sentence)])
  await expect.poll(() => document.activeElement).toBe(one(`[name=${name}]`))
  expect(texts(`#${name}-error`)).toHaveLength(1)
  const marked = [...document.querySelectorAll('[aria-invalid=true]')].map((field) => field.getAttribute('name'))
  expect(marked).toEqual([name])
  expect(one<HTMLInputElement>('[name=url]').value).toBe('meters.example.org')
  expect(one<HTMLButtonElement>('[type=submit]').disabled).toBe(false)
  expect(wrapper.emitted('done')).toBeUndefined()
})

test('a failure of no field is told above all of them', async () => {
  refusing('SIGN_IN_REFUSED')
  await signIn(form(), 'https://meters.example.org')
  await expect.poll(() => texts('form > :first-child')).toEqual([expect.stringContaining('The service refused the sign-in')])
  expect(document.querySelectorAll('[aria-invalid=true]')).toHaveLength(0)
})

test('http to a foreign host is allowed on purpose only, and the choice is offered once it is needed', async () => {
  answer({
    account: {
      signIn: ({ allowUnencrypted }) =>
        allowUnencrypted ? SIGNED_IN : Promise.reject(failing('UNENCRYPTED_REFUSED', { host: 'meters.invalid' })),
    },
  })
  const wrapper = form()
  expect(wrapper.text()).not.toContain('unencrypted')
  await signIn(wrapper, 'http://meters.invalid')
  await expect.poll(() => wrapper.text()).toContain('would send the password unencrypted, so nothing was sent')
  expect(asked.filter(({ question }) => question === 'account.signIn')).toMatchObject([
    { input: { url: 'http://meters.invalid', allowUnencrypted: false } },
  ])
  await wrapper.get('[type=checkbox]').setValue(true)
  await wrapper.get('form').trigger('submit')
  await expect.poll(() => wrapper.emitted('done')).toHaveLength(1)
  expect(asked.at(-1)).toMatchObject({ question: 'account.signIn', input: { allowUnencrypted: true } })
})

test('a sign-in that hangs is cancelled without a complaint, and the next one goes through', async () => {
  const given = vi.fn<(signal: AbortSignal | undefined) => void>()
  answer({
    account: {
      signIn: (_, options) => {
        given(options?.signal)
        return new Promise((__, reject) => options?.signal?.addEventListener('abort', () => reject(options.signal?.reason)))
      },
    },
  })
  const wrapper = form()
  await signIn(wrapper, 'https://meters.example.org')
  await expect.poll(() => given.mock.calls.length).toBe(1)
  expect(one<HTMLButtonElement>('[type=submit]').disabled).toBe(true)
  await wrapper.get('.actions [type=button]').trigger('click')
  expect(given.mock.calls[0]?.[0]?.aborted).toBe(true)
  await expect.poll(() => one<HTMLButtonElement>('[type=submit]').disabled).toBe(false)
  expect(document.activeElement).toBe(one('[name=password]'))
  expect(document.querySelectorAll('[role=alert]')).toHaveLength(0)
  answer({ account: { signIn: () => SIGNED_IN } })
  await wrapper.get('form').trigger('submit')
  await expect.poll(() => wrapper.emitted('done')).toHaveLength(1)
})
