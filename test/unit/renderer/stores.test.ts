import { createPinia, setActivePinia } from 'pinia'
import { expect, test } from 'vitest'
import { createSSRApp, effectScope, h, nextTick, ref } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { ORPCError } from '@orpc/client'
import { provideClock, useClock, useToday } from '../../../renderer/stores/clock.ts'
import { useExports } from '../../../renderer/stores/exports.ts'
import { useNotices } from '../../../renderer/stores/notices.ts'
import { useQuestion } from '../../../renderer/stores/question.ts'

/** A program of which only the clocks are asked: the real one wants a window. */
function program() {
  const pinia = createPinia()
  setActivePinia(pinia)
  const clockOf = (stationId: number | null) => ({
    zone: stationId === null ? 'UTC' : 'Asia/Vladivostok',
    contractHour: 0,
  })
  pinia._s.set('program', { clockOf, nowMs: Date.UTC(2026, 0, 31, 20), preferences: {}, language: 'en' } as never)
  return pinia
}

test('the component that provides the clock of a station is counted by it, too', async () => {
  const pinia = program()
  const seen: string[] = []
  const below = {
    setup() {
      seen.push(useClock().value.zone)
      return () => null
    },
  }
  const page = {
    setup() {
      seen.push(useClock().value.zone)
      provideClock(() => 7)
      seen.push(useClock().value.zone, useToday().value)
      return () => h(below)
    },
  }
  await renderToString(createSSRApp(page).use(pinia))
  expect(seen).toEqual(['UTC', 'Asia/Vladivostok', '2026-02-01', 'Asia/Vladivostok'])
})

test('an export that its own screen ended is no failure', async () => {
  program()
  const [exports_, notices] = [useExports(), useNotices()]
  expect(await exports_.run(() => Promise.reject(new DOMException('', 'AbortError')))).toBe(false)
  expect(notices.all).toEqual([])
  const failure = { code: 'DISK_FULL', data: {} }
  expect(await exports_.run(() => Promise.reject(new ORPCError('FAILED', { data: failure })))).toBe(false)
  expect(notices.all).toMatchObject([{ kind: 'failure', failure }])
})

test('letters that a PDF lacks are said before it is saved, and it is saved where the user wants it so', async () => {
  program()
  const [exports_, notices] = [useExports(), useNotices()]
  const how = exports_.how('pdf', 'UTC')
  const asked: unknown[] = []
  const make = () => {
    asked.push(structuredClone(how.lettersSaid))
    const isSaid = (how.lettersSaid ?? []).includes('漢')
    const failure = { code: 'LETTERS_LACKING', data: { characters: '漢 字' } }
    return isSaid ? Promise.resolve(null) : Promise.reject(new ORPCError('FAILED', { data: failure }))
  }
  expect(await exports_.run(make)).toBe(false)
  const [notice] = notices.all
  expect(notice).toMatchObject({ kind: 'done', key: 'failure.LETTERS_LACKING', warns: true, named: { characters: '漢 字' } })
  if (notice?.kind === 'done') notice.leads?.run()
  await expect.poll(() => asked).toEqual([[], ['漢', '字']])
  expect(notices.all).toHaveLength(1)
  expect(exports_.how('csv', 'UTC')).not.toHaveProperty('lettersSaid')
})

test('an answer is outdated while another question is asked, not while the same is asked again', async () => {
  const scope = effectScope()
  const of = ref(1)
  const answers: ((text: string) => void)[] = []
  const question = scope.run(() => useQuestion(() => new Promise<string>((resolve) => answers.push(resolve)), { sources: () => of.value }))
  const state = () => [question?.data.value, question?.busy.value, question?.outdated.value]
  const answer = async (text: string) => {
    answers.at(-1)?.(text)
    await new Promise((done) => setTimeout(done))
  }
  expect(state()).toEqual([null, true, true])
  await answer('one')
  expect(state()).toEqual(['one', false, false])
  void question?.reload()
  expect(state()).toEqual(['one', true, false])
  await answer('one again')
  of.value = 2
  await nextTick()
  expect(state()).toEqual(['one again', true, true])
  void question?.reload()
  expect(state()).toEqual(['one again', true, true])
  await answer('two')
  expect(state()).toEqual(['two', false, false])
  scope.stop()
})

test('what was said before a dialog is aside while it is open; what is said meanwhile, and after it all, is shown', () => {
  program()
  const notices = useNotices()
  const failed = (code: string) => notices.add({ kind: 'failure', failure: { code, data: {} } })
  const codes = () => notices.shown.map((notice) => (notice.kind === 'failure' ? notice.failure.code : notice.kind))
  failed('OLD')
  notices.setAside()
  expect(codes()).toEqual([])
  failed('NEW')
  expect(codes()).toEqual(['NEW'])
  notices.bringBack()
  expect(codes()).toEqual(['OLD', 'NEW'])
})
