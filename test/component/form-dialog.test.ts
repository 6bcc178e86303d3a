import { config } from '@vue/test-utils'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { defineComponent, h, nextTick, ref } from 'vue'
import type { FormInfo } from '../../electron/contract/forms.ts'
import FormDialog from '../../renderer/components/FormDialog.vue'
import CopyFormDialog from '../../renderer/views/reports/make/CopyFormDialog.vue'
import FolderDialog from '../../renderer/views/reports/saved/FolderDialog.vue'
import { useProgram } from '../../renderer/stores/program.ts'
import { answer, asked, failing } from './support/fake-client.ts'
import { one, press, shown, texts } from './support/shown.ts'

// A dialog is open when its transition has ended, so there has to be one.
beforeAll(() => {
  config.global.stubs = { transition: false }
})
afterAll(() => {
  config.global.stubs = { transition: true }
})

/** The fields are destroyed when it has been closed; its overlay, unseen, is not. */
const fields = () => document.querySelector('[role=dialog] form')
const submitButton = () => one<HTMLButtonElement>('[role=dialog] [type=submit]')

interface Given {
  run: () => unknown
  refuses?: boolean
  props?: Record<string, unknown>
  foot?: () => unknown
}
/** A dialog with one field, marked as the first, and the button that opened it. */
async function opened({ run, refuses = false, props = {}, foot }: Given) {
  const open = ref(false)
  const asked = vi.fn<(to: boolean) => void>()
  shown(
    defineComponent(() => () => [
      h('button', { id: 'opener', onClick: () => (open.value = true) }),
      h(
        FormDialog,
        {
          open: open.value,
          'onUpdate:open': (to: boolean) => {
            asked(to)
            if (!refuses) open.value = to
          },
          title: 'A name',
          width: '400px',
          submit: 'Keep',
          working: 'Keeping…',
          run,
          ...props,
        },
        {
          default: ({ attempt }: { attempt: (task: () => unknown) => Promise<void> }) => [
            h('input', { id: 'other' }),
            h('input', { id: 'name', 'data-first': '', value: 'Boiler', required: true }),
            h('button', {
              id: 'choose',
              type: 'button',
              onClick: () => attempt(() => Promise.reject(failing('BAD_ADDRESS'))),
            }),
          ],
          ...(foot && { foot }),
        },
      ),
    ]),
  )
  const opener = one<HTMLButtonElement>('#opener')
  opener.focus()
  opener.click()
  await expect.poll(() => document.activeElement?.id).toBe('name')
  return { open, asked }
}

test('it has a name; its first field has the focus, with its text selected', async () => {
  await opened({ run: () => undefined })
  expect(texts('[role=dialog] header')).toEqual([expect.stringContaining('A name')])
  const name = one<HTMLInputElement>('#name')
  expect([name.selectionStart, name.selectionEnd]).toEqual([0, 'Boiler'.length])
  expect(texts('.foot button')).toEqual(['Cancel', 'Keep'])
})

test('Ctrl+Enter does it, once at a time, and not where the fields are not ready', async () => {
  const ends: (() => void)[] = []
  const run = vi.fn<() => Promise<void>>(() => new Promise((resolve) => void ends.push(resolve)))
  await opened({ run })
  press('Enter')
  expect(run).not.toHaveBeenCalled()
  expect(press('Ctrl+Enter').defaultPrevented).toBe(true)
  await nextTick()
  expect(submitButton().disabled).toBe(true)
  expect(texts('.foot [type=submit]')).toEqual(['Keeping…'])
  expect(one('form').getAttribute('aria-busy')).toBe('true')
  press('Ctrl+Enter')
  await nextTick()
  expect(run).toHaveBeenCalledOnce()
  ends[0]?.()
  await expect.poll(() => submitButton().disabled).toBe(false)
  expect(texts('.foot [type=submit]')).toEqual(['Keep'])
  // What the browser would refuse after a click it refuses here.
  one<HTMLInputElement>('#name').value = ''
  press('Ctrl+Enter')
  await nextTick()
  expect(run).toHaveBeenCalledOnce()
})

test('what is not ready is not done', async () => {
  const run = vi.fn<() => void>()
  await opened({ run, props: { ready: false } })
  expect(submitButton().disabled).toBe(true)
  press('Ctrl+Enter')
  await nextTick()
  expect(run).not.toHaveBeenCalled()
})

test('a failure is said in the dialog, which stays open; the next attempt begins without it', async () => {
  let fails = true
  const { open } = await opened({
    run: () => (fails ? Promise.reject(failing('BAD_ADDRESS')) : (open.value = false)),
  })
  press('Ctrl+Enter')
  await expect.poll(() => texts('[role=dialog] [role=alert]')).toEqual([expect.stringContaining('not the address')])
  expect(open.value).toBe(true)
  expect(submitButton().disabled).toBe(false)
  fails = false
  submitButton().click()
  await expect.poll(fields).toBeNull()
  expect(document.activeElement?.id).toBe('opener')
  one('#opener').click()
  await expect.poll(fields).not.toBeNull()
  expect(texts('[role=alert]')).toEqual([])
})

