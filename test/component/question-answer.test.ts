import { expect, test } from 'vitest'
import { defineComponent, h } from 'vue'
import { useAnswer } from '../../renderer/views/questions/use-answer.ts'
import { answer } from './support/fake-client.ts'
import { shown } from './support/shown.ts'

/** An answer of one row that comes when the test lets it. */
function lateAnswers() {
  const waiting: (() => void)[] = []
  answer({
    questions: {
      ask: ({ sql }) =>
        new Promise((resolve) =>
          waiting.push(() =>
            resolve({
              columns: [{ name: 'x', kind: 'text', isWhole: false }],
              count: 1,
              rows: new Blob([JSON.stringify([[sql]])]),
              cut: null,
              views: [],
              hidden: [],
              ms: 1,
            }),
          ),
        ),
    },
  })
  return waiting
}
/** The asking of a screen, without the screen. */
function asking(): ReturnType<typeof useAnswer> {
  let found: ReturnType<typeof useAnswer> | undefined
  shown(
    defineComponent(() => {
      found = useAnswer()
      return () => h('div')
    }),
  )
  if (!found) throw new Error('nothing is shown')
  return found
}
const of = (sql: string) => ({ sql, parameters: {} })

test('an answer stays until the next one is there, and one that was asked over is never shown', async () => {
  const waiting = lateAnswers()
  const { outcome, ask, sinceMs } = asking()
  const first = ask(of('one'))
  await expect.poll(() => waiting.length).toBe(1)
  waiting[0]?.()
  await first
  expect(outcome.value).toMatchObject({ kind: 'answer', answer: { rows: [['one']] } })

  const second = ask(of('two'))
  const third = ask(of('three'))
  expect(outcome.value).toMatchObject({ kind: 'answer', asked: { sql: 'one' } })
  expect(sinceMs.value).not.toBeNull()
  await expect.poll(() => waiting.length).toBe(3)
  waiting[1]?.()
  await second
  expect(outcome.value).toMatchObject({ asked: { sql: 'one' } })
  waiting[2]?.()
  await third
  expect(outcome.value).toMatchObject({ kind: 'answer', asked: { sql: 'three' } })
  expect(sinceMs.value).toBeNull()
})

test('a question that is cancelled says so at once', () => {
  lateAnswers()
  const { outcome, ask, cancel, sinceMs } = asking()
  void ask(of('one'))
  cancel()
  expect(outcome.value).toMatchObject({ kind: 'cancelled' })
  expect(sinceMs.value).toBeNull()
})