test('what else fails in it is said in the same place', async () => {
  await opened({ run: () => undefined })
  one('#choose').click()
  await expect.poll(() => texts('form > :first-child')).toEqual([expect.stringContaining('not the address')])
})

test('a failure that comes after the dialog was closed and opened again is not said there', async () => {
  const refusals: ((reason: unknown) => void)[] = []
  const { open } = await opened({ run: () => new Promise((_, reject) => void refusals.push(reject)) })
  press('Ctrl+Enter')
  await nextTick()
  open.value = false
  await expect.poll(fields).toBeNull()
  open.value = true
  await expect.poll(fields).not.toBeNull()
  expect(submitButton().disabled, 'it is still being done').toBe(true)
  refusals[0]?.(failing('BAD_ADDRESS'))
  await expect.poll(() => submitButton().disabled).toBe(false)
  expect(texts('[role=alert]')).toEqual([])
})

test.each([
  ['Esc', () => press('Escape', 'Escape')],
  ['Cancel', () => one('.foot [type=button]').click()],
  ['the cross', () => one('.el-dialog__headerbtn').click()],
])('%s closes it without doing it, and gives the focus back', async (_, leave) => {
  const run = vi.fn<() => void>()
  const { asked } = await opened({ run })
  leave()
  await expect.poll(fields).toBeNull()
  expect(asked.mock.calls).toEqual([[false]])
  expect(run).not.toHaveBeenCalled()
  expect(document.activeElement?.id).toBe('opener')
})

test('an owner that refuses to close keeps it, and may ask in the place of the buttons', async () => {
  const { asked } = await opened({ run: () => undefined, refuses: true, foot: () => h('em', 'Drop it?') })
  press('Escape', 'Escape')
  expect(asked.mock.calls).toEqual([[false]])
  expect(texts('.foot')).toEqual(['Drop it?'])
  expect(one('[role=dialog]').closest<HTMLElement>('.el-overlay')?.style.display).not.toBe('none')
})

const FORM: Pick<FormInfo, 'code' | 'title'> = { code: 'hourly', title: { en: 'Hours', ru: 'Часы' } }

test('a form is copied by Ctrl+Enter in its name', async () => {
  answer({ forms: { copy: () => Promise.reject(failing('BAD_ADDRESS')) } })
  const { wrapper } = shown(CopyFormDialog, { props: { form: FORM, open: true } })
  await expect.poll(() => document.querySelector('[role=dialog] input')).not.toBeNull()
  one('[role=dialog] input').focus()
  press('Ctrl+Enter')
  await expect.poll(() => texts('[role=alert]')).toHaveLength(1)
  expect(asked.filter(({ question }) => question.startsWith('forms.'))).toMatchObject([
    { question: 'forms.copy', input: { code: 'hourly' } },
  ])
  expect(wrapper.emitted('copied')).toBeUndefined()
})

test('a folder that cannot be chosen is said in the dialog that asks for it', async () => {
  answer({ reports: { chooseFolder: () => Promise.reject(failing('BAD_ADDRESS')) } })
  const { wrapper } = shown(FolderDialog, { props: { name: 'Month', open: true } })
  const program = useProgram()
  program.$patch({ info: { can: { chooseFiles: true } } })
  await expect.poll(() => document.querySelector('.inline button')).not.toBeNull()
  one('.inline button').click()
  await expect.poll(() => texts('[role=alert]')).toHaveLength(1)
  expect(wrapper.emitted('chosen')).toBeUndefined()
})

test('opened, closed, opened and closed again between two frames, it is closed', async () => {
  const { open } = await opened({ run: vi.fn<() => void>() })
  // A fading of the browser's own takes its time.
  const times = { animationDelay: '0s', animationDuration: '0.1s', transitionDelay: '', transitionDuration: '' }
  const fading = vi.spyOn(window, 'getComputedStyle').mockReturnValue(times as CSSStyleDeclaration)
  onTestFinished(() => fading.mockRestore())
  vi.useFakeTimers({ toFake: ['setTimeout', 'requestAnimationFrame'] })
  onTestFinished(() => void vi.useRealTimers())
  open.value = false
  await nextTick()
  // The time of the first fading is up between the second closing and the next frame.
  await vi.advanceTimersByTimeAsync(130)
  open.value = true
  await nextTick()
  open.value = false
  await nextTick()
  await vi.advanceTimersByTimeAsync(1000)
  expect(one('.el-overlay').style.display).toBe('none')
  expect(fields()).toBeNull()
})
